"""Java's HttpURLConnection, which sends a POST again by itself when no answer came."""
# Owns: starting the Java program. Does not own: lines (contract_lines), sending (the .java beside).

import sys

from contract_lines import main
from sender_process import make_send_through

# Compiled beforehand; a single source file would be compiled anew at each launch.
CLASSES = sys.argv.pop(1)

main("java-httpurlconnection", make_send_through(lambda options: [
    "java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", CLASSES, "HttpUrlConnectionSender",
    options.endpoint]))
