"""A machine with Debian's kernel and the files of this one, in which drivers of cameras can be loaded.

It is emulated instruction by instruction (QEMU): slow, but it requires nothing of the machine below.  .ci/kernel
fetches its files.
"""

import json
import platform
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[3]
KERNEL: Final = ROOT / "build" / "kernel"
INIT: Final = Path(__file__).with_name("init")
#: The modules that lead to the files of the host.
FIRST_MODULES: Final = ("virtio_pci", "9pnet_virtio", "9p", "overlay")
MEMORY_MB: Final = 2500
LIMIT_S: Final = 900

#: Serial line 1 carries the report, line 0 the messages of the kernel.
_SCENARIO: Final = """export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp TZ=Europe/Zurich PYTHONPATH={paths}
/lib/systemd/systemd-udevd --daemon
for module in {modules}; do modprobe --dirname {kernel} $module; done
udevadm trigger
cd {root}
{python} -m {module} > /dev/ttyS1 2> /dev/ttyS0
sync
busybox poweroff -f
"""


def missing() -> str | None:
    """Why there is no such machine here."""
    if not (KERNEL / ".there").exists():
        return "no kernel is there: make build/kernel/.there fetches one"
    if platform.machine() != "x86_64":
        return "the machine runs the programs of this one, on x86-64 only"
    return None


def run_in_machine(module: str, drivers: tuple[str, ...]) -> dict[str, Any]:
    """Starts the machine, loads the drivers and runs a module of the tests, which prints its results as JSON.

    Raises RuntimeError with the machine's last words if nothing was printed.
    """
    with tempfile.TemporaryDirectory(dir=KERNEL) as name:
        folder = Path(name)
        scenario, report = folder / "scenario.sh", folder / "report.json"
        scenario.write_text(
            _SCENARIO.format(
                paths=shlex.quote(f"{ROOT}:{ROOT / 'tests/support'}"),
                modules=" ".join(drivers),
                kernel=shlex.quote(str(KERNEL)),
                root=shlex.quote(str(ROOT)),
                python=shlex.quote(sys.executable),
                module=module,
            ),
            encoding="utf-8",
        )
        done = subprocess.run(
            _command(_first_files(folder), scenario, report),
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )
        printed = report.read_text(encoding="utf-8").strip() if report.exists() else ""
    if not printed:
        raise RuntimeError(f"the machine reported nothing:\n{done.stdout[-4000:]}\n{done.stderr[-1000:]}")
    found: dict[str, Any] = json.loads(printed)
    return found


def _command(first_files: Path, scenario: Path, report: Path) -> list[str]:
    (kernel,) = (KERNEL / "boot").glob("vmlinuz-*")
    words = f"console=ttyS0 loglevel=4 panic=-1 rdinit=/init scenario={scenario}"
    return [
        *("qemu-system-x86_64", "-machine", "accel=tcg", "-cpu", "max", "-m", str(MEMORY_MB), "-smp", "1"),
        *("-display", "none", "-no-reboot", "-nic", "none", "-serial", "stdio", "-serial", f"file:{report}"),
        *("-kernel", str(kernel), "-initrd", str(first_files), "-append", words),
        *("-fsdev", "local,id=host,path=/,security_model=none,readonly=on,multidevs=remap"),
        *("-device", "virtio-9p-pci,fsdev=host,mount_tag=host"),
    ]


def _first_files(folder: Path) -> Path:
    """Writes the first files of the kernel: busybox, the first program and the modules for the host's files."""
    root = folder / "first"
    (modules,) = (KERNEL / "lib/modules").iterdir()
    there = root / "lib/modules" / modules.name
    for name in ("bin", "host", "memory", "root", "proc", "sys", "dev"):
        (root / name).mkdir(parents=True)
    there.mkdir(parents=True)
    for source in (Path("/bin/busybox"), *modules.glob("modules.*"), *_module_files(modules.name)):
        kept = root / (source.relative_to(KERNEL) if source.is_relative_to(KERNEL) else source.relative_to("/"))
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(source.read_bytes())
        kept.chmod(0o755)
    (root / "init").write_bytes(INIT.read_bytes())
    (root / "init").chmod(0o755)
    names = "\n".join(str(path.relative_to(root)) for path in sorted(root.rglob("*")))
    packed = subprocess.run(
        ["cpio", "--create", "--format=newc", "--quiet"],
        input=names.encode(),
        cwd=root,
        capture_output=True,
        check=True,
    )
    archive = folder / "first.cpio"
    archive.write_bytes(packed.stdout)
    return archive


def _module_files(version: str) -> list[Path]:
    files: dict[Path, None] = {}
    for module in FIRST_MODULES:
        asked = ["/sbin/modprobe", "--dirname", str(KERNEL), "--set-version", version, "--show-depends", module]
        printed = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
        files |= {Path(line.split()[1]): None for line in printed.splitlines() if line.startswith("insmod")}
    return list(files)
