"""Worker processes that play fights: started for one forecast, gone when it ends, however it ends.

They are spawned (the server has threads: a fork would copy its locks), run at low priority, and live only as long as
the server holds the other end of their line: closing it, or the server's own death, ends them in the middle of a run.
"""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Protocol

from encounters.forecast import Outcome, Prepared, Tally, play

MOST_WORKERS = 4
"""However many cores there are: each worker takes about 30 MiB."""

AHEAD = 2
"""Runs that each worker has before it, so that none waits for the server."""

BEAT = 1.0
"""Seconds between two reports."""

MOST_SECONDS = 900.0
"""After so long no run is begun any more; those that are being played are played to their end, or else the result
would lack the long ones."""

GRACE = 120.0
"""So long they may take for that."""

PATIENCE = 10.0
"""Seconds for which the end of the server waits for the jobs."""

NICE = 15
"""So much is taken from a worker's priority: the pages come first."""

RUBBISH = 50_000
"""New things after which a worker looks for rubbish: a run makes few circles, and looking for them costs a tenth."""

CONTEXT = get_context("spawn")


def worker_count() -> int:
    """One for each core but one, which is the server's."""
    affinity = getattr(os, "sched_getaffinity", None)
    cores = len(affinity(0)) if affinity else os.cpu_count() or 1
    return min(max(cores - 1, 1), MOST_WORKERS)


# -- in a worker ----------------------------------------------------------------------------------------------------

_prepared: list[Prepared] = []


def enter(prepared: Prepared, line: Connection | None) -> None:
    """Make this process a worker for one fight, which ends with the line; without a line it plays, and stays what it
    is."""
    _prepared[:] = [prepared]
    if line is None:
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in the terminal is for the server, which ends its workers
    gc.freeze()
    gc.set_threshold(RUBBISH)
    if hasattr(os, "nice"):
        os.nice(NICE)
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()


def _end_with(line: Connection) -> None:
    """Wait for the end of the line, and end."""
    try:
        line.recv_bytes()
    except (EOFError, OSError):
        os._exit(0)


def run_one(seed: str) -> Outcome:
    """One run, in a worker."""
    return play(_prepared[0], seed)


# -- in the server --------------------------------------------------------------------------------------------------


class Report(Protocol):
    """Who is told how a job goes."""

    def progress(self, tally: Tally) -> bool:
        """So far; False: it is not wanted any more."""
        ...

    def end(self, tally: Tally, how: str, fault: BaseException | None = None) -> None:
        """The end: ``done``, ``time`` or ``stopped``, or ``failed`` with what went wrong. Told once, unless it was not
        wanted any more."""
        ...

    def close(self) -> None:
        """Nothing is told any more; told last, whatever happened."""
        ...


def new_pool(workers: int, prepared: Prepared, line: Connection) -> Executor:
    """The processes of one job."""
    return ProcessPoolExecutor(workers, CONTEXT, initializer=enter, initargs=(prepared, line))


class Job(threading.Thread):
    """Plays one fight with every seed given, and reports."""

    def __init__(self, prepared: Prepared, seeds: Sequence[str], report: Report) -> None:
        super().__init__(name="forecast", daemon=True)
        self.prepared = prepared
        self.seeds = list(reversed(seeds))
        self.report = report
        self.tally = Tally()
        self.playing: set[Future[Outcome]] = set()
        self.theirs, self.ours = CONTEXT.Pipe(duplex=False)
        self.stopping = threading.Event()

    def stop(self) -> None:
        """End the job and its workers at once; it tells its report so. From any thread."""
        self.stopping.set()
        self.ours.close()

    def run(self) -> None:
        """Play; whatever happens, leave no worker behind."""
        try:
            with new_pool(worker_count(), self.prepared, self.theirs) as pool:
                try:
                    self.play(pool)
                finally:
                    if self.playing:  # not wanted any more: nobody waits for them
                        self.ours.close()
        finally:
            self.ours.close()
            self.theirs.close()
            self.report.close()
            with _lock:
                _jobs.discard(self)

    def play(self, pool: Executor) -> None:
        """Keep the workers busy until every seed is played, time is up, or nobody wants to know any more."""
        began = told = time.monotonic()
        count = AHEAD * worker_count()
        while not self.stopping.is_set():
            now = time.monotonic()
            if now - told >= BEAT:
                told = now
                if not self.report.progress(self.tally):
                    return
            late = now - began - MOST_SECONDS
            fault = self.gather() or (self.fill(pool, count) if late < 0 else None)
            if fault is not None:
                self.fail(fault)
                return
            if not self.playing or late > GRACE:
                self.report.end(self.tally, "time" if self.seeds or self.playing else "done")
                return
            wait(self.playing, timeout=max(told + BEAT - time.monotonic(), 0), return_when=FIRST_COMPLETED)
        self.report.end(self.tally, "stopped")

    def fill(self, pool: Executor, count: int) -> BaseException | None:
        """Give the workers enough to do; what went wrong, if they are no more."""
        try:
            while self.seeds and len(self.playing) < count:
                self.playing.add(pool.submit(run_one, self.seeds.pop()))
        except (BrokenProcessPool, OSError) as fault:
            return fault
        except RuntimeError as fault:  # the interpreter is ending
            self.stopping.set()
            return fault
        return None

    def gather(self) -> BaseException | None:
        """Count what is finished; what went wrong in one of the runs, if anything did."""
        for future in [one for one in self.playing if one.done()]:
            self.playing.discard(future)
            fault = future.exception()
            if fault is not None:
                return fault
            self.tally.add(future.result())
        return None

    def fail(self, fault: BaseException) -> None:
        """Report a fault; workers that were ended on purpose are none."""
        if self.stopping.is_set():
            self.report.end(self.tally, "stopped")
        else:
            self.report.end(self.tally, "failed", fault)


_jobs: set[Job] = set()
_lock = threading.Lock()


def launch(prepared: Prepared, seeds: Sequence[str], report: Report) -> None:
    """Begin a job in this process."""
    job = Job(prepared, seeds, report)
    with _lock:
        _jobs.add(job)
    job.start()


def close() -> None:
    """End all jobs of this process, and wait until their workers are gone."""
    with _lock:
        jobs = list(_jobs)
    for job in jobs:
        job.stop()
    for job in jobs:
        job.join(PATIENCE)
