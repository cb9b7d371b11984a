"""Many clients that never finish their request: `python slow_clients.py PORT COUNT`; prints `open` when all have come.

They send a byte now and then and come back when they are sent away, until standard input ends.
"""

import resource
import socket
import sys
import threading
import time

BYTE_S = 1.0


def connect(port: int) -> socket.socket | None:
    client = socket.socket()
    client.settimeout(5)
    try:
        client.connect(("127.0.0.1", port))
        client.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
    except OSError:
        client.close()
        return None
    client.setblocking(False)
    return client


def main(port: int, count: int) -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    over = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), over.set()), daemon=True).start()
    clients = [connect(port) for _ in range(count)]
    print("open", sum(client is not None for client in clients), flush=True)
    while not over.is_set():
        for number, client in enumerate(clients):
            try:
                if client is None or client.send(b"a") == 0:
                    raise ConnectionError
            except BlockingIOError:
                continue
            except OSError:
                if client:
                    client.close()
                clients[number] = connect(port)
            if over.is_set():
                return
        time.sleep(BYTE_S)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
