"""Rhean: the system object, nothing else."""

from rhean.rules.systems.rhean.system import SYSTEM

__all__ = ["SYSTEM"]
