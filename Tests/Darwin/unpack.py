"""Unpacks of the ziglang wheel what the check needs: Apple's C headers and libSystem's stub.

    unpack.py FOLDER-OF-THE-WHEEL SDK BUILD
"""
import glob
import os
import sys
import zipfile

folder, sdk, build = sys.argv[1:]
HEADERS = 'ziglang/lib/libc/include/any-darwin-any/'
STUB = 'ziglang/lib/libc/darwin/libSystem.tbd'


def write(wheel, name, path):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as file:
        file.write(wheel.read(name))


with zipfile.ZipFile(glob.glob(folder + '/*.whl')[0]) as wheel:
    names = [name for name in wheel.namelist() if not name.endswith('/')]
    for name in names:
        if name.startswith(HEADERS):
            write(wheel, name, f'{sdk}/usr/include/{name[len(HEADERS):]}')
    write(wheel, STUB, f'{build}/libSystem.tbd')
if not os.path.exists(f'{sdk}/usr/include/spawn.h'):
    sys.exit('the wheel has no headers for Darwin where they were expected: ' + HEADERS)
