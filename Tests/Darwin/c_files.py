"""The package's C files for both architectures: warnings, and symbols that libSystem does not have.

    c_files.py PACKAGE BUILD
"""
import re
import subprocess
import sys
import time

from package_targets import describe

package, build = sys.argv[1:]
TRIPLES = ['arm64-apple-macosx15.0', 'x86_64-apple-macosx15.0', 'arm64-apple-ios18.0']
# The triples whose symbols are looked for in libSystem, by their names in its stub.
LINKED = {'arm64-apple-macosx15.0': 'arm64e-macos', 'x86_64-apple-macosx15.0': 'x86_64-macos'}
WARNINGS = ['-Wall', '-Wextra', '-Wpedantic', '-Werror', '-std=gnu11']
# Its functions start processes, which an app can't.
NOT_IN_IOS = {'CProcess'}

targets = [target for target in describe(package, build).values()
           if target['module_type'] == 'ClangTarget' and target['type'] in ('library', 'executable')
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



def exported(target):
    """The symbols that libSystem's stub exports for the target, e.g. arm64e-macos."""
    with open(build + '/libSystem.tbd') as file:
        text = file.read()
    symbols = set()
    for block in re.split(r'\n\s*- targets:', text)[1:]:
        if target not in re.split(r'[\s,\[\]]+', block[:block.index(']')]):
            continue
        for words in re.findall(r'symbols:\s*\[(.*?)\]', block, re.S):
            symbols.update(word.strip("'") for word in re.split(r'[\s,]+', words) if word)
    return symbols


def symbols_of(objects, option):
    text = subprocess.run(['llvm-nm', option, '--format=just-symbols', *objects],
                          capture_output=True, text=True, check=True).stdout
    return {line for line in text.splitlines() if line and not line.endswith(':')}


for triple, stub in LINKED.items():
    begin = time.time()
    objects = []
    for target in targets:
        for source in target['sources']:
            objects.append(f"{build}/{target['name']}-{source.replace('/', '-')}-{triple}.o")
            path = f"{package}/{target['path']}"
            run(['clang', '-target', triple, '-c', '-std=gnu11', '-isysroot', build + '/sdk', '-o', objects[-1], '-I',
                 f'{path}/include', f'{path}/{source}'])
    if failed:
        break
    known = exported(stub)
    if '_kqueue' not in known or '_epoll_wait' in known:
        sys.exit(f'the stub of libSystem was misread: {len(known)} symbols for {stub}')
    wanted = symbols_of(objects, '--undefined-only') - symbols_of(objects, '--defined-only')
    for symbol in sorted(wanted - known):
        failed = True
        print(f'FAIL {triple}: libSystem has no symbol {symbol}')
    print(f'{triple}: {len(wanted)} symbols looked for in libSystem ({time.time() - begin:.1f} s)', flush=True)
sys.exit(1 if failed else 0)
