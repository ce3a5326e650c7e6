"""Build the Cython kernels; everything static lives in pyproject.toml."""

import os
import shutil
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup

# Cython resolves cimports by importable name (hexlos/ext/_line.pxd), but the headers
# lie in ext/. Lay out a throw-away copy where it will look.
CIMPORT_ROOT = Path("build/cimport")

# after those of Python and CFLAGS, so these win
FLAGS = os.environ.get("HEXLOS_CFLAGS", "-O3").split()

HEADERS = sorted(header.as_posix() for header in Path("ext").glob("*.h"))


def mirror_headers() -> None:
    shutil.rmtree(CIMPORT_ROOT, ignore_errors=True)  # a renamed header must not linger
    target = CIMPORT_ROOT / "hexlos" / "ext"
    target.mkdir(parents=True)
    for header in Path("ext").glob("*.pxd"):
        shutil.copy2(header, target / header.name)  # keeps mtimes: no needless rebuilds


def kernels() -> list[Extension]:
    mirror_headers()
    return cythonize(
        [
            Extension(
                f"hexlos.ext.{source.stem}",
                [source.as_posix()],
                include_dirs=["ext"],
                depends=HEADERS,
                extra_compile_args=FLAGS,
            )
            for source in sorted(Path("ext").glob("*.pyx"))
        ],
        include_path=[CIMPORT_ROOT.as_posix()],
        build_dir="build/cython",  # generated C stays out of ext/
        compiler_directives={
            "language_level": 3,
            "embedsignature": True,
            "initializedcheck": False,
            "freethreading_compatible": True,
        },
    )


setup(
    packages=[
        "hexlos",
        "hexlos.ext",
        "hexlos.boards",
        "hexlos.seeds",
        *(f"hexlos.{name}" for name in find_packages("plugin")),
    ],
    ext_modules=kernels(),
)
