# SPDX-License-Identifier: Apache-2.0
"""Many recordings at once: every one counted once, whoever dies on the way."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from command_line import COMMAND, run
from hod import Error
from hod.command.main import main
from hod.recording import batch
from hod.recording.replay import replay
from recordings import ORIGIN, joint_state, write

pyarrow_csv = pytest.importorskip("pyarrow.csv")

ANOTHER_EACH_TIME = {"report.html", "replay.json"}  # command and seconds; dates of inputs


@pytest.fixture(scope="module")
def bags(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four bags in two folders, one of them of another robot, and their settings."""
    root = tmp_path_factory.mktemp("many")
    for number, name in enumerate(("mon/a", "mon/b", "tue/a", "tue/other")):
        joint = "elbow" if name == "tue/other" else "J2"
        stamps = [ORIGIN + i * 10_000_000 for i in range(60)]
        messages = [
            (s, joint_state(s, [joint], [0.1 * number + 1e-4 * i * i]))
            for i, s in enumerate(stamps)
        ]
        (root / "bags" / name).parent.mkdir(parents=True, exist_ok=True)
        write(root / "bags" / name, {"/joint_states": ("sensor_msgs/msg/JointState", messages)})
    settings = {
        "robot": {"urdf": "fanuc_lrmate"},
        "joint_readings": [{"joint": "J2", "topic": "/joint_states", "noise": 1e-4}],
    }
    (root / "fit.yaml").write_text(yaml.safe_dump(settings))
    return root


def tasks_of(bags: Path, out: Path) -> list[batch.Task]:
    return batch.find_tasks([str(bags / "bags")], str(bags / "fit.yaml"), str(out))


def files_below(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name not in ANOTHER_EACH_TIME
    }


@pytest.fixture(scope="module")
def one_by_one(bags: Path) -> tuple[list[batch.Row], Path]:
    """What comes of the bags in this very process."""
    out = bags / "one_by_one"
    rows = [task.run() for task in tasks_of(bags, out)]
    batch.write_summary(out, rows)
    return rows, out


def test_every_recording_has_a_row_and_a_folder(one_by_one):
    rows, out = one_by_one
    assert [row["bag"] for row in rows] == ["mon/a", "mon/b", "tue/a", "tue/other"]
    assert [bool(row["error"]) for row in rows] == [False, False, False, True]
    assert "J2" in rows[3]["error"]
    assert str(Path("tue", "other")) in rows[3]["error"]
    assert (out / "mon/b/report.html").exists()
    assert not (out / "tue/other").exists()


def test_the_summary_says_what_the_tables_say(one_by_one):
    from pyarrow import parquet

    rows, out = one_by_one
    table = parquet.read_table(out / "summary.parquet").to_pylist()
    assert [row["bag"] for row in table] == [row["bag"] for row in rows]
    text = pyarrow_csv.read_csv(out / "summary.csv").to_pylist()
    assert [row["J2.largest_Q"] for row in text] == [row["J2.largest_Q"] for row in table]
    forces = pyarrow_csv.read_csv(out / "mon/b/forces.csv").to_pydict()
    assert table[1]["J2.largest_Q"] == max(map(abs, forces["J2.Q"]))
    assert table[3]["J2.largest_Q"] is None


def test_processes_find_the_same_and_only_once(bags, one_by_one, tmp_path):
    result = run(
        "replay", bags / "bags", "--config", bags / "fit.yaml", "--out", tmp_path, "--jobs", 2
    )
    assert result.returncode == 1  # one of them has failed
    assert "3 of 4 recordings replayed" in result.stderr
    assert files_below(tmp_path) == files_below(one_by_one[1])
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("forces.csv")}
    (tmp_path / "mon/a/replay.json").unlink()
    run("replay", bags / "bags", "--config", bags / "fit.yaml", "--out", tmp_path)
    after = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("forces.csv")}
    assert {path for path in after if after[path] != before[path]} == {
        tmp_path / "mon/a/forces.csv"
    }
    assert files_below(tmp_path) == files_below(one_by_one[1])


def test_the_command_as_it_is_installed_starts_processes(bags, tmp_path):
    """They import the script that started them, which must not run once more in each."""
    script = Path(sys.executable).with_name("hod")
    if not script.exists():
        pytest.skip("no command beside this Python")
    out = tmp_path / "replayed"
    words = [script, "replay", bags / "bags", "--config", bags / "fit.yaml", "--out", out]
    done = subprocess.run(
        [*map(str, words), "--jobs", "2"], capture_output=True, text=True, check=False, timeout=300
    )
    assert "3 of 4 recordings replayed" in done.stderr
    assert "bootstrapping" not in done.stderr


