// The script of each document of a journey. It declares the pages, and sends the page views and the trace to the test.
import * as library from "/library/pageview.min.js";
import { beaconReceiver } from "/library/pageview.beacon.js";

const id = crypto.randomUUID();
const beacon = navigator.sendBeacon.bind(navigator);
const send = (message) => beacon("/collect", JSON.stringify({ document: id, ...message }));

// Two page views may have one time, and their requests may overtake each other.
let last = 0;

window.library = { ...library, beaconReceiver };
window.views = [];
window.began = library.PageViewEngine.create({ recordsTrace: true, ...window.options }).then((engine) => {
    window.engine = engine;
    window.documentID = id;
    engine.addReceiver((view) => {
        window.views.push(view);
        // The test replaces this line of the trace by an expectation of the page view.
        engine.note(JSON.stringify({ view: view.id }));
        last = Math.max(last + 0.001, performance.timeOrigin + performance.now());
        send({ view, at: last });
    });
    addEventListener("pagehide", () => send({ trace: engine.trace() }));
    if (window.setUp) window.setUp(engine);
    else engine.page("/:page", { name: ({ params }) => params.page.toUpperCase() });
    return engine;
});
