"""Makes the project's own environment, then goes on inside it.

``manage.py`` calls :func:`enter` before it imports Django. Only the standard library is used, and the file has to parse
on Pythons older than the one that is needed, so that those can print a message instead of a syntax error.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from typing import Dict, Iterator, List, Mapping

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LOCK = ".requirements.lock"
OLDEST = (3, 11)
SKIP = "RHEAN_NO_BOOT"

# Which groups of packages a command needs besides "run".
NEEDS = {
    "test": ("scale", "test", "browser", "lint"),
    "lock": ("scale", "test", "browser", "lint"),
}


class BootError(Exception):
    """The environment could not be made; the message says what to do."""


def enter(argv: List[str]) -> None:
    """Return at once inside the project's environment; otherwise make it and start again in it."""
    if os.environ.get(SKIP) == "1":
        return
    if sys.version_info < OLDEST:
        raise SystemExit("Python %d.%d or newer is needed; this is %s." % ((*OLDEST, sys.version.split()[0])))
    groups = groups_for(argv, os.environ)
    venv = os.path.join(ROOT, ".venv")
    try:
        sync(venv, groups)
    except BootError as problem:
        raise SystemExit(str(problem)) from None
    if not inside(venv):
        restart(venv, argv)


def groups_for(argv: List[str], environ: Mapping[str, str]) -> List[str]:
    """The groups that this command line needs: always "run", PostgreSQL and Redis drivers where those are set."""
    command = argv[1] if len(argv) > 1 else ""
    wanted = set(NEEDS.get(command, ()))
    if environ.get("DATABASE_URL") or environ.get("REDIS_URL"):
        wanted.add("scale")
    return ["run", *sorted(wanted)]


def inside(venv: str) -> bool:
    return os.path.realpath(sys.prefix) == os.path.realpath(venv)


def sync(venv: str, groups: List[str]) -> None:
    """Bring the environment up to date with the lock, once, whoever else tries at the same time."""
    if all(is_current(venv, group) for group in groups):
        return
    with only_one(venv + ".lock"):
        missing = [group for group in groups if not is_current(venv, group)]
        if not missing:
            return
        create(venv)
        install(venv, groups)
        for group in groups:  # the stamps come last: an install that was cut short is done again
            with open(stamp_path(venv, group), "w") as stamp:
                stamp.write(fingerprint(group))


def is_current(venv: str, group: str) -> bool:
    try:
        with open(stamp_path(venv, group)) as stamp:
            return stamp.read() == fingerprint(group)
    except OSError:
        return False


def stamp_path(venv: str, group: str) -> str:
    return os.path.join(venv, "rhean-%s.stamp" % group)


def fingerprint(group: str) -> str:
    """What an installed group depends on: this very Python, and the group's lines of the lock."""
    parts = [sys.version.split()[0], os.path.realpath(sys.base_prefix)] + sections()[group]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def sections() -> Dict[str, List[str]]:
    """The lock, as a list of requirement blocks for each group."""
    found = {}  # type: Dict[str, List[str]]
    name = ""
    with open(os.path.join(ROOT, LOCK), encoding="utf-8") as lock:
        for line in lock.read().splitlines():
            if line.startswith("# group: "):
                name = line.split(": ")[1]
                found[name] = []
            elif line.startswith(" "):
                found[name][-1] += "\n" + line
            elif line and not line.startswith("#"):
                found[name].append(line)
    return found


def create(venv: str) -> None:
    """A virtual environment with a working pip; one without is built anew."""
    if os.path.exists(python_of(venv)) and run_quietly([python_of(venv), "-m", "pip", "--version"]) == 0:
        return
    say("Making the environment .venv ...")
    if run_quietly([base_python(), "-m", "venv", "--clear", venv]) != 0:
        raise BootError(
            "Python could not make a virtual environment. On Debian and Ubuntu the module is a package of its own:\n"
            "    apt-get install python3-venv"
        )


def base_python() -> str:
    """The Python outside any environment, so that .venv never stands on another one."""
    return getattr(sys, "_base_executable", None) or sys.executable


def python_of(venv: str) -> str:
    if os.name == "nt":
        return os.path.join(venv, "Scripts", "python.exe")
    return os.path.join(venv, "bin", "python")


def install(venv: str, groups: List[str]) -> None:
    say("Installing packages (%s) ..." % ", ".join(groups))
    blocks = []  # type: List[str]
    for group in groups:
        blocks += [block for block in sections()[group] if block not in blocks]
    handle, path = tempfile.mkstemp(suffix=".txt")
    try:
        with os.fdopen(handle, "w") as file:
            file.write("\n".join(blocks) + "\n")
        command = [python_of(venv), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
        code = subprocess.call([*command, "--require-hashes", "-r", path], env=calm_environment())
    finally:
        os.unlink(path)
    if code != 0:
        raise BootError("The packages could not be installed (see above). With a network, run the same command again.")


def calm_environment() -> Dict[str, str]:
    """The environment for pip, whose own warnings are not ours to be stopped by."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONWARNINGS"}


def run_quietly(command: List[str]) -> int:
    try:
        return subprocess.call(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=calm_environment())
    except OSError:
        return 1


@contextmanager
def only_one(path: str) -> Iterator[None]:
    """Hold a lock that dies with the process, however it ends."""
    with open(path, "a+") as file:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def restart(venv: str, argv: List[str]) -> None:
    """Run the same command line in the environment."""
    command = [python_of(venv)] + ["-W%s" % option for option in sys.warnoptions] + argv
    sys.stdout.flush()
    if os.name == "nt":  # execv would give the console back before the command is done
        raise SystemExit(subprocess.call(command))
    os.execv(command[0], command)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
