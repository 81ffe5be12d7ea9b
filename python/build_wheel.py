# SPDX-License-Identifier: GPL-3.0-or-later
"""What pip calls (PEP 517, PEP 660): makes libpasur and writes a wheel of it and of pasur/, with nothing but Python.

PASUR_LIBRARY=FILE takes that library in place of `make library`. CC, CFLAGS, MAKEFLAGS are make's.
"""
import base64
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "python" / "pasur"
SHARED = "libpasur.1.dylib" if sys.platform == "darwin" else "libpasur.so.1"
METADATA = """\
Metadata-Version: 2.1
Name: pasur
Version: {version}
Summary: The card game Pasur: rules, agents, simulation
License: GPL-3.0-or-later
Requires-Python: >=3.9
Requires-Dist: numpy
"""
WHEEL = "Wheel-Version: 1.0\nGenerator: pasur\nRoot-Is-Purelib: false\nTag: {tag}\n"
EPOCH = (1980, 1, 1, 0, 0, 0)  # of every file: the same source makes the same wheel


def _version():
    return re.search(r'PASUR_VERSION "(.*)"', (ROOT / "library/version.h").read_text())[1]


def _tag():
    return "py3-none-" + re.sub(r"\W", "_", sysconfig.get_platform())


def _library():
    """The library's file, made anew unless PASUR_LIBRARY names one."""
    if os.environ.get("PASUR_LIBRARY"):
        return Path(os.environ["PASUR_LIBRARY"])
    make = subprocess.run([os.environ.get("MAKE", "make"), f"-j{os.cpu_count()}", "-C", str(ROOT), "library"], stdout=sys.stderr)
    if make.returncode:
        sys.exit("pasur: 'make library' failed; README.md says what it needs (a C11 compiler with OpenMP, make, GSL)")
    config = os.environ.get("CONFIG", "release")  # of the Makefile
    return ROOT / "build" / ("" if config == "release" else config) / SHARED


class _Wheel:
    """A wheel that is being written, with its RECORD."""

    def __init__(self, folder):
        self.info = f"pasur-{_version()}.dist-info"
        self.name = f"pasur-{_version()}-{_tag()}.whl"
        self.zip = zipfile.ZipFile(Path(folder) / self.name, "w", zipfile.ZIP_DEFLATED)
        self.record = []

    def add(self, name, data):
        entry = zipfile.ZipInfo(name, EPOCH)
        entry.external_attr = 0o100644 << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self.zip.writestr(entry, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}\n")

    def close(self):
        self.add(f"{self.info}/METADATA", METADATA.format(version=_version()).encode())
        self.add(f"{self.info}/WHEEL", WHEEL.format(tag=_tag()).encode())
        self.add(f"{self.info}/LICENSE", (ROOT / "LICENSE").read_bytes())
        name = f"{self.info}/RECORD"
        self.zip.writestr(zipfile.ZipInfo(name, EPOCH), "".join(self.record) + f"{name},,\n")
        self.zip.close()
        return self.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    library = _library().read_bytes()
    wheel = _Wheel(wheel_directory)
    for source in sorted(PACKAGE.rglob("*.py")) + [PACKAGE / "py.typed"]:
        wheel.add(str(source.relative_to(PACKAGE.parent)), source.read_bytes())
    wheel.add(f"pasur/{SHARED}", library)
    return wheel.close()


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """A wheel that leads here; the library lies in build/, where `make library` makes it anew."""
    _library()
    wheel = _Wheel(wheel_directory)
    wheel.add("pasur.pth", f"{PACKAGE.parent}\n".encode())
    return wheel.close()


def _sources():
    """The files of the source: those that git knows in a checkout, else all but what was built."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], check=True, stdout=subprocess.PIPE)
        return [name for name in sorted(listed.stdout.decode().split("\0")) if name and (ROOT / name).exists()]
    files = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
    return sorted(str(path) for path in files if path.parts[0] != "build" and "__pycache__" not in path.parts)


def build_sdist(sdist_directory, config_settings=None):
    base = f"pasur-{_version()}"
    with tarfile.open(Path(sdist_directory) / f"{base}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as tar:
        for name in _sources():
            tar.add(ROOT / name, f"{base}/{name}")
        info = Path(sdist_directory) / "PKG-INFO"
        info.write_text(METADATA.format(version=_version()))
        tar.add(info, f"{base}/PKG-INFO")
        info.unlink()
    return f"{base}.tar.gz"
