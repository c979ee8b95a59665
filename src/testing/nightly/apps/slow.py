"""Python's file server, each answer after a while: port, folder, seconds."""
import functools
import http.server
import sys
import time

port, folder, seconds = int(sys.argv[1]), sys.argv[2], float(sys.argv[3])


class Slow(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def parse_request(self):
        # The end of a kept connection is an empty request: nothing to wait for.
        whole = super().parse_request()
        if whole:
            time.sleep(seconds)
        return whole

    def log_message(self, *arguments):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Slow, directory=folder)).serve_forever()
