# SPDX-License-Identifier: Apache-2.0
"""Draws how exact the forces are: python docs/pictures/conditioning.py TABLE PICTURE.

TABLE is what `hod_conditioning` (CMake option HOD_BUILD_BENCHMARKS) wrote.
"""

from __future__ import annotations

import sys

import matplotlib.pyplot as plt
import numpy as np


def main(table: str, picture: str) -> None:
    rows = np.genfromtxt(table, delimiter=",", names=True)
    speeds = np.unique(rows["speed"])
    figure, axes = plt.subplots(
        1, len(speeds), figsize=(10.0, 3.4), sharey=True, layout="constrained"
    )
    for axis, speed in zip(axes, speeds, strict=True):
        for order in np.unique(rows["order"]):
            chosen = rows[(rows["speed"] == speed) & (rows["order"] == order)]
            shade = plt.get_cmap("viridis")(order / 7.0)
            name = f"order {order:.0f}"
            axis.loglog(chosen["joints"], chosen["error"], "o-", ms=3, color=shade, label=name)
        axis.axhline(2.0**-53, color="0.6", lw=0.8, ls="--")
        axis.set(title=f"speed {speed:g} 1/s", xlabel="joints")
        joints = np.unique(rows["joints"]).astype(int)
        axis.set_xticks(joints, [str(number) for number in joints])
        axis.minorticks_off()
    axes[0].set_ylabel("largest error / largest entry")
    axes[0].text(joints[0], 2.0**-53 * 1.15, "2⁻⁵³", color="0.4", fontsize=8)
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside right center", frameon=False)
    figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
