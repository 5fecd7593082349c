"""The pages and commands of an encounter.

``pages``    run, play, watch, the table screen
``stages``   one view for each stage: the answers to its decisions
``control``  the GM's hand on a running fight
``prepare``  what a fight is made of, before it begins
``map``      the map of a fight in preparation, and the picture under it
``replay``   step through a fight, its figures, downloads
"""
