// The pointer and the keyboard.
const chart = $("scroll");
const plotX = (event) => event.clientX - chart.getBoundingClientRect().left - gutter - inset;
// `pressed` is the element at the beginning of a click. A redraw may replace it before the user releases the button.
let drag = null, pressed = null;

chart.addEventListener("pointermove", (event) => {
  anchor = event.clientY - chart.getBoundingClientRect().top;
  if (drag) return;
  const element = event.target.closest("[data-tip]");
  showTip(element ? describe(tips[element.dataset.tip]) : "", event.clientX, event.clientY);
  const x = plotX(event);
  $("cursor").textContent = x >= 0 && x <= width ? momentText(timeAt(x)) : "";
});
chart.addEventListener("pointerleave", () => { anchor = null; $("cursor").textContent = ""; hideTip(); });
chart.addEventListener("scroll", () => { hideTip(); invalidate(); }, { passive: true });
chart.addEventListener("wheel", (event) => {
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    zoom(Math.exp(clamp(event.deltaY, -200, 200) * 0.004), clamp(plotX(event), 0, width));
  } else if (event.deltaX || event.shiftKey) {
    event.preventDefault();
    pan((event.deltaX || event.deltaY) / width);
  }
}, { passive: false });

chart.addEventListener("pointerdown", (event) => {
  pressed = event.target;
  if (event.button || plotX(event) < -inset || event.pointerType === "touch") return;
  drag = { x: event.clientX, view, isMoved: false };
});
addEventListener("pointermove", (event) => {
  if (!drag) return;
  const by = event.clientX - drag.x;
  if (Math.abs(by) > 4) { drag.isMoved = true; hideTip(); }
  if (!drag.isMoved) return;
  const length = drag.view.end - drag.view.start;
  const start = clamp(drag.view.start - by * length / width, 0, extent - length);
  show(start, start + length);
});
addEventListener("pointerup", () => { setTimeout(() => { drag = null; }); });
addEventListener("pointercancel", () => { drag = null; });

chart.addEventListener("click", (event) => {
  if (drag?.isMoved) return;
  const element = (pressed ?? event.target).closest("[data-bar],[data-many],[data-some]");
  if (!element) return select(null);
  const { bar, many, some } = element.dataset;
  if (bar) {
    const [lane, index] = bar.split(" ");
    select(lanes[lane].bars[index], { follows: false });
  }
  if (many) {
    const [lane, from, to] = many.split(" ");
    showTimes(lanes[lane].bars[from].start, lanes[lane].bars[to].end);
  }
  if (some) {
    const [key, from, to] = some.split(" "), a = lines[key].things[from], b = lines[key].things[to];
    // A click on the number of one page view selects its bar.
    if (b.start > a.start) showTimes(a.start, b.start); else select(byItem.get(a.item) ?? a);
  }
});
chart.addEventListener("dblclick", (event) => {
  const element = (pressed ?? event.target).closest("[data-bar]");
  if (!element) return;
  const [lane, index] = element.dataset.bar.split(" "), bar = lanes[lane].bars[index];
  showTimes(bar.start, bar.end);
});

// In the overview, the user draws the part of the trace to show, or moves this part.
const overview = $("overview");
let brush = null;
const shareAt = (event) => {
  const box = overview.getBoundingClientRect();
  return clamp((event.clientX - box.left) / box.width, 0, 1) * extent;
};
overview.addEventListener("pointerdown", (event) => {
  const place = shareAt(event), isWhole = view.end - view.start > extent * 0.999;
  brush = { place, view, isMoving: !isWhole && place >= view.start && place <= view.end };
  overview.setPointerCapture(event.pointerId);
});
overview.addEventListener("pointermove", (event) => {
  if (!brush) return;
  const place = shareAt(event), length = brush.view.end - brush.view.start;
  if (brush.isMoving) {
    const start = clamp(brush.view.start + place - brush.place, 0, extent - length);
    show(start, start + length);
  } else if (Math.abs(place - brush.place) > extent / 300) {
    show(Math.min(place, brush.place), Math.max(place, brush.place));
  }
});
overview.addEventListener("pointerup", (event) => {
  if (brush && !brush.isMoving && Math.abs(shareAt(event) - brush.place) <= extent / 300) {
    const length = Math.min(view.end - view.start, extent / 4);
    const start = clamp(brush.place - length / 2, 0, extent - length);
    show(start, start + length);
  }
  brush = null;
});
const actions = {
  ArrowRight: () => step(1), ArrowLeft: () => step(-1), ArrowDown: () => stepLane(1), ArrowUp: () => stepLane(-1),
  Home: () => { const thing = selected?.line.things[0]; thing ? select(thing) : fit(); },
  End: () => { const things = selected?.line.things; if (things) select(things[things.length - 1]); },
  PageDown: () => pan(0.9), PageUp: () => pan(-0.9),
  "+": () => zoomOn(0.6), "=": () => zoomOn(0.6), "-": () => zoomOn(1 / 0.6), "0": fit,
  w: () => zoomOn(0.6), s: () => zoomOn(1 / 0.6), a: () => pan(-0.2), d: () => pan(0.2),
  f: () => selected && showThing(selected),
  g: () => setFolded(!isFolded), h: () => setHidesEmpty(!hidesEmpty), "/": () => $("search").focus(),
  Enter: () => {
    const entry = selected && reveal(selected.item);
    if (!entry) return;
    entry.tabIndex = -1;
    entry.focus({ preventScroll: true });
  },
  Escape: () => { hideTip(); select(null); },
};
function zoomOn(factor) {
  const x = selected ? pixel((selected.start + selected.end) / 2) : width / 2;
  zoom(factor, x >= 0 && x <= width ? x : width / 2);
}
chart.addEventListener("keydown", (event) => {
  const action = event.ctrlKey || event.metaKey || event.altKey ? null : actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});
// The explanations follow the script in the document, so that the timeline appears first. So the document handles their events.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && $("explanations").contains(event.target)) { event.preventDefault(); chart.focus(); }
});
document.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("#explanations button");
  if (!button) return;
  const thing = byItem.get(Number(button.closest("li").id.slice(1)));
  if (!thing) return;
  if (thing.pieces && placeOf(thing.end) - placeOf(thing.start) < (view.end - view.start) / width * 12) showThing(thing);
  select(thing);
  chart.focus({ preventScroll: true });
});
$("search").addEventListener("input", () => {
  query = $("search").value.trim().toLowerCase();
  layOut();
  chart.scrollTop = 0;
  invalidate();
});
$("search").addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !$("search").value || event.key === "Enter") {
    event.preventDefault();
    chart.focus();
    if (event.key === "Enter") { selected = null; step(1); }
  }
});
$("in").onclick = () => zoomOn(0.6);
$("out").onclick = () => zoomOn(1 / 0.6);
$("fit").onclick = fit;
$("fold").onclick = () => setFolded(!isFolded);
$("hide").onclick = () => setHidesEmpty(!hidesEmpty);
$("fold").disabled = !data.gaps.length;
$("fold").setAttribute("aria-pressed", isFolded);
$("hide").setAttribute("aria-pressed", hidesEmpty);

fold();
view = { start: 0, end: extent };
measureNames();
layOut();
measureNames();
drawOverview();
draw();
new ResizeObserver(() => { measureNames(); drawOverview(); invalidate(); }).observe(chart);
addEventListener("hashchange", follow);
document.addEventListener("DOMContentLoaded", follow);
// A link to an explanation also selects the bar of the explanation.
function follow() {
  const bar = byItem.get(Number(location.hash.slice(2)));
  if (location.hash.startsWith("#i") && bar) select(bar);
}
