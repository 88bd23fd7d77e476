"""Generates random traces that are well formed but hostile: colliding names, reports in any order, and unusual JSON."""

KINDS = [
    ("create", 14), ("willAppear", 4), ("didAppear", 18), ("willDisappear", 5), ("didDisappear", 11), ("attach", 6),
    ("detach", 4), ("destroy", 6), ("pending", 5), ("ready", 9), ("sceneForeground", 3), ("sceneBackground", 3),
    ("sceneActive", 2), ("sceneInactive", 1), ("sceneClose", 3), ("interaction", 3), ("deepLink", 4),
    ("discardDeepLink", 2), ("record", 5), ("sessionEnd", 1), ("note", 3), ("select", 5), ("deselect", 2), ("focus", 3),
    ("begin", 3), ("commit", 4), ("show", 6),
]
EVENTS = [
    # names: EventKind
    "create", "willAppear", "didAppear", "willDisappear", "didDisappear", "attach", "detach", "destroy", "select",
    "deselect", "focus", "pending", "ready", "sceneForeground", "sceneBackground", "sceneActive", "sceneInactive",
    "sceneClose", "begin", "commit", "show", "interaction", "deepLink", "discardDeepLink", "record", "sessionEnd", "note",
    # end of names
]
KINDS += [(event, 4) for event in EVENTS if event not in dict(KINDS)]
OF_COMPONENTS = {
    "create", "pending", "ready",
    # names: ComponentEvent
    "willAppear", "didAppear", "willDisappear", "didDisappear", "attach", "detach", "destroy", "select", "deselect",
    "focus",
    # end of names
}
# Names that a wrong implementation may compare, decode, or print in another way.
NAMES = [
    "home", "item", "cart", "home~2", "home/1", "manual", "main", "", " ", "null", "0", "__proto__", "constructor",
    "toString", "then", "é", "e\u0301", "Å", "\u212b", "\ufeffhome", "home\ufeff", "\0",
    "a\0b", "\x1b[31m", "\x7f", "\x85",
    "\u2028", "\u202e", "\u2069", "\u061c", "😀", "👩\u200d👩\u200d👧", "\u200d", "\U0010ffff", "\uffff", "\ufffd", "\ufdd0", "\\", '"',
    "a\tb\nc\r", "\b\f", "/", "ß", "İ", "日本語", "x" * 15, "x" * 16, "x" * 17, "\u0301", "🇩🇪🇩",
]
LONG = ["y" * 255, "é" * 150, "z" * 5000]
# Names that are blank, and names that only look blank.
BLANK = ["", " ", "\t\n", "\u3000", "\u00a0\u2003", "\x85", "\u2028\u2029", "\r\n", " \u0301", "\u1680", "\u200b", "\ufeff"]
NUMBERS = [
    "0", "-0", "-0.0", "0.0", "1", "1.0", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
    "-9223372036854775809", "18446744073709551616", "9007199254740993", "9007199254740993.0", "18014398509481984.0",
    "18014398509481986.0", "1e16", "1e15", "123456789012345678901234567890", "1e308", "1.7976931348623157e308", "5e-324",
    "2.2250738585072014e-308", "4.9406564584124654e-324", "1e-400", "0.1", "0.30000000000000004", "1E+2", "1e-4", "1e-5",
    "0.0001234", "0.00001234", "1e22", "1e21", "123e-7", "-1.5", "100.0", "5.684341886080802e-14", "9.5367431640625e-7",
]
LEVELS = ["0", "1", "-1", "2", "2147483647", "-2147483648"]
CHOICES = [
    # names: choices
    ('cancelledDisappearance', 'continues', False),
    ('reveal', 'silent', False),
    ('foreground', 'silent', True),
    # end of names
]
POLICIES = ['"standard"', '"literal"', '"session"', "{}"]


