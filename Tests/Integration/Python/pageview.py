"""The C interface of the page-view engine for Python: what an adapter and a small app need."""

import collections
import ctypes as c

library = c.CDLL("libpageview.so.1")
library.pv_status_name.restype = c.c_char_p

NOW = -(2**63)
DEFAULT, PENDING, READY = range(3)
# names: numbers
WILL_APPEAR, DID_APPEAR, WILL_DISAPPEAR, DID_DISAPPEAR, ATTACH, DETACH, DESTROY, SELECT, DESELECT, FOCUS = range(10)
FOREGROUND, BACKGROUND, ACTIVE, INACTIVE, CLOSE = range(5)
COUNTED, NEVER_READY, NEVER_VISIBLE = range(3)
PAGE_VIEW, PAGE_LEAVE, INTERACTION, DEEP_LINK, CURRENT_PAGE, DIAGNOSTIC = (1 << bit for bit in range(6))
CAUSES = ["appeared", "ready", "attached", "foregrounded", "revealed", "manual"]
# end of names


class Text(c.Structure):
    _fields_ = [("bytes", c.c_void_p), ("length", c.c_size_t)]

    def __init__(self, string=None):
        # The attribute keeps the bytes alive as long as the text.
        self.data = None if string is None else string.encode()
        super().__init__(c.cast(c.c_char_p(self.data), c.c_void_p), len(self.data or b""))

    def __str__(self):
        return c.string_at(self.bytes, self.length).decode() if self.bytes else ""


class Scene(c.Structure):
    """A window that holds components."""

    _fields_ = [("engine", c.c_uint64), ("number", c.c_uint64)]

    def report(self, event):
        call("scene_report", self, c.c_int32(event), c.c_int64(NOW))


class Component(c.Structure):
    """Anything that a UI framework shows."""

    _fields_ = [("engine", c.c_uint64), ("number", c.c_uint64)]
    # Whether another component contains this one.
    is_inside = False

    def report(self, event):
        call("component_report", self, c.c_int32(event), c.c_int64(NOW))

    def place(self, scene, container, level):
        """Reports the scene and the level of the component, and the component that contains it, or `Component()` for none."""
        if self.is_inside and not container.number:
            call("component_move", self, container, c.c_int64(NOW))
        self.is_inside = container.number != 0
        declaration = Declaration(
            size=c.sizeof(Declaration), scene=scene, container=container, attached=1, exclusive=-1, has_level=True, level=level)
        call("component_declare", self, c.byref(declaration), c.c_int64(NOW))

    def set_pending(self):
        call("component_pending", self, c.c_uint64(0), c.c_int64(NOW))

    def set_ready(self, **payload):
        fields = (Field * len(payload))(*(Field(Text(name), Value.of(value)) for name, value in payload.items()))
        call("component_ready_with", self, c.c_uint64(0), fields, c.c_size_t(len(fields)), c.c_int64(NOW))


class Content(c.Union):
    _fields_ = [("boolean", c.c_bool), ("integer", c.c_int64), ("number", c.c_double), ("text", Text)]


class Value(c.Structure):
    _fields_ = [("kind", c.c_int32), ("content", Content)]

    @staticmethod
    def of(value):
        """A boolean, an integer, a float or a string as a value. A payload can contain arrays and objects too."""
        kinds = {bool: (1, "boolean"), int: (2, "integer"), float: (3, "number"), str: (5, "text")}
        kind, member = kinds[type(value)]
        return Value(kind, Content(**{member: Text(value) if member == "text" else value}))


class Field(c.Structure):
    _fields_ = [("name", Text), ("value", Value)]


class Declaration(c.Structure):
    _fields_ = [
        ("size", c.c_size_t), ("scene", Scene), ("container", Component), ("page", c.c_uint64), ("state", c.c_int32),
        ("payload", c.c_uint64), ("attached", c.c_int32), ("reserved", c.c_int32), ("exclusive", c.c_int32),
        ("has_level", c.c_bool), ("level", c.c_int32)]


class PageViewID(c.Structure):
    _fields_ = [("component", Component), ("component_tag", c.c_uint64), ("number", c.c_uint64)]


class Names(c.Structure):
    _fields_ = [("name", Text), ("context", Text)]


class Reference(c.Structure):
    _fields_ = [("id", PageViewID), ("page", Names)]


class Answer(c.Structure):
    _fields_ = [
        ("exists", c.c_bool), ("page", Reference), ("scene", Scene), ("scene_tag", c.c_uint64), ("is_counted", c.c_bool),
        ("began_at", c.c_int64), ("needed", c.c_size_t)]


class Record(c.Structure):
    """One page view, or another record. It is valid during the call that receives it."""

    _fields_ = [
        ("size", c.c_size_t), ("kind", c.c_uint32), ("scene", Scene), ("scene_tag", c.c_uint64), ("time", c.c_int64),
        ("page", Names), ("has_page", c.c_bool), ("id", PageViewID), ("sequence", c.c_uint64), ("has_appearance", c.c_bool),
        ("appeared_at", c.c_int64), ("cause", c.c_int32), ("previous", c.POINTER(Reference)), ("link", c.c_void_p),
        ("fields", c.POINTER(Field)), ("field_count", c.c_size_t), ("outcome", c.c_int32),
        ("foreground_nanoseconds", c.c_int64), ("background_nanoseconds", c.c_int64), ("is_counted", c.c_bool), ("name", Text)]


