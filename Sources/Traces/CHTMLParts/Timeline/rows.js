// The layout of all rows, and the drawing of the visible rows.
const inset = 14, margin = 28, side = 12, indent = 14;
let rows = [], query = "", hidesEmpty = lanes.length > 40, gutter = 120;
const hasHeadings = data.sessions.length > 1 || data.sessions.some((session) => session.name !== null);

// Returns the index of the first thing that is not over. The list must be sorted.
function first(list, isOver) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isOver(list[middle])) low = middle + 1; else high = middle;
  }
  return low;
}
function isInView(lane, from, to) {
  if (lane === selected?.line) return true;
  return [lane.bars ?? lane.things, lane.remarks ?? []].some((list) => {
    const thing = list[first(list, (thing) => thing.end < from)];
    return thing !== undefined && thing.start <= to;
  });
}
function layOut() {
  const from = timeAt(0), to = timeAt(width);
  const isShown = (lane) => (!query || lane.words.includes(query))
    && (!hidesEmpty || isInView(lane, from, to));
  let y = 4;
  rows = [];
  const add = (row, height) => {
    row.y = y;
    row.height = height;
    if (row.line) row.line.y = y;
    rows.push(row);
    y += height;
  };
  for (const session of data.sessions) {
    const heading = { kind: "session", name: "session " + (session.name ?? "without a name"), session };
    let isNew = hasHeadings;
    for (const scene of session.scenes) {
      const shown = scene.lanes.filter(isShown);
      for (const line of [scene.marks, scene.counts, ...scene.lanes]) line.y = undefined;
      const isEmpty = !shown.length && ![scene.marks, scene.counts].some((line) => isInView(line, from, to));
      if (!shown.length && query || hidesEmpty && lanes.length > 1 && isEmpty) continue;
      if (isNew) add(heading, 30);
      isNew = false;
      const start = y;
      add({ kind: "pages", name: scene.name, scene }, 26);
      if (scene.marks.things.length) add({ kind: "marks", name: "events", scene, line: scene.marks }, 20);
      if (scene.counts.things.length) add({ kind: "counts", name: "page views", scene, line: scene.counts }, 22);
      scene.lanesY = y;
      for (const lane of shown) {
        add({ kind: "lane", name: lane.name, lane, scene, line: lane }, 26 + (lane.remarks.length ? 10 : 0));
      }
      scene.area = [start, y];
      y += 14;
    }
  }
  $("space").style.height = y + "px";
}
function measureNames() {
  let widest = measure("page views", "small");
  for (const lane of lanes.slice(0, 5000)) widest = Math.max(widest, measure(lane.name.slice(0, 80)));
  for (const session of data.sessions)
    for (const scene of session.scenes) widest = Math.max(widest, measure(scene.name.slice(0, 80), "strong") - indent);
  const all = $("scroll").clientWidth;
  gutter = Math.ceil(Math.min(Math.max(all * 0.3, 60), side + indent + widest + 8));
  width = Math.max(40, all - gutter - inset - margin);
  // A moment has the same position in the overview as in the rows.
  Object.assign($("overview").style, { marginLeft: gutter + inset + "px", width: width + "px" });
}
let isInvalid = false, tips = [], anchor = null;
function invalidate() {
  if (isInvalid) return;
  isInvalid = true;
  requestAnimationFrame(draw);
}
const tip = (text) => `data-tip="${tips.push(text) - 1}"`;

