"""Unpacks of the ziglang wheel what the check needs: Apple's C headers, libSystem's stub, zig itself.

    unpack.py FOLDER-OF-THE-WHEEL SDK ZIG
"""
import glob
import os
import sys
import zipfile

folder, sdk, zig = sys.argv[1:]
HEADERS = 'ziglang/lib/libc/include/any-darwin-any/'
# What zig needs to link for macOS: its standard library (compiler-rt is built from it), Clang's own
# headers, and Apple's part of libc.
ZIG = ['ziglang/zig', 'ziglang/lib/std/', 'ziglang/lib/compiler', 'ziglang/lib/include/',
       'ziglang/lib/libc/darwin/', 'ziglang/lib/libc/include/any-darwin-any/',
       'ziglang/lib/libc/include/aarch64-darwin-any/', 'ziglang/lib/libc/include/x86_64-darwin-any/',
       'ziglang/lib/zig.h', 'ziglang/lib/ubsan']


def write(wheel, name, path):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as file:
        file.write(wheel.read(name))


with zipfile.ZipFile(glob.glob(folder + '/*.whl')[0]) as wheel:
    names = [name for name in wheel.namelist() if not name.endswith('/')]
    for name in names:
        if name.startswith(HEADERS):
            write(wheel, name, f'{sdk}/usr/include/{name[len(HEADERS):]}')
        if any(name.startswith(begin) for begin in ZIG):
            write(wheel, name, f'{zig}/{name[len("ziglang/"):]}')
if not os.path.exists(f'{sdk}/usr/include/spawn.h'):
    sys.exit('the wheel has no headers for Darwin where they were expected: ' + HEADERS)
os.chmod(f'{zig}/zig', 0o755)
