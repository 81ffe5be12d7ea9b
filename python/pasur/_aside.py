# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls on another thread, so that signals (Ctrl-C) reach the thread that waits, and never a function that the library
calls: an exception cannot cross the library.

It also keeps the threads of OpenMP out of the caller's thread: a child that it forks could not use them again.
"""
from __future__ import annotations

import _thread
import contextvars
import os
import threading
from queue import SimpleQueue
from typing import Any, Callable, List, Optional


class _Job:
    """One call. Whoever holds `claim` first decides: the worker, that it is made, or who waits, that it never is."""

    __slots__ = ("work", "context", "claim", "done", "ended", "result", "raised")

    def __init__(self, work: Callable[[], Any]):
        self.work, self.context = work, contextvars.copy_context()
        self.claim, self.done = threading.Lock(), threading.Lock()
        self.done.acquire()
        self.ended = False
        self.result: Any = None
        self.raised: Optional[BaseException] = None

    def run(self) -> None:
        try:
            self.result = self.context.run(self.work)
        except BaseException as error:
            self.raised = error
        self.ended = True

    def await_end(self) -> None:
        while not self.done.acquire(timeout=0.05):  # a signal just before the wait does not end it
            pass


_idle: List["SimpleQueue[_Job]"] = []  # of the workers that wait for a job


def _serve(jobs: "SimpleQueue[_Job]") -> None:
    while True:
        job = jobs.get()
        if job.claim.acquire(blocking=False):
            job.run()
        _idle.append(jobs)
        job.done.release()
        del job


def _worker() -> "SimpleQueue[_Job]":
    try:
        return _idle.pop()
    except IndexError:
        jobs: "SimpleQueue[_Job]" = SimpleQueue()
        # not by threading.Thread, whose start a signal breaks off halfway: then either side may fail, in Python 3.11
        _thread.start_new_thread(_serve, (jobs,))
        return jobs


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)  # threads are not forked


def aside(work: Callable[[], Any], stop: Optional[Callable[[], None]] = None, wait: bool = False) -> Any:
    """Returns work(), which another thread calls, or raises what it raises. Where a signal breaks off the waiting, stop()
    is called, and with `wait` the end of the call is awaited, unless a second signal comes; else it goes on by itself, so
    that what it uses must be nobody else's."""
    job = _Job(work)
    try:
        _worker().put(job)
        job.await_end()
    except BaseException:
        if not job.claim.acquire(blocking=False) and not job.ended:
            if stop:
                stop()
            if wait:
                job.await_end()
        raise
    if job.raised:
        raise job.raised
    return job.result
