// The contents of the rows, which are bars, marks and numbers of page views, and the overview above the rows.
const minimumBarWidth = 6;
const phases = ["announced", "held", "pending", "counted", "untracked"];

function placed(bars) {
  const from = timeAt(-inset), to = timeAt(width + margin), placed = [];
  let limit = -Infinity;
  for (let index = first(bars, (bar) => bar.end < from); index < bars.length && bars[index].start <= to; index++) {
    const bar = bars[index];
    let start = pixel(bar.start);
    const end = Math.max(pixel(bar.end), start + minimumBarWidth);
    if (start < limit && end - limit >= minimumBarWidth) start = limit;
    const last = placed[placed.length - 1];
    if (start < limit) {
      last.to = index;
      last.end = Math.max(last.end, end);
    } else {
      placed.push({ from: index, to: index, start, end });
    }
    limit = placed[placed.length - 1].end;
  }
  return placed;
}
const active = (isSelected) => isSelected ? ' id="active" aria-selected="true"' : "";
const ring = (left, top, right, bottom) =>
  `<rect class="focusRing" x="${round(left - 3)}" y="${round(top - 3)}" width="${round(right - left + 6)}" height="${round(bottom - top + 6)}" rx="4"/>`;
function drawBars(row, layers) {
  const y = row.y + 4, { bars } = row.lane;
  for (const place of placed(bars)) {
    const isSelected = selected && selected.lane === row.lane && selected.index >= place.from && selected.index <= place.to;
    const id = active(isSelected);
    const x = Math.max(place.start, -60), end = Math.min(place.end, width + 60);
    if (place.from === place.to) drawBar(bars[place.from], place, x, end, y, id, layers);
    else drawMany(bars, place, x, end, y, id, layers);
    if (isSelected) layers.focus += ring(x, y, end - 1, y + 18);
  }
}
function drawMany(bars, place, x, end, y, id, layers) {
  const count = place.to - place.from + 1, label = `${count} bars that are too close together to draw separately`;
  layers.shapes += `<g class="bar several" role="option" aria-label="${label}"${id} data-many="${bars[place.from].lane.number} ${place.from} ${place.to}" ${tip(label + ": zoom in")}>`
    + `<rect class="many" x="${round(x)}" y="${y}" width="${round(end - x - 1)}" height="18"/></g>`;
  const text = fitted(["×" + count], end - x - 8, "small");
  if (text) layers.labels += `<text class="inner manyText small" x="${round(x + 4)}" y="${y + 13}">${text}</text>`;
}
function drawBar(bar, place, left, right, y, id, layers) {
  const limited = (time) => clamp(pixel(time), place.start, place.end);
  let shapes = "", widest = null;
  const { pieces } = bar, last = pieces.length - 3;
  for (let index = 0; index < pieces.length - 1; index += 2) {
    const start = Math.max(limited(pieces[index + 1]), left);
    const end = Math.min(index === last ? place.end : limited(pieces[index + 3]), right);
    if (end <= start) continue;
    const phase = phases[pieces[index]], isThin = phase === "announced";
    shapes += `<rect class="${phase}" x="${round(start)}" y="${isThin ? y + 7 : y}" width="${round(Math.max(1, end - start - 1))}" height="${isThin ? 4 : 18}"${isThin ? "" : ' rx="2"'}/>`;
    const from = Math.max(start, -inset), to = Math.min(end, width + margin);
    if (!isThin && (!widest || to - from > widest.to - widest.from)) widest = { phase, from, to };
  }
  let dotX = -Infinity;
  if (bar.number) {
    // A bar without room for the dot shows its count only by the number above it.
    dotX = limited(bar.countedAt) + 5;
    if (place.end - dotX > 3) shapes += `<circle class="dot" cx="${round(dotX)}" cy="${y + 9}" r="3"/>`;
  }
  if (bar.ending === 1) {
    const x = place.end - place.start < 16 ? (place.start + place.end) / 2 : place.end - 8;
    shapes += `<g transform="translate(${round(x)} ${y + 9})">${data.cross}</g>`;
  }
  if (bar.ending === 2) shapes += `<g transform="translate(${round(place.end + 2)} ${y + 9})">${data.arrow}</g>`;
  layers.shapes += `<g class="bar" role="option" data-bar="${bar.lane.number} ${bar.index}"${id} aria-label="${escaped(nameOf(bar))}" ${tip(bar)}>`
    + shapes + "</g>";
  if (!widest || !bar.page) return;
  // The name of a page stays visible as long as a part of its bar is visible.
  const start = Math.max(widest.from + 5, dotX >= widest.from && dotX <= widest.to ? dotX + 9 : -Infinity);
  const room = widest.to - start - 5 - (bar.ending === 1 ? 12 : 0);
  const text = fitted([bar.page, bar.name], room);
  if (text) layers.labels += `<text class="${widest.phase}Text inner" x="${round(start)}" y="${y + 13}">${escaped(text)}</text>`;
}
function nameOf(bar) {
  if (!bar.pieces) return bar.text ?? "page view " + bar.number;
  const what = bar.number ? "page view " + bar.number : ["left", "left without a page view", "goes on"][bar.ending];
  return [bar.label, bar.page, what].filter(Boolean).join(", ");
}
function drawPages(row, layers) {
  const { pages } = row.scene, from = timeAt(-inset), to = timeAt(width + margin);
  let end = -Infinity;
  for (let index = first(pages, (page) => page[1] < from); index < pages.length && pages[index][0] <= to; index++) {
    const [start, stop, name, full, text] = pages[index];
    const a = Math.max(pixel(start), -60), b = Math.min(pixel(stop), width + 60);
    // A page that is narrower than a pixel is drawn only if no other page is there.
    if (b - a < 1 && b < end + 1) continue;
    end = b;
    layers.shapes += `<g ${tip(text)}><rect class="page" x="${round(a)}" y="${row.y + 3}" width="${round(Math.max(1, b - a - 1))}" height="18" rx="3"/></g>`;
    const x = Math.max(a, -inset) + 5, label = fitted([full, name], Math.min(b, width + margin) - x - 5, "smallStrong");
    if (label) layers.labels += `<text class="pageText inner" x="${round(x)}" y="${row.y + 16}">${escaped(label)}</text>`;
  }
}
// Merges numbers that would overlap into one text, such as 3–7 (TL-005).
function placedCounts(scene) {
  const counts = scene.counts.things, from = timeAt(-60), to = timeAt(width + 60), placed = [];
  const settle = (place) => {
    const a = counts[place.from].number, b = counts[place.to].number, many = place.to - place.from;
    place.text = many === 0 ? String(a) : b - a === many ? a + "–" + b : many === 1 ? a + ", " + b : a + " … " + b;
    const size = Math.max(18, measure(place.text, "smallStrong") + 10);
    const middle = (place.first + place.last) / 2;
    // A number at an end of the axis must not cover the row names, and must not leave the picture.
    const isWhole = place.first >= 0 && place.last <= width;
    const low = isWhole ? 1 - inset : -Infinity, high = isWhole ? width + margin - size - 1 : Infinity;
    place.start = clamp(middle - size / 2, low, Math.max(low, high));
    place.end = place.start + size;
    return place;
  };
  for (let index = first(counts, (count) => count.start < from); index < counts.length && counts[index].start <= to; index++) {
    const x = pixel(counts[index].start);
    let next = settle({ from: index, to: index, first: x, last: x });
    while (placed.length && next.start < placed[placed.length - 1].end + 2) {
      const last = placed.pop();
      next = settle({ from: last.from, to: next.to, first: last.first, last: next.last });
    }
    placed.push(next);
  }
  return placed;
}
function drawGuides(scene, layers) {
  if (!scene.counts.things.length) return;
  scene.placed = placedCounts(scene);
  for (const place of scene.placed) {
    if (place.to - place.from > 2) continue;
    for (let index = place.from; index <= place.to; index++) {
      const { start, laneIndex } = scene.counts.things[index], y = laneIndex < 0 ? undefined : scene.lanes[laneIndex].y;
      if (y === undefined) continue;
      layers.guides += `<path class="guide" d="M${round(pixel(start))} ${scene.lanesY - 2}V${y + 5}"/>`;
    }
  }
}
function drawCounts(row, layers) {
  const line = row.scene.counts, counts = line.things;
  for (const place of row.scene.placed) {
    const some = counts.slice(place.from, place.to + 1);
    const isByHand = some.every((count) => count.laneIndex < 0);
    const numbers = some.length > 200 ? "" : ` data-numbers="${some.map((count) => count.number).join(" ")}"`;
    const isSelected = selected && selected.line === line && selected.at >= place.from && selected.at <= place.to;
    const label = some.length === 1 ? "page view " + place.text : "page views " + place.text;
    layers.shapes += `<g class="count" role="option" aria-label="${label}"${active(isSelected)} data-some="${line.key} ${place.from} ${place.to}"${numbers} ${tip(some.length === 1 ? some[0].item : `page views ${place.text}: zoom in to tell them apart`)}>`
      + `<rect class="${isByHand ? "hand" : "number"}" x="${round(place.start)}" y="${row.y + 3}" width="${round(place.end - place.start)}" height="16" rx="${isByHand ? 2 : 8}"/>`
      + `<text class="numberText middle" x="${round((place.start + place.end) / 2)}" y="${row.y + 15}">${place.text}</text></g>`;
    if (isSelected) layers.focus += ring(place.start, row.y + 3, place.end, row.y + 19);
  }
}
function drawMarks(marks, y, layers, hasLabels) {
  const from = timeAt(-inset), to = timeAt(width + margin), placed = [];
  for (let index = first(marks, (mark) => mark.start < from); index < marks.length && marks[index].start <= to; index++) {
    const x = pixel(marks[index].start), last = placed[placed.length - 1];
    if (last && x < last.x + 13) last.marks.push(marks[index]); else placed.push({ x, marks: [marks[index]] });
  }
  placed.forEach((place, index) => {
    const kinds = new Set(place.marks.map((mark) => mark.kind)), some = place.marks.slice(0, 12);
    const more = place.marks.length > some.length ? `\n… and ${place.marks.length - some.length} more` : "";
    const isSelected = place.marks.includes(selected), { line, at } = place.marks[0], text = some.map((mark) => mark.text).join("\n") + more;
    layers.shapes += `<g class="mark" role="option" aria-label="${escaped(isSelected ? selected.text : text)}"${active(isSelected)} data-some="${line.key} ${at} ${place.marks[place.marks.length - 1].at}" ${tip(text)}>`
      + `<rect class="hit" x="${round(place.x - 7)}" y="${y - 7}" width="14" height="14"/>`
      + `<g transform="translate(${round(place.x)} ${y})">${kinds.size === 1 ? data.shapes[place.marks[0].kind] : data.several}</g></g>`;
    if (isSelected) layers.focus += ring(place.x - 7, y - 7, place.x + 7, y + 7);
    if (!hasLabels) return;
    const start = place.x + 9, end = index + 1 < placed.length ? placed[index + 1].x - 13 : width;
    const label = fitted([some.map((mark) => mark.name).join(", ")], end - start, "small");
    if (label) layers.labels += `<text class="muted small inner" x="${round(start)}" y="${y + 4}">${escaped(label)}</text>`;
  });
}
// Marks the time before a recording, because the trace has no history of this time (RC-004).
function drawRecording(scene, layers) {
  const { recordedFrom, recording } = scene.session, [top, bottom] = scene.area;
  if (recordedFrom === undefined) return;
  const a = clamp(pixel(0), -60, width + 60), b = clamp(pixel(recordedFrom), -60, width + 60);
  layers.bands += `<g ${tip(recording)}><rect class="played" x="${round(a)}" y="${top}" width="${round(b - a)}" height="${bottom - top}"/>`
    + `<path class="playedEdge" d="M${round(b)} ${top}V${bottom}"/></g>`;
}
function drawBackgrounds(scene, layers) {
  const end = scene.area[1];
  for (const [from, to] of scene.backgrounds) {
    const a = clamp(pixel(from), -60, width + 60), b = clamp(pixel(to), -60, width + 60);
    if (b <= a) continue;
    layers.bands += `<rect class="band" x="${round(a)}" y="${scene.lanesY}" width="${round(b - a)}" height="${end - scene.lanesY}"/>`
      + `<path class="bandEdge" d="M${round(a)} ${scene.lanesY}V${end}M${round(b)} ${scene.lanesY}V${end}"/>`;
  }
}
function drawOverview() {
  const bins = 240, live = new Float64Array(bins + 1), all = $("overview").clientWidth;
  for (const lane of lanes) for (const bar of lane.bars) {
    // A bar does not count in the bin of its end, so that two bars that follow one another do not count twice there.
    const from = Math.floor(placeOf(bar.start) / extent * (bins - 1)), to = Math.floor(placeOf(bar.end) / extent * (bins - 1));
    live[from]++;
    live[Math.max(to, from + 1)]--;
  }
  let sum = 0, most = 1;
  for (let index = 0; index < bins; index++) { sum += live[index]; live[index] = sum; most = Math.max(most, sum); }
  let line = "M0 28";
  for (let index = 0; index < bins; index++) {
    const y = round(28 - 22 * live[index] / most);
    line += `L${round(index * all / bins)} ${y}L${round((index + 1) * all / bins)} ${y}`;
  }
  $("density").setAttribute("d", line + `L${all} 28Z`);
}
function drawWindow() {
  const all = $("overview").clientWidth, a = view.start / extent * all, b = Math.max(view.end / extent * all, a + 3);
  $("before").setAttribute("width", Math.max(0, round(a)));
  $("after").setAttribute("x", round(b));
  $("after").setAttribute("width", Math.max(0, round(all - b)));
  $("window").setAttribute("x", round(a));
  $("window").setAttribute("width", round(b - a));
  $("range").textContent = `${timeText(timeAt(0), finest())} – ${timeText(timeAt(width), finest())}`;
}
