// Zooming, moving, and the details of the selected thing.
let selected = null;
const explanation = (item) => $("i" + item);
function describe(what) {
  if (typeof what === "number") {
    const text = /** @type {Element | undefined} */ (explanation(what)?.querySelector(".why").cloneNode(true));
    // The list shows rounded times, and the tooltip shows all digits.
    for (const time of text?.querySelectorAll(".exact") ?? []) time.textContent = time.getAttribute("title");
    return text?.innerHTML ?? "";
  }
  if (typeof what === "object" && what.item >= 0) return describe(what.item);
  if (typeof what === "object") return escaped(what.text ?? data.announcements[what.lane.number + " " + what.index] ?? what.label);
  return escaped(what).replace(/\n/g, "<br>");
}
function showTip(html, x, y) {
  const tip = $("tip");
  tip.innerHTML = html;
  tip.hidden = !html;
  if (!html) return;
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = clamp(x + 14, 4, Math.max(4, innerWidth - width - 4)) + "px";
  tip.style.top = (y + 18 + height < innerHeight ? y + 18 : Math.max(4, y - height - 14)) + "px";
}
const hideTip = () => { $("tip").hidden = true; };
function mark(item) {
  for (const old of document.querySelectorAll("#explanations li.current")) old.classList.remove("current");
  const entry = item >= 0 ? explanation(item) : null;
  entry?.classList.add("current");
  return entry;
}
// Scrolls the list to an explanation. `scrollIntoView` could also scroll the chart out of sight.
function reveal(item) {
  const entry = mark(item), list = $("explanations");
  if (entry) list.scrollTop += entry.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 3;
  return entry;
}
function select(bar, { follows = true } = {}) {
  selected = bar;
  if (!bar) { mark(-1); $("status").textContent = ""; invalidate(); return; }
  if (follows) bringIntoView(bar);
  reveal(bar.item);
  const text = bar.item >= 0 ? explanation(bar.item)?.querySelector(".why").textContent : bar.text ?? data.announcements[bar.lane.number + " " + bar.index];
  $("status").textContent = text ?? nameOf(bar);
  invalidate();
}
function bringIntoView(bar) {
  const a = placeOf(bar.start), b = placeOf(bar.end), length = view.end - view.start;
  if (b < view.start || a > view.end) show(a - length / 3, a + length * 2 / 3);
  if (bar.line.y === undefined) { query = ""; $("search").value = ""; layOut(); }
  const scroll = $("scroll"), y = bar.line.y ?? 0;
  if (y < scroll.scrollTop + 10) scroll.scrollTop = y - 80;
  if (y + 30 > scroll.scrollTop + scroll.clientHeight) scroll.scrollTop = y + 60 - scroll.clientHeight;
}
const things = () => rows.filter((row) => row.line).flatMap((row) => row.line.things);
function step(by) {
  if (!selected) {
    const from = timeAt(0), to = timeAt(width);
    const all = things(), shown = all.filter((thing) => thing.end >= from && thing.start <= to);
    // Prefers the visible bars, then all visible things, then all things.
    const start = [shown.filter((thing) => thing.pieces), shown, all].find((list) => list.length);
    return start && select(start.reduce((a, b) => b.start < a.start ? b : a));
  }
  const next = selected.line.things[selected.at + by];
  if (next) select(next);
}
function stepLane(by) {
  if (!selected) return step(1);
  const lines = rows.filter((row) => row.line && row.line.things.length).map((row) => row.line);
  const line = lines[lines.indexOf(selected.line) + by];
  if (!line) return;
  const middle = (selected.start + selected.end) / 2;
  const distance = (thing) => Math.max(thing.start - middle, middle - thing.end, 0);
  select(line.things.reduce((a, b) => distance(b) < distance(a) ? b : a));
}
function showThing(thing) {
  if (thing.pieces) return showTimes(thing.start, thing.end);
  // A mark has no duration, so the view shows a quarter of its present length around the mark.
  const length = (view.end - view.start) / 4;
  show(placeOf(thing.start) - length / 2, placeOf(thing.start) + length / 2);
}
function setFolded(value) {
  const from = timeAt(0), to = timeAt(width);
  isFolded = value && data.gaps.length > 0;
  $("fold").setAttribute("aria-pressed", isFolded);
  fold();
  drawOverview();
  show(placeOf(from), placeOf(to));
}
function setHidesEmpty(value) {
  hidesEmpty = value;
  $("hide").setAttribute("aria-pressed", hidesEmpty);
  keepInPlace(layOut);
  invalidate();
}
