# SPDX-License-Identifier: Apache-2.0
import sys

from . import main

if __name__ == "__main__":  # processes that the command starts import this file, too
    sys.exit(main())
