"""The same client, wrong in one way: its tasks are durable, their keys are not.

After a relaunch a pending task is sent under a new key, so that a write which the server had
recorded before is recorded twice.
"""
# Owns: the one fault. Does not own: everything else (python_client).

import sys
import uuid

# A run leaves no file in the source tree.
sys.dont_write_bytecode = True

from client_store import Store
from python_client import main


class MemoryKeyStore(Store):
    def __init__(self, home, lease):
        super().__init__(home, lease)
        self.keys = {}

    def _keep_key(self, db, number, key):
        self.keys[number] = key
        return key

    def _key(self, number, stored):
        return self.keys.setdefault(number, str(uuid.uuid4()))


if __name__ == "__main__":
    main(MemoryKeyStore)
