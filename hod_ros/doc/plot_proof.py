# SPDX-License-Identifier: Apache-2.0
"""Draws proof.png of the table that test_proof writes: plot_proof.py TABLE.csv OUTPUT.png."""

import csv
import sys
from pathlib import Path

import matplotlib.pyplot as plt


def main(table: str, output: str) -> None:
    with Path(table).open(encoding="utf-8") as file:
        names, *rows = csv.reader(file)
    columns = [[float(cell) for cell in column] for column in zip(*rows, strict=True)]
    figure, axes = plt.subplots(figsize=(8, 4.5))
    for name, column in zip(names[1:], columns[1:], strict=True):
        axes.semilogy(columns[0], [max(value, 1e-9) for value in column], label=name)
    axes.axvline(1.6, color="grey", linewidth=0.8, linestyle=":")
    axes.set_xlabel("time [s]; the motion ends at the dotted line")
    axes.set_ylabel("largest deviation of a link [rad]")
    axes.legend(fontsize="small", loc="center left", bbox_to_anchor=(1.0, 0.5))
    axes.grid(alpha=0.3)
    figure.savefig(output, dpi=90, bbox_inches="tight")


if __name__ == "__main__":
    main(*sys.argv[1:])
