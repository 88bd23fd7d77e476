// The scale of the axis, which converts times to pixels and folds gaps, and the ticks of the axis.
const shortest = 1000;
let isFolded = data.isFolded && data.gaps.length > 0, knots = [], extent = 1, view = { start: 0, end: 1 };
let width = 600;

function fold() {
  const gaps = isFolded ? data.gaps : [];
  const unfolded = gaps.reduce((rest, [from, to]) => rest - (to - from), data.length);
  const gap = Math.max(1, Math.min(unfolded / 40, unfolded / 2 / Math.max(1, gaps.length)));
  let place = 0, time = 0;
  knots = [[0, 0]];
  for (const [from, to] of gaps) {
    place += from - time;
    knots.push([from, place]);
    place += gap;
    knots.push([to, place]);
    time = to;
  }
  extent = Math.max(1, place + data.length - time);
  knots.push([data.length, extent]);
}
function through(knots, x, from, to) {
  let low = 0, high = knots.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (knots[middle][from] <= x) low = middle; else high = middle - 1;
  }
  const a = knots[low], b = knots[low + 1];
  return b[from] > a[from] ? a[to] + (x - a[from]) * (b[to] - a[to]) / (b[from] - a[from]) : a[to];
}
const placeOf = (time) => isFolded ? through(knots, time, 0, 1) : time;
const timeOf = (place) => isFolded ? through(knots, place, 1, 0) : place;
const pixel = (time) => (placeOf(time) - view.start) * width / (view.end - view.start);
const timeAt = (x) => timeOf(view.start + x * (view.end - view.start) / width);

function show(start, end) {
  const length = clamp(end - start, Math.min(shortest, extent), extent);
  const middle = clamp((start + end) / 2, length / 2, extent - length / 2);
  view = { start: middle - length / 2, end: middle + length / 2 };
  invalidate();
}
function zoom(factor, x = width / 2) {
  const place = view.start + x * (view.end - view.start) / width;
  const length = clamp((view.end - view.start) * factor, Math.min(shortest, extent), extent);
  show(place - length * x / width, place + length * (1 - x / width));
}
const pan = (share) => {
  const length = view.end - view.start;
  const start = clamp(view.start + share * length, 0, extent - length);
  show(start, start + length);
};
const fit = () => show(0, extent);
// Shows the time from one moment to another, with some space at both sides.
function showTimes(from, to) {
  const a = placeOf(from), b = placeOf(to), room = Math.max((b - a) * 0.15, shortest / 2);
  show(a - room, b + room);
}
const second = 1e9, day = 86400 * second;
const clockSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400];
function* steps() {
  const isRound = (step) => !data.isClock || step < second;
  for (let power = 1; power <= 1e18; power *= 10)
    for (const digit of [1, 2, 5]) if (isRound(digit * power)) yield digit * power;
  for (const step of clockSteps) yield step * second;
  for (let power = 1; power <= 1e6; power *= 10) for (const digit of [2, 5, 10]) yield digit * power * day;
}
function timeText(time, step) {
  let digits = 0;
  for (let unit = second; digits < 9 && step % unit !== 0; unit /= 10) digits++;
  const sign = data.isRelative ? "+" : "";
  if (!data.isClock) return sign + (time / second).toFixed(digits) + " s";
  const whole = Math.floor(time / second / 60) * 60;
  const days = Math.floor(whole / 86400), hours = Math.floor(whole / 3600) % 24, minutes = whole / 60 % 60;
  if (step % day === 0) return sign + days + " d";
  const rest = (time / second - whole).toFixed(digits).padStart(digits ? digits + 3 : 2, "0");
  return sign + (days ? days + " d " : "") + (data.hasHours ? hours + ":" : "")
    + (data.hasHours ? String(minutes).padStart(2, "0") : minutes) + ":" + rest;
}
// The time of one pixel in nanoseconds, rounded down to a power of ten, at most a hundredth of a second.
const finest = () => clamp(10 ** Math.floor(Math.log10((view.end - view.start) / width)), 1, 1e7);
// Returns a time in the form of the axis and, if this form differs, also in the seconds of the trace.
function momentText(time) {
  const text = timeText(time, finest());
  if (!data.isClock && !data.isRelative) return text;
  return text + " · " + ((data.start + time) / second).toFixed(Math.round(9 - Math.log10(finest()))) + " s";
}
function ticks() {
  const perPixel = (view.end - view.start) / width, last = timeAt(width);
  let step = 1;
  for (step of steps()) {
    const room = timeText(last, step).length * 6.8 + 26;
    if (step >= room * perPixel) break;
  }
  const marks = [];
  const isFree = (mark, x, half) => !mark || mark.x + mark.half + half + 8 <= x;
  for (let i = 0; i + 1 < knots.length; i += 2) {
    const from = Math.max(knots[i][0], timeAt(0)), to = Math.min(knots[i + 1][0], last);
    let isFirst = true;
    for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
      const text = timeText(time, step), x = pixel(time), half = measure(text, "small") / 2, { length } = marks;
      // The first tick after a gap is more useful than the last tick before it, from which a reader cannot derive later times.
      if (isFirst && length > 1 && !isFree(marks[length - 1], x, half) && isFree(marks[length - 2], x, half)) marks.pop();
      if (isFree(marks[marks.length - 1], x, half)) marks.push({ x, text, half });
      isFirst = false;
    }
  }
  return marks;
}
