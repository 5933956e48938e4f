"""The package's C files for both architectures: syntax and warnings by clang, linked by zig.

    c_files.py PACKAGE BUILD

Linking is left out while no C file has changed since it last succeeded: it takes 30 s of processor time.
"""
import glob
import hashlib
import os
import subprocess
import sys
import time

from package_targets import describe

package, build = sys.argv[1:]
TRIPLES = ['arm64-apple-macosx15.0', 'x86_64-apple-macosx15.0', 'arm64-apple-ios18.0']
LINKED = ['aarch64-macos.15.0', 'x86_64-macos.15.0']
WARNINGS = ['-Wall', '-Wextra', '-Wpedantic', '-Werror', '-std=gnu11']
# Its functions start processes, which an app can't.
NOT_IN_IOS = {'CProcess'}

targets = [target for target in describe(package, build).values()
           if target['module_type'] == 'ClangTarget' and target['type'] == 'library'
           and not target['path'].startswith('Tests/')]
failed = False


def run(command, **more):
    global failed
    result = subprocess.run(command, capture_output=True, text=True, **more)
    if result.returncode:
        failed = True
        print('FAIL ' + ' '.join(command[-2:]))
        print((result.stderr + result.stdout).replace(package + '/', ''))
    return result.returncode == 0


for triple in TRIPLES:
    begin = time.time()
    count = 0
    for target in targets:
        if 'ios' in triple and target['name'] in NOT_IN_IOS:
            continue
        path = f"{package}/{target['path']}"
        for source in target['sources']:
            count += 1
            run(['clang', '-target', triple, '-fsyntax-only', *WARNINGS, '-isysroot', build + '/sdk', '-I',
                 f'{path}/include', f'{path}/{source}'])
    print(f'{triple}: {count} C files ({time.time() - begin:.1f} s)', flush=True)

digest = hashlib.sha256()
for target in targets:
    for file in sorted(glob.glob(f"{package}/{target['path']}/**/*.[ch]", recursive=True)):
        with open(file, 'rb') as text:
            digest.update(text.read())
mark = f'{build}/linked-{digest.hexdigest()[:16]}'
if not failed and not os.path.exists(mark):
    environment = dict(os.environ, ZIG_GLOBAL_CACHE_DIR=build + '/zig-cache', ZIG_LOCAL_CACHE_DIR=build + '/zig-cache')
    for triple in LINKED:
        begin = time.time()
        files = [f"{package}/{target['path']}/{source}" for target in targets for source in target['sources']]
        includes = [option for target in targets for option in ('-I', f"{package}/{target['path']}/include")]
        # A dynamic library must find every symbol in libSystem's stub.
        if run([build + '/zig/zig', 'cc', '-target', triple, '-shared', *WARNINGS, *includes, *files, '-o',
                f'{build}/c-{triple}.dylib'], env=environment):
            print(f'{triple}: linked against libSystem ({time.time() - begin:.1f} s)', flush=True)
    if not failed:
        for old in glob.glob(build + '/linked-*'):
            os.remove(old)
        open(mark, 'w').close()
sys.exit(1 if failed else 0)