// Keeps the row at the pointer, or at the top, in place while the change adds or removes rows above it.
function keepInPlace(change) {
  const scroll = $("scroll"), top = scroll.scrollTop;
  const y = anchor ?? 0, row = rows.find((row) => row.y + row.height > top + y);
  const key = row && (row.lane ?? row.scene ?? row.session), before = row && row.y - top;
  change();
  const now = rows.find((other) => row && other.kind === row.kind && (other.lane ?? other.scene ?? other.session) === key);
  if (now) scroll.scrollTop = now.y - before;
}
function draw() {
  isInvalid = false;
  if (hidesEmpty || !rows.length) keepInPlace(layOut);
  const scroll = $("scroll"), top = scroll.scrollTop, height = scroll.clientHeight;
  const shown = rows.slice(first(rows, (row) => row.y + row.height < top - 20));
  const end = shown.findIndex((row) => row.y > top + height + 20);
  if (end >= 0) shown.length = end;
  tips = [];
  const all = gutter + inset + width + margin, marks = ticks();
  const layers = { names: "", guides: "", bands: "", shapes: "", labels: "", focus: "" };
  const scenes = new Set(shown.filter((row) => row.scene).map((row) => row.scene));
  for (const scene of scenes) {
    drawGuides(scene, layers);
    drawRecording(scene, layers);
    drawBackgrounds(scene, layers);
  }
  for (const row of shown) drawRow(row, layers);
  const grid = gaps(height + top) + marks.map(({ x }) => `<path class="grid" d="M${round(x)} 0V${rows.length ? height + top : 0}"/>`).join("");
  const picture = $("rows");
  picture.setAttribute("width", all);
  picture.setAttribute("height", Math.max(height, 1));
  picture.innerHTML = `<g transform="translate(0 ${-top})">${layers.names}</g>`
    + `<svg x="${gutter}" width="${all - gutter}" height="${height}"><g transform="translate(${inset} ${-top})">`
    + layers.bands + grid + layers.guides + layers.shapes + layers.labels + layers.focus + "</g></svg>";
  $("axis").setAttribute("width", all);
  $("axis").innerHTML = marks.map(({ x, text }) =>
    `<text class="muted small middle" x="${round(gutter + inset + x)}" y="15">${text}</text>`).join("");
  // The legend keeps the sample of a look once a shape with this look has been drawn.
  for (const entry of $("legend").querySelectorAll("[data-look][hidden]"))
    if ([layers.shapes, layers.bands].some((text) => text.includes(`class="${entry.dataset.look}"`))) entry.hidden = false;
  $("gapMeans").hidden = !isFolded;
  $("scroll").toggleAttribute("data-empty", !rows.length);
  const active = document.getElementById("active");
  if (active) scroll.setAttribute("aria-activedescendant", "active"); else scroll.removeAttribute("aria-activedescendant");
  drawWindow();
}
function drawRow(row, layers) {
  const y = row.y;
  if (row.kind === "session") {
    const text = fitted([row.name], gutter + width, "strong");
    layers.names += `<g ${tip(row.name)}><text class="strong" x="${side}" y="${y + 20}">${escaped(text)}</text>`
      + `<path class="rule" d="M${side} ${y + 26}.5H${gutter + inset + width}"/></g>`;
    return;
  }
  const isScene = row.kind === "pages", isLane = row.kind === "lane", x = isScene ? side : side + indent;
  const font = isScene ? "strong" : isLane ? "normal" : "small";
  const style = isScene ? "strong" : isLane ? "" : "muted small";
  layers.names += `<g ${tip(row.name)}><text class="${style}" x="${x}" y="${y + (isScene || isLane ? 17 : 14)}">`
    + escaped(fitted([row.name], gutter - x, font)) + "</text></g>";
  if (isScene) drawPages(row, layers);
  if (row.kind === "marks") drawMarks(row.scene.marks.things, y + 10, layers, true);
  if (row.kind === "counts") drawCounts(row, layers);
  if (!isLane) return;
  drawBars(row, layers);
  drawMarks(row.lane.remarks, y + row.height - 6, layers, false);
}
function gaps(bottom) {
  if (!isFolded) return "";
  return data.gaps.filter(([from, to]) => pixel(to) > -inset && pixel(from) < width + margin).map(([from, to]) =>
    `<rect class="gap" ${tip(`no events for ${round((to - from) / 1e9)} s`)} x="${round(pixel(from))}" y="0" width="${round(pixel(to) - pixel(from))}" height="${bottom}"/>`
  ).join("");
}
