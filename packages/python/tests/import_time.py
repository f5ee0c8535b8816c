"""Measures how long `import costumier` takes: the best of 20 processes, and of as many without it.

Time is the processor's, which does not depend on what else the machine does; on Windows it is the clock's.
"""

import subprocess
import sys
import time

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]

MOST = 0.05


def now() -> float:
    """Return the seconds that processes of this one have taken so far."""
    if resource is None:
        return time.perf_counter()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def best(code: str) -> float:
    """Return the shortest time of a process that runs this code."""
    times = []
    for _ in range(20):
        start = now()
        subprocess.run([sys.executable, "-c", code], check=True)
        times.append(now() - start)
    return min(times)


bare, with_import = best("pass"), best("import costumier")
taken = with_import - bare
print(f"import costumier: {taken * 1000:.0f} ms (Python alone: {bare * 1000:.0f} ms)")
sys.exit(taken > MOST)
