"""Compiles every target's Swift for an Apple triple, up to the point where no code is made.

    swift_targets.py PACKAGE BUILD PLATFORM TRIPLE TOOLCHAIN [--tests] [TARGET…]
"""
import json
import os
import re
import shutil
import subprocess
import sys
import time

from package_targets import LINUX_ONLY, c99, describe

package, build, platform, triple, toolchain, *rest = sys.argv[1:]
wanted = [name for name in rest if not name.startswith('--')]
with_tests = '--tests' in rest
sdk, modules, out = build + '/sdk', f'{build}/{platform}-modules', f'{build}/{platform}-out'
# What an iOS app may link; everything else starts processes.
IOS = ['OfflineQueue', 'OfflineQueueSQLite', 'OfflineQueueURLSession', 'AcceptanceHook']

shutil.rmtree(out, ignore_errors=True)
os.makedirs(out)
targets = describe(package, build)
maps = []
for target in targets.values():
    path = f"{package}/{target['path']}"
    if target['type'] == 'system-target' and target['name'] not in LINUX_ONLY:
        maps.append(f'{path}/module.modulemap')
    elif target['module_type'] == 'ClangTarget' and target['type'] == 'library':
        maps.append(f"{out}/{target['name']}.modulemap")
        with open(maps[-1], 'w') as file:
            file.write(f"module {c99(target['name'])} {{\n  umbrella \"{path}/include\"\n  export *\n}}\n")


def generated(target):
    """What SwiftPM would write for the target's resources."""
    embedded, copied = [], False
    for resource in target.get('resources') or []:
        if 'embed' in json.dumps(resource.get('rule', '')).lower():
            embedded.append(c99(os.path.basename(resource['path'])))
        else:
            copied = True
    lines = []
    if embedded:
        lines += ['struct PackageResources {'] + [f'  static let {name}: [UInt8] = []' for name in embedded] + ['}']
    if copied:
        lines += ['import Foundation', 'extension Foundation.Bundle { static let module = Bundle.main }']
    return '\n'.join(lines)


def command(target, files):
    name = c99(target['name'])
    line = ['swift-frontend', '-emit-module', '-enable-testing', '-target', triple, '-disable-objc-interop',
            '-swift-version', '6', '-package-name', 'acceptance', '-module-name', name, '-sdk', sdk,
            '-module-cache-path', f'{build}/cache-{platform}', '-I', modules, '-I', sdk + '/usr/include', '-I',
            out, '-warnings-as-errors', '-o', f'{out}/{name}.swiftmodule']
    if not any(os.path.basename(file) == 'main.swift' for file in files):
        line.append('-parse-as-library')
    for path in maps:
        line += ['-Xcc', '-fmodule-map-file=' + path]
    if target['type'] == 'test':
        line += ['-plugin-path', toolchain + '/lib/swift/host/plugins']
    return line + files


done, failed = {}, []


def compile_target(target):
    name = target['name']
    files = [f"{package}/{target['path']}/{source}" for source in target['sources']]
    more = generated(target)
    if more:
        files.append(f'{out}/{name}-resources.swift')
        with open(files[-1], 'w') as file:
            file.write(more + '\n')
    begin = time.time()
    result = subprocess.run(command(target, files), capture_output=True, text=True)
    said = result.stderr + result.stdout
    if result.returncode == 0:
        print(f'ok   {name} ({time.time() - begin:.1f} s)', flush=True)
        return
    failed.append(name)
    print(f'FAIL {name}', flush=True)
    errors = [line for line in said.splitlines() if re.match(r'^(/.*|<unknown>.*): error: ', line)]
    for line in errors[:20] or said.splitlines()[:20]:
        print('     ' + line.replace(package + '/', ''))


def check(name):
    if name in done:
        return
    done[name] = True
    target = targets[name]
    needs = [other for other in target.get('target_dependencies') or [] if other in targets]
    for other in needs:
        check(other)
    if target['module_type'] != 'SwiftTarget':
        return
    broken = [other for other in needs if other in failed]
    if broken:
        failed.append(name)
        print(f"FAIL {name}: needs {' '.join(broken)}")
        return
    compile_target(target)


begin = time.time()
if not wanted:
    wanted = IOS if platform.startswith('ios') else [
        name for name, target in targets.items()
        if with_tests or target['type'] != 'test' and not target['path'].startswith('Tests/')]
unknown = [name for name in wanted if name not in targets]
if unknown:
    sys.exit('no target is called ' + ' '.join(unknown))
for name in wanted:
    check(name)
count = sum(targets[name]['module_type'] == 'SwiftTarget' for name in done)
print(f'{platform} ({triple}): {count - len(failed)} of {count} Swift targets compile, '
      f'{time.time() - begin:.0f} s')
sys.exit(1 if failed else 0)
