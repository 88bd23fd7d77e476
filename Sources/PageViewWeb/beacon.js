// @ts-check
// A receiver that sends records to a server. It is a file of its own, because an app may send the records in another way.

/**
 * Returns a record as JSON, without its payload if JSON cannot express it.
 * @param {any} record
 */
function jsonOf(record) {
    const replace = (/** @type {string} */ _, /** @type {any} */ value) => (typeof value === "bigint" ? Number(value) : value);
    try {
        return JSON.stringify(record, replace);
    } catch (error) {
        reportError(error);
        return JSON.stringify({ ...record, payload: undefined, properties: undefined }, replace);
    }
}

/**
 * Makes a receiver that sends records with `navigator.sendBeacon`, as JSON arrays, when the page is hidden or left (WB-150).
 * @param {string | URL} url
 * @param {{ batch?: number, limit?: number }} [options] `batch`: the maximum number of records in a request; `limit`: the maximum
 *     number of queued records, above which the receiver drops the oldest
 */
export function beaconReceiver(url, options = {}) {
    const { batch = 50, limit = 1000 } = options;
    /** @type {string[]} */
    let waiting = [];
    const listening = new AbortController();

    const flush = () => {
        while (waiting.length) {
            let count = 1;
            // Browsers accept 64 KiB; a UTF-16 unit takes at most three bytes.
            for (let size = waiting[0].length; count < Math.min(batch, waiting.length); count += 1) {
                size += waiting[count].length + 1;
                if (size > 20000) break;
            }
            const body = `[${waiting.slice(0, count).join(",")}]`;
            // A record that no request can contain must not stop the others.
            if (!navigator.sendBeacon(url, body) && (count > 1 || body.length < 65536)) return;
            waiting = waiting.slice(count);
        }
    };
    const receive = (/** @type {any} */ record) => {
        waiting.push(jsonOf(record));
        if (waiting.length > limit) waiting.shift();
        if (waiting.length >= batch) flush();
    };
    const { signal } = listening;
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && flush(), { signal });
    window.addEventListener("pagehide", flush, { signal });
    return Object.assign(receive, {
        flush,
        /** Sends the queued records, and removes the listeners. */
        stop: () => {
            listening.abort();
            flush();
        },
    });
}