def test_what_has_changed_is_done_again(bags, tmp_path):
    shutil.copytree(bags / "bags/mon/a", tmp_path / "a")
    shutil.copy(bags / "fit.yaml", tmp_path)
    task = batch.Task("a", str(tmp_path / "a"), str(tmp_path / "fit.yaml"), str(tmp_path / "out"))
    first = task.run()
    stamp = task.record.stat().st_mtime_ns
    assert task.run() == first
    assert task.record.stat().st_mtime_ns == stamp
    text = (tmp_path / "fit.yaml").read_text()
    (tmp_path / "fit.yaml").write_text(text + "output: {orders: 3}\n")
    assert "J2.largest_d1Q" in task.run()
    assert "J2.largest_d2Q" not in task.run()
    shutil.rmtree(tmp_path / "a")
    shutil.copytree(bags / "bags/mon/b", tmp_path / "a")
    assert task.run()["J2.largest_Q"] != first["J2.largest_Q"]


def test_what_is_no_longer_as_it_was_written_is_done_again(bags, tmp_path):
    """The inputs had not changed, and results that were gone counted as replayed."""
    out = tmp_path / "out"
    task = batch.Task("a", str(bags / "bags/mon/a"), str(bags / "fit.yaml"), str(out))
    first, written = task.run(), files_below(out)
    for name in ("motion.csv", "energies.png", "robot.urdf"):
        (out / name).unlink()
        assert task.run() == first
        assert files_below(out) == written
    (out / "forces.csv").write_text("time,J2.Q\n0,0\n")
    assert task.run() == first
    assert files_below(out) == written
    (out / "notes.txt").write_text("of somebody's own")
    stamp = task.record.stat().st_mtime_ns
    assert task.run() == first
    assert task.record.stat().st_mtime_ns == stamp


@pytest.mark.parametrize("files", [None, [], 3, {"motion.csv": 1}, {"nowhere.csv": [1, 2]}])
def test_records_of_older_versions_and_odd_ones_do_not_count(files, bags, tmp_path):
    task = batch.Task("a", str(bags / "bags/mon/a"), str(bags / "fit.yaml"), str(tmp_path / "out"))
    task.record.parent.mkdir()
    (task.record.parent / "motion.csv").touch()
    record = {"key": "k", "row": {"bag": "a"}} | ({} if files is None else {"files": files})
    task.record.write_text(json.dumps(record))
    assert task.finished("k") is None


class Deadly(batch.Task):
    """Kills its process the first time, or every time."""

    def run(self) -> batch.Row:
        mark = Path(self.folder + ".killed")
        if self.name == "always" or not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().run()


def test_a_killed_process_costs_nobody_elses_result(bags, one_by_one, tmp_path):
    tasks = tasks_of(bags, tmp_path)[:3]
    arguments = [tasks[1].name, tasks[1].bag, tasks[1].config, tasks[1].folder]
    tasks[1] = Deadly(*arguments)
    tasks.append(Deadly("always", *arguments[1:3], str(tmp_path / "always")))
    (tmp_path / "mon").mkdir()
    rows = {row["bag"]: row for row in batch.run_here(tasks, 2)}
    assert len(rows) == 4
    assert "killed" in rows.pop("always")["error"]
    assert [rows[key] for key in sorted(rows)] == one_by_one[0][:3]


