// Replays traces through `pageview.js`, in Node and in browsers, and returns the lines of `pageview replay --all` (TR-004).
//
// It applies the events as `ReplaySession` applies them to the model in Swift. Most events are one call. The first report about a
// component is two calls, because the component must be created first. The first call of an event carries its time. The second
// call carries the latest time, so a time that goes back causes one diagnostic.
import { json, nanoseconds, quoted, readLine, seconds } from "./json.mjs";

const componentEvents = new Set([
    // names: ComponentEvent
    "willAppear", "didAppear", "willDisappear", "didDisappear", "attach", "detach", "destroy", "select", "deselect",
    "focus",
    // end of names
]);
const sceneEvents = new Map([
    ["sceneForeground", "foreground"], ["sceneBackground", "background"], ["sceneActive", "active"],
    ["sceneInactive", "inactive"], ["sceneClose", "close"],
]);
const otherEvents = new Set([
    "create", "pending", "ready", "begin", "commit", "show", "interaction", "deepLink", "discardDeepLink", "record", "sessionEnd",
    "note",
]);
const types = {
    event: "string", session: "string", component: "string", scene: "string", parent: "string", state: "string",
    name: "string", url: "string", source: "string", text: "string", attached: "boolean", exclusive: "boolean",
    visible: "boolean",
};

// Returns the values of an event or of an entry. Its keys are those of the line.
function valuesOf(members) {
    const event = {};
    for (const [key, type] of Object.entries(types)) {
        if (!members.has(key)) continue;
        if (typeof members.get(key) !== type) throw new SyntaxError(`expected ${key} to be a ${type}`);
        event[key] = members.get(key);
    }
    for (const key of ["payload", "properties"]) {
        if (!members.has(key)) continue;
        if (!(members.get(key) instanceof Map)) throw new SyntaxError(`expected ${key} to be an object`);
        event[key] = payloadOf(members.get(key));
    }
    // A number of the line itself is a numeral.
    const level = members.get("level");
    if (level !== undefined) event.level = Number(level.value ?? level);
    const page = members.get("page");
    if (page !== undefined) {
        const [name, context] = page instanceof Map ? [page.get("name"), page.get("context")] : [page];
        if (typeof name !== "string") throw new SyntaxError("expected the name of a page");
        event.page = context === undefined ? name : { name, context };
    }
    return event;
}

// Returns the event of a line.
function eventOf(members) {
    const event = valuesOf(members);
    if (!componentEvents.has(event.event) && !sceneEvents.has(event.event) && !otherEvents.has(event.event))
        throw new SyntaxError("expected the name of an event");
    if (members.has("t")) event.time = nanoseconds(members.get("t"));
    if (members.has("nextPageView")) event.nextPageView = Number(members.get("nextPageView").value);
    if (members.has("expires")) event.expires = nanoseconds(members.get("expires"));
    if (event.event === "show") {
        if (!Array.isArray(members.get("entries"))) throw new SyntaxError("expected entries to be a list");
        event.entries = members.get("entries").map(valuesOf);
    }
    return event;
}

// Returns the payload for values of a trace. It keeps the exact values under a symbol, because a record contains the same object.
// The engine ignores symbols, so an ordinary key makes the payload not empty.
const exact = Symbol("the exact values");
const payloadOf = values => ({ ...values.size > 0 ? { values: values.size } : {}, [exact]: values });

// One session of a trace: an engine, and the names of its components and scenes.
class Session {
    latest = 0n;
    records = [];
    // The newest component of each name, and all components.
    components = new Map();
    allComponents = [];
    scenes = new Map();
    names = new Map();

    constructor(name, engine) {
        this.name = name;
        this.engine = engine;
        engine.timesAsNanoseconds = true;
        engine.addReceiver(record => this.records.push(record), "all");
        this.addScene("main", engine.mainScene);
        // The time of a trace begins at 0.
        this.note("", undefined, 0n);
    }

    addScene(name, handle) {
        this.scenes.set(name, handle);
        this.names.set(handle, name);
        return handle;
    }

    // The scene that an event names, or nothing.
    scene(event) {
        if (event.scene === undefined) return undefined;
        return this.scenes.get(event.scene) ?? this.addScene(event.scene, this.engine.makeScene(event.scene));
    }

    // Creates a component, which replaces an earlier one with the name. The engine gets another, unambiguous name.
    create(name, options) {
        const { allComponents, components, engine } = this;
        const predecessors = components.has(name) ? components.get(name).predecessors + 1 : 0;
        const component = { name, predecessors, handle: 0 };
        components.set(name, component);
        const number = allComponents.push(component) - 1;
        component.handle = engine.makeComponent({ name: `c${number}`, ...options }, this.takeTime());
        this.names.set(component.handle, name);
        return component;
    }

