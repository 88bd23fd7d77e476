// Reads and writes the JSON of traces. A whole number is a `bigint`, any other a `number`, and an object is a `Map`.

const escapes = new Map(
    [["b", "\b"], ["f", "\f"], ["n", "\n"], ["r", "\r"], ["t", "\t"], ["\"", "\""], ["\\", "\\"], ["/", "/"]]);
const plainText = /[^"\\\u0000-\u001f]*/y;
const numberText = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const space = /[ \t\r\n]*/y;
const maximumLevel = 512;

// A number of a line, and its text. The text gives the exact nanoseconds of a time.
class Numeral {
    constructor(text, isWhole) {
        this.text = text;
        const whole = isWhole ? BigInt(text) : 0n;
        this.value = isWhole && BigInt.asIntN(64, whole) === whole ? whole : Number(text);
    }
}

// Reads one line, which must be one object by the strict rules of TR-002. Returns its members, whose numbers are `Numeral`s.
export function readLine(text) {
    let at = 0;
    const fail = expected => { throw new SyntaxError(`${at + 1}: expected ${expected}`); };
    const match = pattern => {
        pattern.lastIndex = at;
        const found = pattern.exec(text);
        if (found) at += found[0].length;
        return found;
    };
    const take = (character, expected = `'${character}'`) => text[at] === character ? at++ : fail(expected);

    const string = () => {
        take("\"", "a string");
        let result = "";
        for (;;) {
            result += match(plainText)[0];
            if (text[at] === "\"") break;
            if (text[at] !== "\\") fail("the end of the string");
            const escape = text[at + 1];
            at += 2;
            if (escapes.has(escape)) {
                result += escapes.get(escape);
            } else {
                const digits = text.slice(at, at + 4);
                if (escape !== "u" || !/^[0-9a-fA-F]{4}$/.test(digits)) fail("an escape");
                result += String.fromCharCode(parseInt(digits, 16));
                at += 4;
            }
        }
        at++;
        return result.isWellFormed?.() ?? true ? result : fail("a surrogate pair");
    };
    const list = (first, last, level, element) => {
        if (level > maximumLevel) fail(`at most ${maximumLevel} levels of nesting`);
        take(first);
        match(space);
        for (let isFirst = true; text[at] !== last; isFirst = false) {
            if (!isFirst) {
                take(",");
                match(space);
            }
            element();
            match(space);
        }
        at++;
    };
    const object = (level, read) => {
        const members = new Map();
        list("{", "}", level, () => {
            const key = string();
            match(space);
            take(":");
            match(space);
            // A repeated key keeps its first position and its last value.
            members.set(key, read(level + 1));
        });
        return members;
    };
    const numeral = () => {
        const found = match(numberText) ?? fail("a value");
        if (/\d/.test(text[at] ?? "")) fail("no digit after a leading zero");
        const numeral = new Numeral(found[0], !found[1] && !found[2]);
        return Number.isFinite(Number(numeral.value)) ? numeral : fail("a finite number");
    };
    const value = level => {
        switch (text[at]) {
        case "{": return object(level, value);
        case "[": {
            const values = [];
            list("[", "]", level, () => values.push(value(level + 1)));
            return values;
        }
        case "\"": return string();
        default:
            for (const [word, meaning] of [["true", true], ["false", false], ["null", null]]) {
                if (text.startsWith(word, at)) {
                    at += word.length;
                    return meaning;
                }
            }
            return numeral().value;
        }
    };

    match(space);
    const members = object(1, level => /[-0-9]/.test(text[at] ?? "") ? numeral() : value(level));
    match(space);
    if (at < text.length) fail("the end of the line");
    return members;
}

// Converts a numeral of seconds to nanoseconds, rounded half away from zero.
export function nanoseconds(numeral) {
    const [, sign, whole, fraction = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(numeral.text);
    const digits = (whole + fraction).replace(/^0+/, "");
    // The decimal point moves to the right by this number of places. Beyond the limit, any digits exceed the range or give 0.
    const limit = numeral.text.length + 40;
    const places = 9 - fraction.length + Math.max(-limit, Math.min(limit, Number(exponent)));
    const kept = places < 0 ? digits.slice(0, Math.max(0, digits.length + places)) : digits + "0".repeat(places);
    const next = places < 0 ? digits[digits.length + places] ?? "0" : "0";
    const magnitude = BigInt(digits === "" || kept === "" ? "0" : kept) + (next >= "5" ? 1n : 0n);
    if (magnitude >= 1n << 63n) throw new SyntaxError("expected seconds within 292 years");
    return sign ? -magnitude : magnitude;
}

// MARK: Writing

// The characters that control a terminal (TR-008), and those that JSON escapes.
const special = /["\\\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const letters = new Map([["\b", "b"], ["\f", "f"], ["\n", "n"], ["\r", "r"], ["\t", "t"], ["\"", "\""], ["\\", "\\"]]);

// Writes a string without its quotes.
export const escaped = text => text.replace(special, character =>
    letters.has(character) ? `\\${letters.get(character)}` : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

export const quoted = text => `"${escaped(text)}"`;

// Writes nanoseconds as seconds, in the shortest decimal.
export function seconds(nanoseconds) {
    const magnitude = nanoseconds < 0n ? -nanoseconds : nanoseconds;
    const fraction = String(magnitude % 1_000_000_000n).padStart(9, "0").replace(/0+$/, "");
    return `${nanoseconds < 0n ? "-" : ""}${magnitude / 1_000_000_000n}${fraction && "."}${fraction}`;
}

// Writes a number as Swift does.
function double(number) {
    const sign = number < 0 || Object.is(number, -0) ? "-" : "";
    if (number === 0) return `${sign}0.0`;
    const [, first, rest = "", exponentText] = /^(\d)(?:\.(\d+))?e(.+)$/.exec(Math.abs(number).toExponential());
    const [digits, exponent] = [first + rest, Number(exponentText)];
    if (exponent < -4 || exponent > 15) {
        const written = `${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
        return `${sign}${first}${rest && "."}${rest}e${written}`;
    }
    if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
    return `${sign}${digits.slice(0, exponent + 1).padEnd(exponent + 1, "0")}.${digits.slice(exponent + 1) || "0"}`;
}

export function json(value) {
    if (value === null) return "null";
    if (Array.isArray(value)) return `[${value.map(json).join(",")}]`;
    if (value instanceof Map) return `{${[...value].map(([key, value]) => `${quoted(key)}:${json(value)}`).join(",")}}`;
    return typeof value === "string" ? quoted(value) : typeof value === "number" ? double(value) : String(value);
}
