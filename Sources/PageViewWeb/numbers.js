// @ts-check
// Numbers that the scripts share with the module. In the minified script, `.scripts/web` replaces these names by the numbers.

// The indices of the fields of `Output`, counted from the engine's address in the module's memory; see Output.swift.
// In units of 8 bytes:
export const timeAt = 0;
export const appearedAt = 2;
export const foregroundAt = 4;
export const backgroundAt = 6;
export const inputTimeAt = 8;
export const resultAt = 9;
export const componentAt = 10;
export const sceneAt = 11;
export const sequenceAt = 12;
export const idAt = 13;
export const previousIDAt = 15;
export const referrerIDAt = 17;

// In units of 4 bytes:
export const pageAt = 38;
export const previousPageAt = 39;
export const referrerPageAt = 40;
export const payloadAt = 41;
export const kindAt = 42;
export const lengthAt = 43;
export const linkAt = 45;
export const newPayloadAt = 46;
export const releasedPayloadAt = 47;
export const secondReleasedPayloadAt = 48;
export const pageCountAt = 49;
export const textAt = 50;
export const followingAt = 51;

// The inputs; see Inputs.swift. The events of components have the numbers 0 to 6, those of scenes the numbers 7 to 11.
export const sceneInput = 7;
export const createInput = 12;
export const moveInput = 13;
export const pendingInput = 14;
export const readyInput = 15;
export const manualInput = 16;
export const interactionInput = 17;
export const deepLinkInput = 18;
export const discardInput = 19;
export const startInput = 20;
export const stopInput = 21;
export const noteInput = 22;
export const restoreInput = 23;
export const declareInput = 24;
export const attachInput = 25;

// The flags of an input; see `InputFlags`.
export const attachedBit = 1;
export const readyBit = 4;
export const payloadBit = 16;
export const clockBit = 32;
export const exactTimeBit = 64;
export const textBit = 128;

// The bits of a component's number, less 1, that contain its slot; see `Handle`.
export const slotMask = 4194303;

// The lines of `sharedTexts` that state what a call expects. The first eight are those of `CallError`, in its order.
export const expectsComponent = 6;
export const expectsPattern = 15;
export const expectsOptions = 16;
export const expectsPayload = 17;
export const expectsText = 18;
export const expectsFunction = 19;
export const expectsPage = 20;
export const expectsName = 21;
export const expectsSubject = 22;
export const expectsMemory = 23;

/** A page appears at the animation frame with this number after a change, if it is still the page of the URL (WB-102). */
export const settlingFrames = 2;
