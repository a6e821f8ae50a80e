# SPDX-License-Identifier: Apache-2.0
"""What the launch files of this package are made of."""
