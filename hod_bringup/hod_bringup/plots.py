# SPDX-License-Identifier: Apache-2.0
"""Layouts for PlotJuggler: Q, Q' and Q'' of every joint."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence

COLORS = ("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#17becf")

PLOTS = (("Q [N m]", "effort"), ("Q' [N m/s]", "effort_d1"), ("Q'' [N m/s2]", "effort_d2"))


def joint_topic(joint: str, namespace: str = "") -> str:
    """Return where a forces node tells of a joint: what topics do not allow is an underscore."""
    letters = (chr(byte) if byte < 128 else "-" for byte in joint.encode())
    token = "".join(letter if letter.isalnum() else "_" for letter in letters)
    token = f"_{token}" if token[:1].isdigit() else token
    prefix = "".join(f"/{part}" for part in namespace.split("/") if part)
    return f"{prefix}/forces_node/joints/{token}"


def plot_layout(joints: Sequence[str], namespace: str = "") -> str:
    """Return a layout that also subscribes to what it shows."""
    topics = [joint_topic(joint, namespace) for joint in joints]
    root = ElementTree.Element("root")
    tabs = ElementTree.SubElement(
        root, "tabbed_widget", {"parent": "main_window", "name": "Main Window"}
    )
    tab = ElementTree.SubElement(tabs, "Tab", containers="1", tab_name="joint forces")
    container = ElementTree.SubElement(tab, "Container")
    splitter = ElementTree.SubElement(
        container, "DockSplitter", orientation="-", count="3", sizes="0.34;0.33;0.33"
    )
    for name, field in PLOTS:
        area = ElementTree.SubElement(splitter, "DockArea", name=name)
        plot = ElementTree.SubElement(
            area, "plot", mode="TimeSeries", style="Lines", flip_x="false", flip_y="false"
        )
        ElementTree.SubElement(plot, "limitY")
        for i, topic in enumerate(topics):
            color = COLORS[i % len(COLORS)]
            ElementTree.SubElement(plot, "curve", name=f"{topic}/{field}", color=color)
    ElementTree.SubElement(tabs, "currentTabIndex", index="0")
    ElementTree.SubElement(root, "use_relative_time_offset", enabled="1")
    plugins = ElementTree.SubElement(root, "Plugins")
    plugin = ElementTree.SubElement(plugins, "plugin", ID="ROS2 Topic Subscriber")
    ElementTree.SubElement(plugin, "use_header_stamp", value="true")
    ElementTree.SubElement(plugin, "max_array_size", value="100")
    ElementTree.SubElement(plugin, "selected_topics", value=";".join(topics))
    ElementTree.SubElement(root, "previouslyLoaded_Streamer", name="ROS2 Topic Subscriber")
    ElementTree.indent(root, " ")
    return f"<?xml version='1.0' encoding='UTF-8'?>\n{ElementTree.tostring(root, 'unicode')}\n"
