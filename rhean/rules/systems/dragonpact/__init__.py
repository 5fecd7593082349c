"""Dragonpact."""
