"""Checks requests with the schemas and libraries of those who receive them; see `run`."""
import datetime
import http.server
import json
import pathlib
import subprocess
import sys
import tempfile
import threading

import jsonschema
import posthog
from google.protobuf import json_format
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from segment.analytics.client import Client

sys.path.append(str(pathlib.Path(__file__).parent.parent / "Conformance"))
from traces import examples  # noqa: E402

FORMATS = ["segment", "snowplow", "posthog", "otlp"]
MALFORMED = 65


class Snowplow:
    """Validates each event, each entity and the request itself with the schema that it names."""

    def __init__(self, folder):
        self.validators = {}
        for file in folder.rglob("jsonschema/*"):
            name = "iglu:" + str(file.relative_to(folder))
            # The meta schema has an address of its own; it is that of draft 4.
            schema = json.loads(file.read_text()) | {"$schema": "http://json-schema.org/draft-04/schema#"}
            self.validators[name] = jsonschema.Draft4Validator(schema)

    def check(self, request):
        self.describe(request)
        for event in request["data"]:
            for key in ["ue_pr", "co"]:
                if key in event:
                    self.describe(json.loads(event[key]))
        return len(request["data"])

    def describe(self, value):
        """Checks self-describing JSON, and that inside it."""
        if value["schema"] not in self.validators:
            raise ValueError(f"no schema {value['schema']}")
        self.validators[value["schema"]].validate(value["data"])
        inner = value["data"] if isinstance(value["data"], list) else [value["data"]]
        for part in inner:
            if isinstance(part, dict) and "schema" in part:
                self.describe(part)


class Segment:
    """Passes each call to Segment's own library, which checks it before it would send it."""

    def __init__(self):
        self.client = Client("key", send=False)

    def check(self, request):
        for call in request["batch"]:
            moment = datetime.datetime.fromisoformat(call["timestamp"].replace("Z", "+00:00"))
            common = {
                "user_id": call.get("userId"), "anonymous_id": call["anonymousId"], "timestamp": moment,
                "context": dict(call["context"]), "message_id": call["messageId"],
            }
            if call["type"] == "identify":
                self.client.identify(traits=call.get("traits"), **common)
            elif call["type"] == "track":
                self.client.track(event=call["event"], properties=call["properties"], **common)
            else:
                send = {"screen": self.client.screen, "page": self.client.page}[call["type"]]
                send(name=call["name"], category=call.get("category"), properties=call["properties"], **common)
        return len(request["batch"])


class PostHog:
    """Compares each request with one that PostHog's own library sends: the same keys, with values of the same types."""

    def __init__(self):
        bodies = []

        class Server(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *arguments):
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        client = posthog.Posthog(
            "key", host=f"http://127.0.0.1:{server.server_port}", sync_mode=True, gzip=False, disable_geoip=False)
        client.capture("event", distinct_id="ann", properties={"a": 1})
        server.shutdown()
        self.body = bodies[0]
        self.event = self.body["batch"][0]

    def check(self, request):
        names = {"sentAt": "sent_at"}
        expected = {names.get(key, key) for key in self.body if key != "historical_migration"}
        if set(request) != expected:
            raise ValueError(f"expected the keys {expected}, found {set(request)}")
        for event in request["batch"]:
            for key in ["event", "distinct_id", "timestamp", "uuid", "properties"]:
                own = self.event.get(key, event.get(key))
                if key not in event or type(event[key]) is not type(own):
                    raise ValueError(f"expected {key} as {own!r}, found {event.get(key)!r}")
        return len(request["batch"])


class OTLP:
    """Parses each request with OpenTelemetry's own classes, which reject unknown fields and wrong types."""

    def check(self, request):
        message = json_format.ParseDict(request, ExportLogsServiceRequest())
        records = [r for group in message.resource_logs for scope in group.scope_logs for r in scope.log_records]
        for record in records:
            keys = [attribute.key for attribute in record.attributes]
            if len(keys) != len(set(keys)):
                raise ValueError(f"expected each attribute once, found {sorted(keys)}")
        return len(records)


def requests(bin, specs):
    """Returns the format, the origin and the body of each request."""
    for line in subprocess.check_output([bin / "FormatSamples"], text=True).splitlines():
        name, body = line.split(" ", 1)
        yield name, "the journey", json.loads(body)
    with tempfile.TemporaryDirectory() as work:
        for chapter in sorted(specs.rglob("*.md")):
            for number, text in examples(chapter.read_text()):
                (pathlib.Path(work) / f"{chapter.stem}-{number}.trace").write_text(text)
        for name in FORMATS:
            replay = subprocess.run(
                [bin / "pageview", "replay", "--format", name, "--began-at", "2026-01-01T00:00:00Z", work],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            # Some examples have a malformed line, or an event that the format rejects.
            if replay.returncode not in (0, MALFORMED):
                raise ValueError(f"{name}: expected status 0 or {MALFORMED}, found {replay.returncode}")
            for line in replay.stdout.splitlines():
                yield name, "the examples", json.loads(line)


def main(bin, specs, schemas):
    receivers = {"segment": Segment(), "posthog": PostHog(), "otlp": OTLP()}
    if schemas.is_dir():
        receivers["snowplow"] = Snowplow(schemas)
    else:
        print(f"formats: no schemas in {schemas}; Snowplow's requests are not checked")
    accepted, failures = dict.fromkeys(receivers, 0), 0
    for name, origin, request in requests(bin, specs):
        if name not in receivers:
            continue
        try:
            accepted[name] += receivers[name].check(request)
        except Exception as error:  # noqa: BLE001: each library has errors of its own
            failures += 1
            print(f"formats: {name}, {origin}: {str(error).splitlines()[0]}", file=sys.stderr)
    for name, count in accepted.items():
        print(f"{name}: {count} events accepted")
        failures += count == 0
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*(pathlib.Path(argument) for argument in sys.argv[1:4])))
