"""The check's own test: each file of `canaries/` must be refused for the reason in its first line.

    canaries.py BUILD PLATFORM TRIPLE

    // refused: TEXT        the compiler's first error must contain TEXT
    // accepted             the file must compile
    // …, on macos          for one platform only

If one of them comes out otherwise, the stand-in modules are not what they should be, and nothing that
the check says afterwards means anything.
"""
import glob
import os
import re
import subprocess
import sys

build, platform, triple = sys.argv[1:]
modules = f'{build}/{platform}-modules'
wrong = 0
files = sorted(glob.glob(os.path.dirname(os.path.abspath(__file__)) + '/canaries/*.swift'))
count = 0
for path in files:
    with open(path) as file:
        first = file.readline().strip()
    rule = re.fullmatch(r'// (?:refused: (?P<text>.*?)|accepted)(?:, on (?P<system>macos|ios))?', first)
    if rule is None:
        sys.exit(f'{path}: its first line must be "// refused: TEXT" or "// accepted"')
    if rule['system'] and not platform.startswith(rule['system']):
        continue
    count += 1
    result = subprocess.run(
        ['swift-frontend', '-typecheck', '-target', triple, '-disable-objc-interop', '-swift-version', '6',
         '-parse-as-library', '-warnings-as-errors', '-sdk', build + '/sdk', '-module-cache-path',
         f'{build}/cache-{platform}', '-I', modules, '-I', build + '/sdk/usr/include', path],
        capture_output=True, text=True)
    errors = re.findall(r': error: (.*)', result.stderr)
    if rule['text'] is None:
        right = result.returncode == 0
    else:
        right = result.returncode != 0 and bool(errors) and rule['text'] in errors[0]
    if not right:
        wrong += 1
        print(f"FAIL canary {os.path.basename(path)}: expected \"{first[3:]}\", the compiler says: "
              f"{errors[0] if errors else 'nothing'}")
print(f'{platform}: {count - wrong} of {count} canaries came out as they must')
sys.exit(1 if wrong or count == 0 else 0)