    // Returns the identity of a page view with the names of the trace, such as `home~2/1` for `c7/1`.
    identity(id) {
        const [, number, ordinal] = /^c(\d+)\/(.+)$/.exec(id) ?? [];
        if (number === undefined) return quoted(id);
        const { name, predecessors } = this.allComponents[number];
        return quoted(`${name}${predecessors > 0 ? `~${predecessors + 1}` : ""}/${ordinal}`);
    }

    isDestroyed(component) { return this.engine.isDestroyed(component.handle); }

    // Returns the component of an event. The first event about a component creates it.
    component(event) {
        return this.components.get(event.component) ?? this.create(event.component, { scene: this.scene(event) });
    }

    // Returns the container of a declared component. The container may be new.
    //
    // Without a scene, a new container is in the scene of its part. A component that is made inside the part is in that scene.
    container(name, scene, part) {
        if (name === undefined) return undefined;
        const known = this.components.get(name);
        if (known) return known.handle;
        const { handle } = this.create(name, scene === undefined ? { parent: part?.handle } : { scene });
        if (scene === undefined && part) this.engine.move(handle, null, this.takeTime());
        return handle;
    }

    note(text, nextPageView, at) { this.engine.note(text, { nextPageView, at }); }

    // Returns the time of the next call: for the first call of an event its time, for a later one the latest time.
    takeTime() {
        const time = this.next;
        this.next = this.latest;
        return time;
    }

    applyCreate(event) {
        const known = this.components.get(event.component);
        const { attached, page, state, payload, exclusive, level } = event;
        const scene = this.scene(event);
        if (!known || this.isDestroyed(known)) {
            const isOwnParent = event.parent === event.component;
            if (!isOwnParent) {
                const parent = this.container(event.parent, scene);
                return this.create(event.component, { scene, parent, attached, exclusive, level, page, state, payload });
            }
            // The component needs a handle before it can be declared as its own container, which the engine rejects (QU-002).
            const { handle } = this.create(event.component, { scene, attached });
            return this.engine.declare(handle, { parent: handle, exclusive, level, page, state, payload }, this.takeTime());
        }
        if (event.parent !== undefined && !this.components.has(event.parent)) {
            // This call carries the time, so that the diagnostic of a time that goes back names this component.
            this.engine.declare(known.handle, {}, this.takeTime());
        }
        const parent = this.container(event.parent, scene, known);
        this.engine.declare(known.handle, { scene, parent, attached, exclusive, level, page, state, payload }, this.takeTime());
    }

    applyReport(event) {
        const component = this.component(event);
        if (event.event === "attach" && event.scene !== undefined) {
            this.engine.attach(component.handle, this.scene(event), this.takeTime());
        } else {
            this.engine.report(component.handle, event.event, this.takeTime());
        }
    }

    // Applies a list. Its components have names in the whole trace, so the engine gets them as components, not as keys.
    applyShow(event) {
        const scene = this.scene(event);
        const components = event.entries.map(entry => {
            const known = this.components.get(entry.component);
            return known && !this.isDestroyed(known) ? known : this.create(entry.component, { scene });
        });
        const listed = new Set();
        const entries = event.entries.map(({ page, state, payload, visible, level, parent }, index) => {
            const key = components[index].handle;
            // The engine ignores a component that is listed again, so its entry mentions no container.
            const container = listed.has(key) ? undefined : this.container(parent, scene);
            listed.add(key);
            return { key, page, state, payload, visible, level, container };
        });
        this.engine.show(scene, entries, this.takeTime());
    }

    applyRecord(event) {
        const { page, payload } = event;
        const target = event.component === undefined
            ? { scene: this.scene(event) } : { component: this.component(event).handle };
        this.engine.recordPageView({ ...target, page, payload, at: this.takeTime() });
    }

    // Applies an event, and returns its records.
    apply(event) {
        this.next = event.time ?? this.latest;
        if (this.next > this.latest) this.latest = this.next;
        const { engine } = this;
        if (componentEvents.has(event.event)) {
            this.applyReport(event);
        } else if (sceneEvents.has(event.event)) {
            engine.reportScene(this.scene(event) ?? engine.mainScene, sceneEvents.get(event.event), this.takeTime());
        } else {
            switch (event.event) {
            case "create": this.applyCreate(event); break;
            case "pending": engine.pending(this.component(event).handle, event.page, this.takeTime()); break;
            case "ready": engine.ready(this.component(event).handle, event, this.takeTime()); break;
            case "begin": engine.beginUpdate(this.takeTime()); break;
            case "commit": engine.commitUpdate(this.takeTime()); break;
            case "show": this.applyShow(event); break;
            case "record": this.applyRecord(event); break;
            case "interaction":
                engine.recordInteraction(event.name, event.properties, {
                    scene: this.scene(event), component: this.components.get(event.component)?.handle, at: this.takeTime(),
                });
                break;
            case "deepLink":
                engine.handleDeepLink(event.url, {
                    scene: this.scene(event), source: event.source, target: event.page?.name ?? event.page,
                    expires: event.expires, at: this.takeTime(),
                });
                break;
            case "discardDeepLink": engine.discardDeepLink({ scene: this.scene(event), at: this.takeTime() }); break;
            case "sessionEnd": engine.stop(this.takeTime()); break;
            case "note": this.note(event.text ?? "", event.nextPageView, this.takeTime()); break;
            }
        }
        return this.records.splice(0).map(record => this.write(record)).join("");
    }