def test_a_cluster_loses_a_worker_and_nothing_else(bags, one_by_one, tmp_path):
    distributed = pytest.importorskip("distributed")
    # Workers import this module's folder as the tests do.
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path)
    tasks = tasks_of(bags, tmp_path)
    tasks += [
        batch.Task(
            f"again/{i}", tasks[i % 3].bag, tasks[0].config, str(tmp_path / "again" / str(i))
        )
        for i in range(6)
    ]
    with distributed.LocalCluster(
        n_workers=3, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        rows = batch.run_on(cluster.scheduler_address, tasks)
        found = [next(rows)]
        os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
        found += rows
    batch.clear_scratch(tmp_path)
    assert sorted(row["bag"] for row in found) == sorted(task.name for task in tasks)
    by_name = {row["bag"]: row for row in found}
    assert [by_name[row["bag"]] for row in one_by_one[0]] == one_by_one[0]
    here = {k: v for k, v in files_below(one_by_one[1]).items() if "summary" not in k}
    there = files_below(tmp_path)
    assert {name: there[name] for name in here} == here
    for i in range(6):
        again = {n.split("/", 2)[2]: c for n, c in there.items() if n.startswith(f"again/{i}/")}
        source = f"{tasks[i % 3].name}/"
        assert again == {n.removeprefix(source): c for n, c in here.items() if n.startswith(source)}
    assert not list(tmp_path.rglob(".hod_*"))


def test_no_cluster_is_said(bags, tmp_path):
    with pytest.raises(Error, match=r"127\.0\.0\.1:1: found no Dask scheduler"):
        next(batch.run_on("tcp://127.0.0.1:1", tasks_of(bags, tmp_path)))


@pytest.mark.parametrize("until", ["processes begin", "one is done"])
def test_ctrl_c_ends_all_processes_and_is_one_line(until, bags, tmp_path):
    """A terminal sends it to all of them, also to those that are importing still."""
    for i in range(40):
        shutil.copytree(bags / "bags/mon/a", tmp_path / f"bags/{i}")
    words = ["replay", tmp_path / "bags", "--config", bags / "fit.yaml", "--out", tmp_path / "out"]
    with subprocess.Popen(
        [*COMMAND, *map(str, words), "--jobs", "2"],
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while not (
            list(tmp_path.glob("out/*/replay.json"))
            if until == "one is done"
            else len(children.read_text().split()) > 2  # the first one tracks semaphores
        ):
            time.sleep(0.01)
            assert process.poll() is None
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stderr is not None
        said = process.stderr.read().decode()
    assert said.startswith("hod: interrupted, ")
    assert said.count("\n") == 1
    assert not list((tmp_path / "out").rglob(".hod_*"))
    assert not (tmp_path / "out/summary.csv").exists()


def test_an_interruption_says_how_far_it_came(bags, tmp_path, monkeypatch):
    def interrupted(tasks: list[batch.Task], jobs: int) -> Iterator[batch.Row]:
        yield tasks[0].run()
        raise KeyboardInterrupt

    monkeypatch.setattr(batch, "run_here", interrupted)
    monkeypatch.setenv("HOD_TRACEBACK", "1")
    words = ["replay", bags / "bags", "--config", bags / "fit.yaml", "--out", tmp_path / "out"]
    with pytest.raises(KeyboardInterrupt, match="1 of 4 recordings are done; the same command"):
        main([str(word) for word in words])


def lives(process: str) -> bool:
    """Whether a process runs; one that nobody has asked after is dead all the same."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_killed_command_leaves_no_process_behind(bags, one_by_one, tmp_path):
    for i in range(6):
        shutil.copytree(bags / "bags/mon/a", tmp_path / f"bags/{i}")
    words = ["replay", tmp_path / "bags", "--config", bags / "fit.yaml", "--out", tmp_path / "out"]
    command = [*COMMAND, *map(str, words), "--jobs", "2"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        while not list(tmp_path.glob("out/*/replay.json")):
            time.sleep(0.05)
            assert process.poll() is None
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        process.kill()
    assert children
    end = time.monotonic() + 60
    while any(map(lives, children)):
        assert time.monotonic() < end
        time.sleep(0.1)
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0
    assert "6 of 6 recordings replayed" in done.stderr
    assert not list((tmp_path / "out").rglob(".hod_*"))
    undisturbed = files_below(one_by_one[1] / "mon/a")
    for i in range(6):
        assert files_below(tmp_path / f"out/{i}") == undisturbed


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["nowhere"], "found no such file"),
        (["empty"], "found no rosbag2 in this folder"),
        (["bags/mon/a", "bags/tue/a"], "found two recordings called a"),
    ],
)
def test_bad_input_is_one_sentence_and_leaves_nothing(given, expected, bags, tmp_path):
    (bags / "empty").mkdir(exist_ok=True)
    words = [bags / one for one in given]
    result = run("replay", *words, "--config", bags / "fit.yaml", "--out", tmp_path / "out")
    assert (result.returncode, result.stdout) == (1, "")
    assert expected in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_full_disk_is_a_row_like_others(bags, tmp_path, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", str(tmp_path))

    monkeypatch.setattr(batch, "replay", full)
    row = tasks_of(bags, tmp_path)[0].run()
    assert "No space left on device" in row["error"]
    assert replay is not batch.replay