class Random:
    """Random numbers that are equal in every version of Python (SplitMix64)."""

    def __init__(self, seed):
        self.state = seed & 0xFFFFFFFFFFFFFFFF

    def bits(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        mixed = self.state
        mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        return mixed ^ mixed >> 31

    def below(self, count):
        return self.bits() % count

    def chance(self, percent):
        return self.below(100) < percent

    def choice(self, values):
        return values[self.below(len(values))]

    def some(self, values, count):
        return [self.choice(values) for _ in range(count)]


class HostileTrace:
    """One random trace. Equal seeds give equal traces."""

    def __init__(self, seed):
        self.random = random = Random(seed)
        # Half of the traces have only a few plain names, so that more events are about the same component.
        names = NAMES if random.chance(50) else NAMES[:7]
        if random.chance(1):
            names = LONG
        self.components = random.some(names, 2 + random.below(4))
        self.scenes = random.some(names, 1 + random.below(2)) + ["main"]
        self.pages = random.some(names, 1 + random.below(4))
        self.contexts = random.some(names, 2)
        self.sessions = [None] if random.chance(60) else [None] + random.some(names, 2)
        self.time = 0
        # The percentage of the texts of the trace that have unusual JSON.
        self.unusual_percentage = random.choice([0, 0, 10, 50])
        self.kinds = [kind for kind, weight in KINDS for _ in range(weight)]

    def lines(self):
        random = self.random
        lines = []
        if random.chance(60):
            lines.append(self.object([("trace", "1"), ("title", self.text("hostile")), ("policy", self.policy())]))
        for _ in range(10 + random.below(70)):
            lines.append(self.object(self.event()))
            if random.chance(3):
                lines.append(random.choice(['{"expect":"nothing"}', "", "  ", '{"expect":"pageView","page":"home"}']))
        return lines

    def bytes(self):
        end = "\r\n" if self.random.chance(10) else "\n"
        mark = "\ufeff" if self.random.chance(5) else ""
        return (mark + "".join(line + end for line in self.lines())).encode()

    # Events

    def event(self):
        random = self.random
        kind = random.choice(self.kinds)
        pairs = [("event", self.text(kind))]
        session = random.choice(self.sessions)
        if session is not None:
            pairs.append(("session", self.text(session)))
        if random.chance(75):
            pairs.append(("t", self.seconds()))
        if kind in OF_COMPONENTS or (kind == "record" and random.chance(60)):
            pairs.append(("component", self.text(random.choice(self.components))))
        if kind not in ("sessionEnd", "note", "begin", "commit") and random.chance(35):
            pairs.append(("scene", self.text(random.choice(self.scenes))))
        if kind in ("create", "pending", "ready") and random.chance(60) or kind == "record":
            if kind != "record" or len(pairs) < 4 or random.chance(50):
                pairs.append(("page", self.page()))
        if kind in ("create", "ready", "record") and random.chance(40):
            pairs.append(("payload", self.values(0)))
        if kind == "create":
            if random.chance(40):
                pairs.append(("parent", self.text(random.choice(self.components))))
            if random.chance(30):
                pairs.append(("attached", random.choice(["true", "false"])))
            if random.chance(40):
                pairs.append(("state", random.choice(['"pending"', '"ready"'])))
            if random.chance(20):
                pairs.append(("exclusive", random.choice(["true", "true", "false"])))
            if random.chance(20):
                pairs.append(("level", random.choice(LEVELS)))
        if kind == "show":
            entries = [self.object(self.disguised(self.entry())) for _ in range(random.below(6))]
            pairs.append(("entries", "[" + ",".join(entries) + "]"))
        if kind == "interaction":
            # C takes the scene of an interaction from the component, if there is one.
            if random.chance(40) and not any(key == "scene" for key, _ in pairs):
                pairs.append(("component", self.text(random.choice(self.components + ["unknown"]))))
            pairs += [("name", self.text(random.choice(NAMES))), ("properties", self.values(0))][: 1 + random.below(2)]
        if kind == "deepLink":
            pairs.append(("url", self.text("app://" + random.choice(NAMES))))
            if random.chance(40):
                pairs.append(("source", self.text(random.choice(NAMES))))
            if random.chance(30):
                pairs.append(("page", self.text(random.choice(self.pages))))
            if random.chance(30):
                pairs.append(("expires", random.choice(["0", "0.05", "1", "1e-9", "3.333333333", "86400", "9e9"])))
        if kind == "note":
            pairs.append(("text", self.text(random.choice(NAMES))))
            if random.chance(25):
                pairs.append(("nextPageView", random.choice(["1", "7", "41.0", "1e3", "9007199254740000"])))
        if kind == "record" and not any(key in ("component", "page") for key, _ in pairs):
            pairs.append(("page", self.page()))
        return self.disguised(pairs)

    def entry(self):
        """Returns the pairs of an entry of a list."""
        random = self.random
        pairs = [("component", self.text(random.choice(self.components)))]
        for key, chance, value in [
            ("page", 70, self.page), ("payload", 20, lambda: self.values(1)),
            ("state", 30, lambda: random.choice(['"pending"', '"ready"'])),
            ("visible", 30, lambda: random.choice(["true", "false"])),
            ("parent", 30, lambda: self.text(random.choice(self.components))),
            ("level", 20, lambda: random.choice(LEVELS)),
        ]:
            if random.chance(chance):
                pairs.append((key, value()))
        return pairs

    def disguised(self, pairs):
        """Sometimes changes the order of the pairs, and adds unknown keys and keys that a later pair replaces."""
        random = self.random
        if random.chance(self.unusual_percentage):
            pairs.insert(random.below(len(pairs) + 1), (random.choice(["x", "t2", "Event"]), self.value(0)))
        if random.chance(self.unusual_percentage):
            first, second = random.below(len(pairs)), random.below(len(pairs))
            pairs[first], pairs[second] = pairs[second], pairs[first]
        if random.chance(self.unusual_percentage // 3) and any(key == "component" for key, _ in pairs):
            pairs.insert(0, ("component", self.text("replaced")))
        return pairs

    def policy(self):
        random = self.random
        if random.chance(60):
            return random.choice(POLICIES)
        pairs = [(key, f'"{random.choice(["counts", other])}"') for key, other, _ in CHOICES if random.chance(70)]
        if random.chance(20):
            timed = [key for key, _, takes_time in CHOICES if takes_time]
            pairs.append((random.choice(timed), random.choice(["0", "0.05", "1", "3.3", "86400"])))
        return self.object(pairs)

    def page(self):
        random = self.random
        name = self.text(random.choice(BLANK) if random.chance(6) else random.choice(self.pages))
        if random.chance(50):
            return name
        pairs = [("name", name)]
        if random.chance(70):
            pairs.append(("context", self.text(random.choice(self.contexts))))
        return self.object(pairs)

    # Values

    def values(self, level):
        random = self.random
        keys = [random.choice(NAMES[:15] if random.chance(80) else NAMES) for _ in range(random.below(4))]
        if random.chance(1):
            keys = [f"key {random.below(30)}" for _ in range(60)]
        return self.object([(key, self.value(level + 1)) for key in keys])

    def value(self, level):
        random = self.random
        kind = random.below(8 if level < 3 else 5)
        if kind == 0:
            return random.choice(["true", "false", "null"])
        if kind <= 2:
            return self.number()
        if kind <= 4:
            return self.text(random.choice(NAMES))
        if kind == 5:
            return "[" + ",".join(self.value(level + 1) for _ in range(random.below(4))) + "]"
        if kind == 6 and random.chance(1):
            return "[" * 400 + "]" * 400
        return self.values(level)

    def number(self):
        random = self.random
        kind = random.below(5)
        if kind == 0:
            return random.choice(NUMBERS)
        if kind == 1:
            return str(random.below(1 << (1 + random.below(70))) * random.choice([1, -1]))
        if kind == 2:
            # A power of two, or a neighbour of one.
            number = (random.below(3) - 1 + (1 << 53)) * 2.0 ** (random.below(2000) - 1080)
            return repr(number) if 0 < number < float("inf") else "0.5"
        digits = str(random.bits())[: 1 + random.below(20)].lstrip("0") or "0"
        if kind == 3:
            return f"{digits[0]}.{digits[1:] or 0}e{random.below(638) - 330}"
        return f"{digits[: len(digits) // 2] or 0}.{digits[len(digits) // 2:]}"

    def seconds(self):
        random = self.random
        if random.chance(6):
            self.time -= random.choice([1, 1_000_000, 3_000_000_000])
        elif random.chance(60):
            self.time += random.choice([1, 999, 50_000_000, 100_000_000, 1_000_000_000, 3_333_333_333, 86_400_000_000_000])
        elif random.chance(1):
            self.time = random.choice([-(1 << 62), (1 << 63) - 2 - random.below(1000), 0])
        self.time = max(1 - (1 << 63), min((1 << 63) - 2, self.time))
        sign, magnitude = "-" if self.time < 0 else "", abs(self.time)
        text = f"{sign}{magnitude // 10**9}.{magnitude % 10**9:09d}"
        if not random.chance(self.unusual_percentage):
            return text.rstrip("0").rstrip(".")
        return random.choice([
            text, text + "000", text + "4999", text + "50", f"{self.time}e-9", f"{sign}0.{magnitude}E+{len(str(magnitude)) - 9}"
            if len(str(magnitude)) > 9 else f"{self.time}E-0009"])

    def text(self, text):
        """Returns a string in JSON with the necessary escapes, and sometimes with unnecessary ones."""
        random = self.random
        is_unusual = random.chance(self.unusual_percentage)
        result = []
        for character in text:
            code = ord(character)
            if code >= 0x20 and character not in '"\\' and not (is_unusual and random.chance(50)):
                result.append(character)
            elif code > 0xFFFF:
                high, low = 0xD800 + (code - 0x10000 >> 10), 0xDC00 + (code - 0x10000 & 0x3FF)
                result.append(f"\\u{high:04x}\\u{low:04X}")
            elif character in '"\\/' and random.chance(50):
                result.append("\\" + character)
            elif character in "\b\f\n\r\t" and random.chance(50):
                result.append("\\" + "bfnrt"["\b\f\n\r\t".index(character)])
            else:
                result.append(f"\\u{code:04{random.choice('xX')}}")
        return f'"{"".join(result)}"'

    def object(self, pairs):
        random = self.random
        space = " " if random.chance(self.unusual_percentage) else ""
        # White space between the pairs contains no newline, because an event is one line.
        parts = [f"{self.text(key)}{space}:{space}{value}" for key, value in pairs]
        return "{" + space + f"{space},\t{space}".join(parts) + "}" if space else "{" + ",".join(parts) + "}"
