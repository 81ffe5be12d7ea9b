# SPDX-License-Identifier: GPL-3.0-or-later
"""Ctrl-C and other signals while the library is at work, and children that are forked after it was."""
import os
import random
import signal
import subprocess
import sys
import unittest

import pasur


class Signal(Exception):
    pass


def first(view, plays, random):
    return 0


@unittest.skipUnless(hasattr(signal, "setitimer"), "no timers")
class SignalTest(unittest.TestCase):
    def setUp(self):
        def raises(number, frame):
            raise Signal

        self.addCleanup(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, raises))
        self.ignored = []  # what Python could not raise
        self.addCleanup(setattr, sys, "unraisablehook", sys.unraisablehook)
        sys.unraisablehook = lambda args: self.ignored.append(args.object)

    def interrupt(self, play, times):
        draw = random.Random(1)
        for _ in range(times):
            with self.assertRaises(Signal):
                signal.setitimer(signal.ITIMER_REAL, draw.uniform(0.0005, 0.008))
                while True:
                    play()
        self.assertEqual(self.ignored, [])

    def test_a_function_never_swallows_one(self):
        own, greedy, round = pasur.Agent.own("pagat", first), pasur.Agent("pagat", "greedy"), pasur.Round()
        player, sitting, steps = pasur.Player(own), pasur.Player(own), pasur.Steps(n=50, observations=False)
        alone = pasur.Round()
        sitting.begin(alone, 0)

        def play():
            round.deal(1, 0)
            pasur.play_round(round, [own, greedy])

        self.interrupt(play, 60)
        self.interrupt(lambda: sitting.choose(alone), 60)
        self.interrupt(lambda: steps.step_plays(steps.choose(player)), 60)
        self.interrupt(lambda: pasur.sim([own, greedy], boards=10 ** 5), 60)
        # and none of it left a mark
        self.assertEqual(pasur.sim([own, "greedy"], boards=20).voids, 0)
        self.assertTrue(pasur.play_round(pasur.Round(), [own, "greedy"]).over)

    def test_the_library_is_not_waited_for(self):
        """Each of these would take hours."""
        code = """if True:
            import os, signal, pasur
            def raises(number, frame):
                raise KeyboardInterrupt
            signal.signal(signal.SIGALRM, raises)
            slow = "ismcts:iters=1000000000"
            for call in (lambda: pasur.sim([slow, "greedy"], boards=6),
                         lambda: pasur.advise(slow, pasur.Round(), iterations=10 ** 12)):
                try:
                    signal.setitimer(signal.ITIMER_REAL, 0.2)
                    call()
                except KeyboardInterrupt:
                    print("stopped", flush=True)
            os._exit(0)
            """
        told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
        self.assertEqual((told.stdout, told.stderr), ("stopped\nstopped\n", ""))


@unittest.skipUnless(hasattr(os, "fork"), "no fork")
class ForkTest(unittest.TestCase):
    def test_a_forked_child_plays_too(self):
        code = """if True:
            import os, pasur
            own = pasur.Agent.own("pagat", lambda view, plays, random: 0)
            def play():
                voids = pasur.sim(["tactic", "greedy"], boards=40, threads=2).voids
                pasur.advise("tactic", pasur.Round(), iterations=100, threads=2)
                pasur.play_round(pasur.Round(), [own, "greedy"])
                return voids
            play()
            child = os.fork()
            if not child:
                os._exit(play())
            print(os.waitpid(child, 0)[1], play())
            """
        told = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=300)
        self.assertEqual((told.stdout, told.stderr), ("0 0\n", ""))


if __name__ == "__main__":
    unittest.main()
