"""Dragonpact: the system object, nothing else."""

from rhean.rules.systems.dragonpact.system import SYSTEM

__all__ = ["SYSTEM"]
