import NavigationTraces

extension TimelineScript {
    /// The bars of a lane: those that would lie on one another are one.
    static let bars = #"""
        const leastBar = 6;
        const phases = ["announced", "held", "pending", "counted", "untracked"];

        function placed(bars) {
          const from = timeAt(-inset), to = timeAt(width + margin), placed = [];
          let limit = -Infinity;
          for (let index = first(bars, (bar) => bar.end < from); index < bars.length && bars[index].start <= to; index++) {
            const bar = bars[index];
            let start = pixel(bar.start);
            const end = Math.max(pixel(bar.end), start + leastBar);
            if (start < limit && end - limit >= leastBar) start = limit;
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
          const count = place.to - place.from + 1, label = `${count} bars that are too close together to be told apart here`;
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
            // Where there is no room for it, the number says it alone.
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
          // The name stays in sight while its bar is.
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
        """#
}
