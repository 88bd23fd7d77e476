// Replays traces through `pageview.js` in Node, and prints the lines of `pageview replay --all` (TR-004).
//
// usage: node replay-node.mjs [--drop N] FOLDER FILE...
//
// FOLDER contains `pageview.js` and `pageview.wasm`. Each file is a trace in JSON Lines. `replay.mjs` describes --drop.
import { readFileSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { replay } from "./replay.mjs";

const words = process.argv.slice(2);
const drop = words[0] === "--drop" ? Number(words.splice(0, 2)[1]) : 0;
const [folder, ...files] = words;
const { Engine } = await import(pathToFileURL(resolve(folder, "pageview.js")).href);
const wasm = await WebAssembly.compile(readFileSync(resolve(folder, "pageview.wasm")));
for (const file of files) {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
    const { output, error } = await replay(text, { Engine, wasm, drop });
    for (let bytes = Buffer.from(output); bytes.length > 0;) bytes = bytes.subarray(writeSync(1, bytes));
    if (error) {
        console.error(`${file}:${error}`);
        process.exitCode = 65;
    }
}
