"""Measures how long `import costumier` takes: the best of 20 processes, and of as many without it."""

import subprocess
import sys
import time

MOST = 0.05


def best(code: str) -> float:
    """Return the shortest time of a process that runs this code."""
    times = []
    for _ in range(20):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        times.append(time.perf_counter() - start)
    return min(times)


bare, with_import = best("pass"), best("import costumier")
taken = with_import - bare
print(f"import costumier: {taken * 1000:.0f} ms (Python alone: {bare * 1000:.0f} ms)")
sys.exit(taken > MOST)
