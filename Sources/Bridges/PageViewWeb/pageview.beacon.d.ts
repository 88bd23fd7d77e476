import type { EngineRecord } from "./pageview";

/** A receiver that sends records with `navigator.sendBeacon`. */
export interface BeaconReceiver {
    (record: EngineRecord): void;
    /** Sends the queued records. */
    flush(): void;
    /** Sends the queued records, and removes the listeners. */
    stop(): void;
}

/** Makes a receiver that sends records when a batch is full, and when the user hides or leaves the document (WB-150). */
export function beaconReceiver(url: string | URL, options?: { batch?: number; limit?: number }): BeaconReceiver;
