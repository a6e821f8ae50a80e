# SPDX-License-Identifier: Apache-2.0
"""The command `hod`: one module per verb."""
