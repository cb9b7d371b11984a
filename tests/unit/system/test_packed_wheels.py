"""The packed wheels are whole and small, and `setup` installs from them what its Python needs."""

import hashlib
import io
import platform
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("packages for Linux", allow_module_level=True)

DEPLOY = Path(__file__).parents[3] / "deploy"
OWN = f"cp{sys.version_info.major}{sys.version_info.minor}"
OTHER = "cp39"
LINUX = f"linux_{platform.machine()}"
#: The same library in the wheels of two Pythons; its bytes follow no rule.
LIBRARY = b"".join(hashlib.sha256(bytes([number % 256, number // 256])).digest() for number in range(4000))


def wheel(folder: Path, name: str, tags: str, module: str) -> Path:
    """A wheel with one module and the library; each of a real wheel's files is listed in its RECORD."""
    path, info = folder / f"{name}-1.0-{tags}.whl", f"{name}-1.0.dist-info"
    files = {
        f"{name}.py": module.encode(),
        f"{name}.bin": LIBRARY,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n".encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: false\nTag: {tags}\n".encode(),
    }
    files[f"{info}/RECORD"] = "".join(f"{each},,\n" for each in [*files, f"{info}/RECORD"]).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for each, content in files.items():
            archive.writestr(each, content)
    return path


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    """A folder as `deploy/wheelhouse` fills it; the `cv2` stands for OpenCV's, which `setup` imports in the end."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    locked = [
        wheel(folder, "kiwi", f"{OWN}-{OWN}-{LINUX}", "BUILT_FOR = 'own'"),
        wheel(folder, "kiwi", f"{OTHER}-{OTHER}-{LINUX}", "BUILT_FOR = 'other'"),
        wheel(folder, "cv2", "py3-none-any", ""),
    ]
    wheel(folder, "pawtrack", "py3-none-any", "")
    hashes = {path: f"--hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}" for path in locked}
    lines = [f"kiwi==1.0 {hashes[locked[0]]} {hashes[locked[1]]}", f"cv2==1.0 {hashes[locked[2]]}"]
    (folder / "requirements.lock").write_text("\n".join(lines) + "\n")
    return folder


def packed(wheels: Path) -> Path:
    target = wheels.with_name("wheels.tar.xz")
    subprocess.run([sys.executable, DEPLOY / "packed", wheels, target], check=True)
    return target


def test_a_library_of_two_pythons_is_compressed_once(wheels: Path) -> None:
    target = packed(wheels)
    first = target.read_bytes()
    assert len(first) < 1.2 * len(LIBRARY) < sum(path.stat().st_size for path in wheels.glob("*.whl")) / 3
    assert packed(wheels).read_bytes() == first


def test_every_wheel_in_it_is_whole_and_has_its_hash_in_the_list(wheels: Path) -> None:
    with tarfile.open(packed(wheels)) as archive:
        files = {entry.name: archive.extractfile(entry).read() for entry in archive}
    lock = files.pop("requirements.lock").decode()
    assert sorted(files) == sorted(path.name for path in wheels.glob("*.whl"))
    for name, content in files.items():
        with zipfile.ZipFile(io.BytesIO(content)) as made, zipfile.ZipFile(wheels / name) as given:
            assert {each: made.read(each) for each in made.namelist()} == {
                each: given.read(each) for each in given.namelist()
            }
        assert (hashlib.sha256(content).hexdigest() in lock) == (not name.startswith("pawtrack"))


@pytest.mark.long
def test_setup_installs_from_it_what_this_python_needs(wheels: Path, tmp_path: Path) -> None:
    target, venv = packed(wheels), tmp_path / "own" / "venv"
    venv.parent.mkdir()
    done = subprocess.run(
        ["sh", DEPLOY / "linux" / "setup", target, venv],
        env={"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = "import kiwi, pawtrack; print(kiwi.BUILT_FOR)"
    shown = subprocess.run([venv / "bin" / "python", "-c", said], check=True, capture_output=True, text=True)
    assert shown.stdout == "own\n"
    assert [path.name for path in venv.parent.iterdir()] == ["venv"]
