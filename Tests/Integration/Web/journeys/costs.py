"""Measurements in the browser. Each one prints its figure, and fails above three times the figure that the engine should reach."""
from driver import Failure
from known import only_modern

# An isolated document has a clock of 5 us instead of 100 us.
ISOLATED = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"}
# Adds up the time of the engine in the frames and in its observer of changes.
TIMED = """window.spent = 0;
const timed = (call) => function (...values) {
    const start = performance.now();
    try { return call.apply(this, values); } finally { spent += performance.now() - start; }
};
const request = requestAnimationFrame.bind(window);
window.frameOf = request;
window.requestAnimationFrame = (call) => request(timed(call));
window.MutationObserver = class extends MutationObserver { constructor(call) { super(timed(call)); } };"""
ROWS = "<h1 id=clock>0</h1><div><style>p { margin: 0; height: %s; overflow: hidden }</style>" + "".join(
    f"<section><p data-page=row{number}>{number}</p></section>" for number in range(500)) + "</div>"
# The receiver of the journeys' engine would send a request for each page view.
SILENT = "navigator.sendBeacon = () => true; options = { storage: false, recordsTrace: false };"
DECLARED = {
    "by a selector": "engine.pages('[data-page]');",
    "one by one": "for (const each of document.querySelectorAll('[data-page]')) engine.page(each, { name: each.dataset.page });",
}


def check(what, found, target, unit):
    print(f"{what}: {found:.3f} {unit}", flush=True)
    if found > 3 * target:
        raise Failure(f"expected at most {3 * target} {unit}, found {found:.3f}")


@only_modern
def the_cost_of_500_declared_elements_in_each_frame(j):
    for height, place, least, most in [("16px", "some in the window", 20, 100), ("0.5px", "all in the window", 500, 500)]:
        for way, script in DECLARED.items():
            j.page("/a", body=ROWS % height, headers=ISOLATED, head=TIMED + SILENT + f"""
                setUp = (engine) => {{ engine.addReceiver(() => {{ window.count = (window.count ?? 0) + 1; }}); {script} }};""")
            tab = j.open("/a")
            tab.wait("window.count >= %d" % least)
            assert least <= tab.evaluate("count") <= most, tab.evaluate("count")
            # The median, because other programs only add time. In the longest frame, the engine examines all elements.
            median, mean, greatest = tab.evaluate("""new Promise((done) => {
                const times = [];
                const next = () => {
                    times.push(spent);
                    spent = 0;
                    clock.textContent = times.length;
                    if (times.length < 200) return frameOf(next);
                    times.shift();
                    const sum = times.reduce((sum, each) => sum + each);
                    times.sort((a, b) => a - b);
                    done([times[100], sum / times.length, times.at(-1)]);
                };
                frameOf(next);
            })""")
            check(f"500 elements declared {way}, {place}, a frame (mean {mean:.3f}, at most {greatest:.1f})", median, 0.5, "ms")


@only_modern
def the_cost_of_an_appearance(j):
    j.page("/a", headers=ISOLATED)
    tab = j.open("/a")
    found = tab.evaluate("""(async () => {
        const engine = await library.PageViewEngine.create({ storage: 'costs', onPageView: () => {} });
        let least = Infinity;
        for (let round = 0; round < 50; round++) {
            const start = performance.now();
            for (let i = 0; i < 20; i++) {
                const component = engine.makeComponent({ name: 'x' + i, page: { name: 'X' }, state: 'ready' });
                for (const event of ['didAppear', 'didDisappear', 'destroy']) engine.report(component, event);
            }
            // The engine stores the last page view at the end of the task.
            await 0;
            least = Math.min(least, (performance.now() - start) / 20);
        }
        return least * 1000;
    })()""")
    check("an appearance in a document, 20 in a task", found, 30, "us")
