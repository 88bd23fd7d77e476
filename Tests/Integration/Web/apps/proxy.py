"""A proxy that inserts a snippet into the head of each HTML document of another server, as a template would."""
import asyncio
import os
import threading

TYPES = {".js": "text/javascript", ".wasm": "application/wasm"}


class Proxy:
    """Serves another server, and the folder with the product, at one origin."""

    def __init__(self, port, library, snippet):
        self.port, self.library, self.snippet = port, library, snippet.encode()
        self.loop = asyncio.new_event_loop()
        ready = threading.Event()

        def run():
            asyncio.set_event_loop(self.loop)
            self.server = self.loop.run_until_complete(asyncio.start_server(self.serve, "127.0.0.1", 0))
            ready.set()
            self.loop.run_forever()

        threading.Thread(target=run, daemon=True).start()
        ready.wait()
        self.origin = f"http://localhost:{self.server.sockets[0].getsockname()[1]}"

    def close(self):
        def end():
            for task in asyncio.all_tasks(self.loop):
                task.cancel()
            self.loop.call_later(0.2, self.loop.stop)

        self.server.close()
        self.loop.call_soon_threadsafe(end)

    async def serve(self, reader, writer):
        try:
            await self.answer(reader, writer)
        except (OSError, asyncio.CancelledError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    async def answer(self, reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.rstrip().split("\r\n")
        method, path, _ = first.split(" ")
        if path.startswith("/pageview-library/"):
            name = os.path.basename(path)
            with open(os.path.join(self.library, name), "rb") as file:
                body = file.read()
            kind = TYPES[os.path.splitext(name)[1]]
            writer.write(f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
                         "Cache-Control: max-age=3600\r\nConnection: close\r\n\r\n".encode() + body)
            return await writer.drain()
        headers = [(name, value.strip()) for name, _, value in (line.partition(":") for line in lines)]
        names = {name.lower(): value for name, value in headers}
        is_socket = names.get("upgrade", "").lower() == "websocket"
        # An answer of HTTP/1.0 has neither chunks nor a compression, and ends with the connection.
        dropped = {} if is_socket else {"accept-encoding", "if-none-match", "if-modified-since", "connection"}
        kept = [f"{name}: {value}" for name, value in headers if name.lower() not in dropped]
        if not is_socket:
            kept.append("Accept-Encoding: identity")
        version = "HTTP/1.1" if is_socket else "HTTP/1.0"
        remote_reader, remote = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            remote.write("\r\n".join([f"{method} {path} {version}", *kept, "", ""]).encode("latin-1"))
            if is_socket:
                await asyncio.gather(copy(reader, remote), copy(remote_reader, writer))
                return
            remote.write(await reader.readexactly(int(names.get("content-length", 0))))
            head = await remote_reader.readuntil(b"\r\n\r\n")
            if b"text/html" not in head.lower():
                writer.write(head)
                return await copy(remote_reader, writer)
            body = await remote_reader.read()
            while not remote_reader.at_eof():
                body += await remote_reader.read()
            start = body.lower().find(b"<head")
            end = body.find(b">", start) + 1
            if start >= 0:
                body = body[:end] + self.snippet + body[end:]
            lines = [line for line in head.rstrip().split(b"\r\n") if not line.lower().startswith((b"content-length", b"connection"))]
            writer.write(b"\r\n".join([*lines, b"Content-Length: %d" % len(body), b"Connection: close", b"", b""]) + body)
            await writer.drain()
        finally:
            remote.close()


async def copy(reader, writer):
    """Copies bytes until the other side closes."""
    try:
        while piece := await reader.read(1 << 16):
            writer.write(piece)
            await writer.drain()
    finally:
        writer.close()
