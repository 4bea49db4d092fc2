"""The program `assay`, which is `python -m assay` too."""

import signal
import sys


def main() -> int:
    """Run the program; until it can say so in words, Ctrl-C ends it without any."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from assay.cli.main import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
