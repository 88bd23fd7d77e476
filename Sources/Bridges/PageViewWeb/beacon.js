// @ts-check
// A receiver that sends records to a server. It is in its own file, because an app may send the records in another way.

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
 * Makes a receiver that sends records as JSON arrays with `navigator.sendBeacon` (WB-150).
 * @param {string | URL} url
 * @param {{ batch?: number, limit?: number }} [options] `batch`: the maximum number of records in a request; `limit`: the maximum
 *     number of queued records, above which the receiver drops the oldest
 */
export function beaconReceiver(url, options = {}) {
    const { batch = 50, limit = 1000 } = options;
    /** @type {string[]} */
    let queue = [];
    const listening = new AbortController();

    const flush = () => {
        while (queue.length) {
            let count = 1;
            // Browsers accept 64 KiB; a UTF-16 unit takes at most three bytes.
            for (let size = queue[0].length; count < Math.min(batch, queue.length); count += 1) {
                size += queue[count].length + 1;
                if (size > 20000) break;
            }
            const body = `[${queue.slice(0, count).join(",")}]`;
            // A record that is too large for a request must not stop the others.
            if (!navigator.sendBeacon(url, body) && (count > 1 || new Blob([body]).size <= 65536)) return;
            queue = queue.slice(count);
        }
    };
    const receive = (/** @type {any} */ record) => {
        queue.push(jsonOf(record));
        if (queue.length > limit) queue.shift();
        if (queue.length >= batch) flush();
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
