"""The rules core: pure Python, one contract for every rule system.

It knows neither Django nor a database. Everything that it takes and gives is a frozen ``msgspec`` struct,
so that a sheet, a state, a command and an event go to JSON and back without loss.

Where to look:

======================  ==========================================================================
``system``              the contract: what every rule system answers
``sheet``               fields of a sheet, problems, budgets, library entries
``state``               who enters an encounter and how; the base of every system's state
``prompts``             what may be decided now: prompts, options, parameters, refusals, odds
``commands``            a decision taken
``events``              what happened, and who may know of it
``view``                a state as one viewer may see it
``dice``, ``odds``      rolling, and exact chances
``explain``             a number with the terms that it is made of
``rulings``             what a campaign may settle its own way
``systems``             one package a rule system
======================  ==========================================================================
"""
