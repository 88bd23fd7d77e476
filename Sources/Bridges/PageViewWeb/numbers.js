// @ts-check
// Numbers that the scripts share with the module. In the minified script, `.scripts/web` replaces these names by the numbers.

// The indices of the fields of `Output`, counted from the engine's address in the module's memory; see Output.swift.
// In units of 8 bytes:
export const timeAt = 0;
export const appearedAt = 2;
export const foregroundAt = 4;
export const backgroundAt = 6;
export const currentAt = 8;
export const inputTimeAt = 10;
export const expiresAt = 11;
export const resultAt = 12;
export const componentAt = 13;
export const sceneAt = 14;
export const sequenceAt = 15;
export const idAt = 16;
export const previousIDAt = 18;
export const referrerIDAt = 20;

// In units of 4 bytes:
export const pageAt = 44;
export const previousPageAt = 45;
export const referrerPageAt = 46;
export const payloadAt = 47;
export const kindAt = 48;
export const lengthAt = 49;
export const linkAt = 51;
export const newPayloadAt = 52;
export const releasedPayloadAt = 53;
export const secondReleasedPayloadAt = 54;
export const pageCountAt = 55;
export const textAt = 56;
export const followingAt = 57;
export const levelAt = 58;

// The inputs: first the events of components and of scenes, then the cases of `InputAfterEvents`.
export const appearInput = 1;
export const disappearInput = 3;
// names: inputs
export const destroyInput = 6;
export const sceneInput = 10;
export const createInput = 15;
export const declareInput = 16;
export const entryInput = 17;
export const attachInput = 18;
export const moveInput = 19;
export const pendingInput = 20;
export const readyInput = 21;
export const showInput = 22;
export const beginInput = 23;
export const commitInput = 24;
export const recordInput = 25;
export const interactionInput = 26;
export const deepLinkInput = 27;
export const discardDeepLinkInput = 28;
export const startInput = 29;
export const stopInput = 30;
export const noteInput = 31;
// end of names

// The flags of an input; see `InputFlags`.
export const attachedBit = 1;
// The bits of `InputFlags` have no meaning for `begin` and `commit`, so `update` marks its own calls.
export const callBit = 1;
export const detachedBit = 2;
export const readyBit = 4;
export const pendingBit = 8;
export const payloadBit = 16;
export const clockBit = 32;
export const exactTimeBit = 64;
export const textBit = 128;
export const exclusiveBit = 256;
export const inclusiveBit = 512;
export const levelBit = 1024;
export const expiresBit = 2048;

// The bits of a component's number, less 1, that contain its slot; see `Handle`.
export const slotMask = 4194303;

// Lines of `sharedTexts` that state what a call expects. Lines 6 to 11 belong to `CallError`, in its order.
export const expectsComponent = 6;
export const expectsTime = 9;
export const expectsNextPageView = 10;
export const expectsPolicy = 12;
export const expectsPageName = 13;
export const expectsID = 14;
export const expectsPattern = 15;
export const expectsOptions = 16;
export const expectsPayload = 17;
export const expectsText = 18;
export const expectsFunction = 19;
export const expectsPage = 20;
export const expectsName = 21;
export const expectsSubject = 22;
export const expectsMemory = 23;
export const expectsLevel = 24;
export const expectsEntries = 25;
export const expectsKey = 26;
export const expectsContainer = 27;

/** A page appears at the animation frame with this number after a change, if it is still the page of the URL (WB-102). */
export const settlingFrames = 2;