    // Writes a record as one line.
    write(record) {
        const fields = [["event", quoted(record.event)]];
        const add = (key, text) => fields.push([key, text]);
        const named = handle => handle === null ? "null" : quoted(this.names.get(handle));
        const reference = value => value === null ? "null" : `{"id":${this.identity(value.id)},${names(value)}}`;
        const source = value => value.source === undefined ? "" : `,"source":${quoted(value.source)}`;
        const link = value => `"url":${quoted(value.url)}${source(value)}`;
        if (record.event === "pageView") add("seq", String(record.seq));
        add("t", seconds(record.t));
        switch (record.event) {
        case "pageView":
            add("id", this.identity(record.id));
            add("page", pageOf(record));
            if (record.payload?.[exact]?.size > 0) add("payload", json(record.payload[exact]));
            add("scene", named(record.scene));
            if (record.component !== undefined) {
                add("component", named(record.component));
                add("appearance", String(record.appearance));
                add("appearedAt", seconds(record.appearedAt));
            }
            add("cause", quoted(record.cause));
            if (record.previous) add("previous", reference(record.previous));
            if (record.deepLink) {
                add("deepLink", `{${link(record.deepLink)},"referrer":${reference(record.deepLink.referrer)}}`);
            }
            break;
        case "interaction":
            add("name", quoted(record.name));
            add("properties", json(record.properties[exact] ?? new Map()));
            add("scene", named(record.scene));
            add("page", pageOf(record));
            add("pageViewID", record.pageViewID === null ? "null" : this.identity(record.pageViewID));
            add("component", named(record.component));
            break;
        case "deepLink":
            add("url", quoted(record.url));
            if (record.source !== undefined) add("source", quoted(record.source));
            add("scene", named(record.scene));
            add("referrer", reference(record.referrer));
            break;
        case "pageLeave":
            if (record.id !== undefined) add("id", this.identity(record.id));
            add("page", pageOf(record));
            add("scene", named(record.scene));
            add("component", named(record.component));
            add("outcome", quoted(record.outcome));
            add("foreground", seconds(record.foreground));
            add("background", seconds(record.background));
            add("current", seconds(record.current));
            break;
        case "currentPage":
            add("scene", named(record.scene));
            add("page", pageOf(record));
            add("component", named(record.component));
            break;
        case "diagnostic":
            add("kind", quoted(record.kind));
            if (record.component !== undefined) add("component", named(record.component));
            break;
        }
        if (this.name !== undefined) add("session", quoted(this.name));
        return `{${fields.map(([key, text]) => `"${key}":${text}`).join(",")}}\n`;
    }
}

const names = page => `"name":${quoted(page.name)}${page.context === undefined ? "" : `,"context":${quoted(page.context)}`}`;
const pageOf = record => record.page === null ? "null" : `{${names(record.page)}}`;

// Replays a trace in JSON Lines. Returns the output, and the first error if there is one.
//
// `drop` is the number of a report to omit. A test uses it to show that the comparison detects a difference.
export async function replay(text, { Engine, wasm, drop = 0 }) {
    const sessions = new Map();
    let [output, policy, isFirst, count, number] = ["", "standard", true, 0, 0];
    for (const line of text.replace(/^\ufeff/, "").split("\n")) {
        number++;
        if (/^[ \t\r]*$/.test(line)) continue;
        try {
            const members = readLine(line);
            const isHeader = !members.has("event") && !members.has("expect") && members.has("trace");
            if (isHeader && (!isFirst || members.get("trace").value !== 1n && members.get("trace").value !== 1))
                throw new SyntaxError("expected the header to be the first line");
            isFirst = false;
            const given = members.get("policy");
            // The shortest time in the background is a number of seconds.
            const choice = value => typeof value === "string" ? value : Number(value);
            if (isHeader && given !== undefined) {
                policy = given instanceof Map ? Object.fromEntries([...given].map(([key, value]) => [key, choice(value)])) : given;
            }
            if (isHeader || members.has("expect")) continue;
            const event = eventOf(members);
            // A note without a time has no effect, and begins no session.
            if (event.event === "note" && event.time === undefined) continue;
            if (componentEvents.has(event.event) && ++count === drop) continue;
            const session = sessions.get(event.session) ?? new Session(event.session, await Engine.create({ policy, wasm }));
            sessions.set(event.session, session);
            output += session.apply(event);
            if (event.event === "sessionEnd") sessions.delete(event.session);
        } catch (error) {
            return { output, error: `${number}: ${error.stack}` };
        }
    }
    return { output };
}
