// The data of the timeline in the form that the drawing functions need, and the widths of texts.
/** @type {(id: string) => any} */
const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const clamp = (x, low, high) => Math.min(Math.max(x, low), high);
const escaped = (text) => String(text).replace(/[&<>"']/g, (c) => "&#" + c.charCodeAt(0) + ";");
const round = (x) => Math.round(x * 10) / 10;

const lanes = [], lines = [], byItem = new Map();
// Sorts the things in a row by time. The arrow keys move from one thing to the next.
function arrange(line, things, scene) {
  line.scene = scene;
  line.key = lines.push(line) - 1;
  line.things = things.sort((a, b) => a.start - b.start);
  line.things.forEach((thing, at) => {
    Object.assign(thing, { line, at });
    if (thing.item >= 0 && !byItem.has(thing.item)) byItem.set(thing.item, thing);
  });
  return line;
}
const moment = ([kind, time, name, text, item]) => ({ kind, start: time, end: time, name, text, item });
for (const session of data.sessions) for (const scene of session.scenes) {
  scene.session = session;
  for (const lane of scene.lanes) {
    lane.number = lanes.push(lane) - 1;
    lane.bars = lane.bars.map(([item, label, name, page, ending, number, countedAt, ...pieces], index) => {
      const bar = { item, label, name, page, ending, number, countedAt, pieces, lane, index };
      bar.start = pieces[1];
      bar.end = pieces[pieces.length - 1];
      return bar;
    });
    lane.remarks = lane.remarks.map(moment);
    arrange(lane, [...lane.bars, ...lane.remarks], scene);
    const names = lane.bars.map((bar) => bar.page);
    lane.words = [lane.name, scene.name, session.name ?? "", ...new Set(names)].join("\n").toLowerCase();
  }
  scene.marks = arrange({}, scene.marks.map(moment), scene);
  const counts = scene.counts.map(([time, number, item, lane]) => ({ start: time, end: time, number, item, laneIndex: lane }));
  scene.counts = arrange({}, counts, scene);
}

const pen = document.createElement("canvas").getContext("2d");
const fonts = { normal: "12px ", small: "11px ", strong: "600 12px ", smallStrong: "600 11px " };
const family = getComputedStyle(document.body).fontFamily;
const widths = new Map();
function measure(text, font = "normal") {
  const key = font + text;
  let width = widths.get(key);
  if (width === undefined) {
    pen.font = fonts[font] + family;
    width = pen.measureText(text).width;
    if (widths.size > 20000) widths.clear();
    widths.set(key, width);
  }
  return width;
}
// Returns the first text that fits; if none fits, the beginning of the last text and an ellipsis.
function fitted(texts, room, font) {
  if (room < 14) return "";
  for (const text of texts) if (text.length * 3 < room && measure(text, font) <= room) return text;
  const letters = [...texts[texts.length - 1].slice(0, 400)];
  let low = 0, high = Math.min(letters.length, Math.ceil(room / 2));
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (measure(letters.slice(0, middle).join("") + "…", font) <= room) low = middle; else high = middle - 1;
  }
  return low < 3 ? "" : letters.slice(0, low).join("") + "…";
}
