"""The habits of the house that a machine can check, over every file of the project."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings

from rhean.rules.systems import KEYS

ROOT = Path(settings.BASE_DIR)
TOP_LEVEL = {
    "manage.py",
    "pyproject.toml",
    "README.md",
    "rhean",
    "sheets",
    "encounters",
    "templates",
    "static",
    "tests",
}
LINES_OF_PYTHON, LINES_OF_TEMPLATE, LINES_OF_FUNCTION, LINES_OF_TEST = 500, 150, 50, 30
CHECKS = re.compile(r"^(assert|raises|expect|fail|verify|check|wait_for$)")

# Written in pieces, so that this file does not name what it forbids.
REGISTRY = re.compile("|".join(["py[p]i[.]org", "pythonhos[t]ed", "npm[j]s", "deb[.]debi[a]n", "index-ur[l]"]), re.I)
MACHINE = re.compile(r"(?<![\w.])/(wor[k]|roo[t]|hom[e]/\w+|far[m])/|/tm[p]/")
PRIVATE = re.compile(r"\b(10\.\d+|192\.168|172\.(1[6-9]|2\d|3[01]))\.\d+\.\d+\b")
UNFINISHED = re.compile(r"\b(TO[D]O|FIX[M]E|X[X]X|NotImplemented[E]rror|coming so[o]n|lorem ips[u]m)\b", re.I)
ASKS_SYSTEM = re.compile(r"\bsystem(\.key|_key)?\s*(==|!=|(not )?in\s*[\[({])\s*['\"]")


@cache
def files() -> tuple[str, ...]:
    """Every file that is or will be committed."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return tuple(sorted(name for name in set(listed) if (ROOT / name).is_file()))


def texts(*endings: str) -> Iterator[tuple[str, str]]:
    """Our own text files with these endings (all of them without any)."""
    for name in files():
        if name.startswith("static/vendor/") or name.endswith("axe.min.js") or not name.endswith(endings or ("",)):
            continue
        content = (ROOT / name).read_bytes()
        if b"\0" not in content[:1024]:
            yield name, content.decode()


def python() -> Iterator[tuple[str, ast.Module, str]]:
    for name, text in texts(".py"):
        if "/migrations/" not in name:
            yield name, ast.parse(text), text


def functions() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for name, tree, _ in python():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield name, node


def length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (node.end_lineno or 0) - node.lineno + 1


def lines_matching(pattern: re.Pattern[str], found: Iterator[tuple[str, str]]) -> list[str]:
    return [
        f"{name}:{number} {line.strip()[:80]}"
        for name, text in found
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def test_the_top_level_holds_the_agreed_things_only() -> None:
    assert {name.split("/")[0] for name in files() if not name.startswith(".")} <= TOP_LEVEL


def test_no_python_file_is_too_long() -> None:
    assert [name for name, _, text in python() if len(text.splitlines()) > LINES_OF_PYTHON] == []


def test_no_template_is_too_long() -> None:
    assert [name for name, text in texts(".html") if len(text.splitlines()) > LINES_OF_TEMPLATE] == []


def test_no_function_is_too_long() -> None:
    assert [f"{name}:{node.lineno} {node.name}" for name, node in functions() if length(node) > LINES_OF_FUNCTION] == []


def every_test() -> list[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    return [(name, node) for name, node in functions() if name.startswith("tests/") and node.name.startswith("test_")]


def test_no_test_is_too_long() -> None:
    assert [f"{name}:{node.lineno} {node.name}" for name, node in every_test() if length(node) > LINES_OF_TEST] == []


def asserts(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a test asserts: by itself, or by a helper that says so in its name."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if CHECKS.match(called):
                return True
    return False


def test_every_test_asserts_something() -> None:
    assert [f"{name}:{node.lineno} {node.name}" for name, node in every_test() if not asserts(node)] == []


def test_only_the_systems_know_which_system_it_is() -> None:
    found = ((name, text) for name, text in texts(".py", ".html") if "/systems/" not in name)
    assert lines_matching(ASKS_SYSTEM, (pair for pair in found if not pair[0].startswith("tests/"))) == []


def test_no_file_names_a_package_registry() -> None:
    assert lines_matching(REGISTRY, texts()) == []


def test_no_file_bears_a_path_or_an_address_of_one_machine() -> None:
    assert lines_matching(MACHINE, texts()) == []
    assert lines_matching(PRIVATE, texts()) == []


def test_nothing_is_left_unfinished() -> None:
    assert lines_matching(UNFINISHED, texts()) == []


def test_each_system_lives_in_a_package_named_like_its_key() -> None:
    packages = {name.split("/")[3] for name in files() if re.match(r"rhean/rules/systems/\w+/", name)}
    assert set(KEYS) <= packages


def test_templates_hold_no_script_no_style_and_no_comment_that_reaches_the_browser() -> None:
    forbidden = re.compile(
        r"<script(?![^>]*\bsrc=)|\sstyle=|<style|<!--|\son\w+=\"|(src|href)=\"(https?:)?//|\bhx-on\b"
    )
    assert lines_matching(forbidden, texts(".html")) == []


def test_every_form_that_htmx_posts_works_without_it() -> None:
    form = r"<form(?![^>]*\baction=)[^>]*\bhx-post="
    other = r"<(?!form\b|button\b)(?![^>]*\bhx-include=)[a-z]+[^>]*\bhx-(post|put|patch|delete)="
    posted = re.compile(f"{form}|{other}", re.S)
    assert [f"{name}: {found.group()[:80]}" for name, text in texts(".html") for found in posted.finditer(text)] == []


def test_writes_and_permissions_stay_in_their_rooms() -> None:
    views = [(name, text) for name, text in texts(".py") if re.search(r"(^|/)views(\.py$|/)", name)]
    assert (
        lines_matching(
            re.compile(
                r"\.save\((update_fields|\))|\.(create|delete|bulk_create)\(|\.objects\b.*\.update\(|request\.POST\["
            ),
            iter(views),
        )
        == []
    )
    outside = [(name, text) for name, text in texts(".py") if not name.startswith("tests/") and "access" not in name]
    anew = re.compile(r"\bget_object_or_404\((?!.*\bpk=\w+\.pk\))")  # a row that was reached before may be locked
    assert lines_matching(anew, iter(outside)) == []


def test_tests_make_their_objects_by_factories() -> None:
    made = ((name, text) for name, text in texts(".py") if re.match(r"tests/(?!bench/)", name))
    assert lines_matching(re.compile(r"\.objects\.(bulk_)?create\("), made) == []


def test_headers_of_htmx_are_set_by_its_helpers() -> None:
    code = ((name, text) for name, text in texts(".py") if not name.startswith("tests/"))
    assert lines_matching(re.compile(r"\[[\"']HX-[\w-]+[\"']\]\s*="), code) == []


def test_every_template_compiles() -> None:
    from tests.house.templates import broken

    assert broken() == []
