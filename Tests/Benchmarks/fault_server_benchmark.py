"""Requests a second and p99 of the fault server, beside the seed's Python server and nginx.

All three are sent the same POSTs; nginx answers them with a static file, and looks at nothing in them.

Needs wrk and nginx, and `swift build -c release --product fault-server-alone`. Afterwards a thousand
connections whose requests are never answered: their memory, and how long the server takes to end.
Every round measures all of them one after the other, so that a busy machine meets all alike; the
ratios are taken within a round, and their minimum, median and maximum are printed.

    python3 Tests/Benchmarks/fault_server_benchmark.py [--rounds 5] [--seconds 4] [--bin FOLDER]
"""

import argparse
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SEED = os.path.join(ROOT, "Tests", "FaultServerTests", "Fixtures", "seed_server.py")
CONNECTIONS = 64
STALLED = 1000

POSTS = """
local requests, next = {}, 0
init = function()
  for number = 1, 1000 do
    requests[number] = wrk.format("POST", "/items",
      { ["Idempotency-Key"] = "key-" .. number, ["Content-Type"] = "application/json"%s },
      '{"title":"Lift is stuck"}')
  end
end
request = function() next = next %% 1000 + 1; return requests[next] end
"""

NGINX = """
worker_processes auto; daemon off; error_log stderr crit; pid {folder}/nginx.pid;
events {{ worker_connections 1024; }}
http {{
  access_log off; keepalive_requests 1000000000; {keepalive}
  client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  server {{
    listen 127.0.0.1:{port}; root {folder}/www; default_type application/json;
    error_page 405 =200 /items;
  }}
}}
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A process that serves, ended with the block."""

    def __init__(self, command, port=None):
        self.command, self.port = command, port

    def __enter__(self):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self.port is None:
            self.port = int(self.process.stdout.readline())
        else:
            while socket.socket().connect_ex(("127.0.0.1", self.port)):
                if self.process.poll() is not None:
                    sys.exit(f"{self.command[0]} ended with {self.process.returncode}")
        return self.port

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.terminate()
        self.process.wait()


def nginx(folder, fresh):
    port = free_port()
    www = os.path.join(folder, "www")
    os.makedirs(www, exist_ok=True)
    # As many bytes as a success of the fault server.
    with open(os.path.join(www, "items"), "w") as file:
        file.write('{"id":1,"attempts":10,"record_count":1000,"key":"key-1"}')
    path = os.path.join(folder, "nginx.conf")
    with open(path, "w") as file:
        file.write(NGINX.format(
            folder=folder, port=port, keepalive="keepalive_timeout 0;" if fresh else ""))
    return Server(["nginx", "-c", path, "-p", folder, "-e", "stderr"], port)


def measure(port, seconds, script):
    command = ["wrk", "-t", "2", "-c", str(CONNECTIONS), "-d", f"{seconds}s", "--latency",
               "-s", script, f"http://127.0.0.1:{port}/items"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", text).groups()
    errors = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    return rate, float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit], int(errors[1]) if errors else 0


def stalled(own):
    """A thousand requests that wait for an answer: KiB before, KiB with them, seconds to the end."""
    process = subprocess.Popen([own, "--stall"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    port = int(process.stdout.readline())

    def status(field):
        with open(f"/proc/{process.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith(field))

    before = status("VmRSS")
    clients = []
    for number in range(STALLED):
        client = socket.create_connection(("127.0.0.1", port))
        client.sendall(
            b"POST /items HTTP/1.1\r\nHost: 127.0.0.1\r\nIdempotency-Key: key-%d\r\n"
            b"Content-Length: 25\r\n\r\n{\"title\":\"Lift is stuck\"}" % number)
        clients.append(client)
    # A request that is served has a thread of its own, and waits.
    while status("Threads") < STALLED:
        time.sleep(0.05)
    time.sleep(1)
    during = status("VmRSS")
    start = time.monotonic()
    process.stdin.close()
    process.wait()
    end = time.monotonic() - start
    for client in clients:
        client.close()
    return before, during, end


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=int, default=4)
    options.add_argument("--bin", default=os.path.join(ROOT, ".build", "release"))
    options = options.parse_args()
    for tool in ["wrk", "nginx"]:
        if not shutil.which(tool):
            sys.exit(f"{tool} is not installed")
    own = os.path.join(options.bin, "fault-server-alone")

    for fresh in [False, True]:
        name = "fresh" if fresh else "kept alive"
        results = {"ours": [], "nginx": [], "python": []}
        with tempfile.TemporaryDirectory() as folder:
            # Workers of an nginx that root starts are nobody.
            os.chmod(folder, 0o755)
            script = os.path.join(folder, "posts.lua")
            with open(script, "w") as file:
                file.write(POSTS % (', ["Connection"] = "close"' if fresh else ""))
            for _ in range(options.rounds):
                with Server([own] + ([] if fresh else ["--keep-alive"])) as port:
                    results["ours"].append(measure(port, options.seconds, script))
                with nginx(folder, fresh) as port:
                    results["nginx"].append(measure(port, options.seconds, script))
                with Server([sys.executable, SEED, "0"]) as port:
                    results["python"].append(measure(port, options.seconds, script))
        print(f"{CONNECTIONS} connections, {name}")
        for server, rounds in results.items():
            rates = [rate for rate, _, _ in rounds]
            print(f"  {server:7} {min(rates):9.0f} {statistics.median(rates):9.0f} "
                  f"{max(rates):9.0f} requests/s   p99 {statistics.median(r[1] for r in rounds):7.2f} ms"
                  f"   not 2xx {sum(r[2] for r in rounds)}")
        for other in ["nginx", "python"]:
            ratios = [a[0] / b[0] for a, b in zip(results["ours"], results[other])]
            print(f"  ours/{other:7} {min(ratios):.2f} {statistics.median(ratios):.2f} "
                  f"{max(ratios):.2f}  (min, median, max)")

    before, during, end = stalled(own)
    print(f"{STALLED} requests without an answer: {(during - before) / 1024:.0f} MiB more than none "
          f"({during / 1024:.0f} MiB in all), {end:.2f} s from the end of input to the end of the process")


if __name__ == "__main__":
    main()
