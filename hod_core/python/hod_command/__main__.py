# SPDX-License-Identifier: Apache-2.0
import sys

from . import main

if __name__ == "__main__":  # processes started by the command import this file, too
    sys.exit(main())
