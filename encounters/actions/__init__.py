"""Every write of this app: lock, change, log, tell.

``prepare``  what a fight is made of, before it begins
``map``      the map of a fight in preparation, and the picture under it
``play``     begin, decide, force the stage, drafts
``control``  take back, reinforce, hand over, names, the end
``after``    what a fight leaves on the sheets
"""
