"""The rules' errors."""

from __future__ import annotations

import pickle

import pytest

from rhean.rules import errors
from rhean.rules.errors import Refusal, RulesError
from rhean.rules.sheet import Problem

SAMPLES = (
    RulesError("something"),
    errors.IllegalCommand(Refusal("target", "{0} is dead", ("gob",)), Refusal("cost", "costs 3 Stamina")),
    errors.BadDice("no die has no sides", "1d0", 3),
    errors.BadFormula("a number is missing", "body +", 7),
    errors.DiceNeeded(10, 1),
    errors.BadFace("a d10 has no 11"),
    errors.BadSheet(Problem("weapons", "no such weapon"), Problem("name", "too long")),
    errors.BadSetup("no such map"),
    errors.BadRuling("no such ruling"),
    errors.BadDocument("not a sheet", "sheet.skills"),
)


def test_every_kind_of_error_has_its_sample() -> None:
    assert {type(error) for error in SAMPLES} == {RulesError, *RulesError.__subclasses__()}


@pytest.mark.parametrize("error", SAMPLES, ids=lambda error: type(error).__name__)
def test_an_error_travels_between_processes_whole(error: RulesError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.args) == (type(error), str(error), error.args)
    assert vars(again) == vars(error)
