"""Node's own fetch, which never sends a POST twice."""
# Owns: starting the Node program. Does not own: lines (contract_lines), sending (the .mjs beside).

import os

from contract_lines import main
from sender_process import make_send_through

SENDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fetch_sender.mjs")

main("node-fetch", make_send_through(lambda options: ["node", SENDER, options.endpoint]))