class RecordingOptions(c.Structure):
    _fields_ = [
        ("size", c.c_size_t), ("title", Text), ("without_user_data", c.c_bool), ("naming", c.c_void_p),
        ("context", c.c_void_p), ("limit", c.c_uint64), ("release", c.c_void_p)]


class LinkOptions(c.Structure):
    _fields_ = [("size", c.c_size_t), ("target", Text), ("expires_nanoseconds", c.c_int64)]


RECEIVE = c.CFUNCTYPE(None, c.POINTER(Record), c.c_void_p)
SCHEDULE = c.CFUNCTYPE(None, c.c_uint64, c.c_void_p)
NAMING = c.CFUNCTYPE(c.c_size_t, Component, Scene, c.c_uint64, c.c_void_p, c.c_size_t, c.c_void_p)


# The name and the context of a page. The context is None if the page has none.
Page = collections.namedtuple("Page", ["name", "context"])


def call(name, *arguments):
    """Calls a function of the interface. Raises an error for any status but PV_OK."""
    status = getattr(library, "pv_" + name)(*arguments)
    if status != 0:
        raise RuntimeError(f"pv_{name}: expected PV_OK, found {library.pv_status_name(status).decode()}")


class Engine:
    """Emits one page view for each appearance of a page."""

    def __init__(self):
        self.handle = c.c_uint64()
        # C calls these functions as long as the engine lives.
        self.functions = []
        self.is_running = True
        call("engine_create", None, c.byref(self.handle))

    def destroy(self):
        self.is_running = False
        call("engine_destroy", self.handle)

    def receive(self, kinds, function):
        """Calls the function with each record of these kinds. The record is valid during the call."""
        self.functions.append(RECEIVE(lambda record, _: function(record.contents)))
        call("receiver_add", self.handle, c.c_uint32(kinds), self.functions[-1], None, None, None)

    def make_scene(self):
        scene = Scene()
        call("scene_create", self.handle, c.c_uint64(0), c.byref(scene))
        return scene

    def make_component(self, name, context=None, state=READY, tag=0):
        """Makes the component of a page that is in no window yet."""
        page, component = c.c_uint64(), Component()
        call("page_create", Text(name), Text(context), c.byref(page))
        declaration = Declaration(size=c.sizeof(Declaration), page=page, state=state, attached=0, exclusive=-1)
        call("component_create", self.handle, c.byref(declaration), c.c_uint64(tag), c.c_int64(NOW), c.byref(component))
        call("page_destroy", page)
        return component

    def record_interaction(self, name, scene):
        call("interaction_record", self.handle, Text(name), c.c_uint64(0), scene, c.c_int64(NOW))

    def handle_deep_link(self, url, source=None, scene=Scene(), target=None):
        """Reports that a deep link arrived. Returns the page that the user was on, or None.

        The next page that appears carries the link; with a target, the next page of that name. Without a scene, a link that starts
        the app waits for the first page.
        """
        options = LinkOptions(size=c.sizeof(LinkOptions), target=Text(target), expires_nanoseconds=-1)
        return self.ask("deep_link_handle_with", Text(url), Text(source), scene, c.byref(options), c.c_int64(NOW))

    def current_page(self, scene=Scene()):
        """Returns the page in front of the user, in a scene or in the whole app, or None."""
        return self.ask("page_query", c.c_int32(0), scene)

    def ask(self, name, *arguments):
        """Calls a function that answers with a page. Returns the page, or None."""
        buffer, answer = c.create_string_buffer(1 << 16), Answer()
        call(name, self.handle, *arguments, buffer, c.c_size_t(len(buffer)), c.byref(answer))
        names = answer.page.page
        return Page(str(names.name), str(names.context) or None) if answer.exists else None

    def note(self, text):
        call("recording_note", self.handle, Text(text), c.c_uint64(0), c.c_int64(NOW))

    def record(self, path, title, names):
        """Records all inputs in a file, until the engine is destroyed. `names` contains the name of each tag."""

        def name(component, _, tag, buffer, capacity, __):
            data = names.get(tag, "").encode() if component.number else b""
            if len(data) <= capacity:
                c.memmove(buffer, data, len(data))
            return len(data)

        self.functions.append(NAMING(name))
        options = RecordingOptions(
            size=c.sizeof(RecordingOptions), title=Text(title), naming=c.cast(self.functions[-1], c.c_void_p))
        call("recording_start", self.handle, Text(path), c.byref(options), None)


class Turn:
    """Groups the reports of each turn of an event loop in one update."""

    def __init__(self, engine, schedule):
        """`schedule` receives a function, and arranges that it is called at the end of the present turn."""
        self.handle = c.c_uint64()
        # C calls this function as long as `begin` is called.
        self.function = SCHEDULE(lambda *_: schedule(self.end))
        call("turn_create", engine.handle, self.function, None, None, c.byref(self.handle))

    def begin(self):
        """Begins the update of this turn, if it has not begun. Returns False if the engine has ended."""
        return library.pv_turn_begin(self.handle) == 0

    def end(self):
        library.pv_turn_end(self.handle)
