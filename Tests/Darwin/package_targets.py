"""The package's targets as `swift package describe` lists them."""
import json
import re
import subprocess

# Targets that only a Linux build has.
LINUX_ONLY = {'CLibCrypto'}


def describe(package, build):
    text = subprocess.run(
        ['swift', 'package', '--package-path', package, '--scratch-path', build + '/describe', 'describe',
         '--type', 'json'], capture_output=True, text=True, check=True).stdout
    return {target['name']: target for target in json.loads(text)['targets']}


def c99(name):
    return re.sub(r'[^A-Za-z0-9_]', '_', name)
