// Notes the content of the screen, without the engine and without the URL. A screen is a page if it stays for three frames.
(() => {
    if (window.top !== window || window.pageviewWitness) return;
    const witness = window.pageviewWitness = { screen: null, frames: 0, page: null };
    const note = (message) => window.pageviewNote?.(JSON.stringify(
        { at: performance.timeOrigin + performance.now(), url: location.href, ...message }));
    let last = "";
    const look = () => {
        requestAnimationFrame(look);
        if (document.hidden || document.prerendering) return;
        let screen = null;
        try { screen = SCREEN(); } catch { /* The app has not drawn it yet. */ }
        if (screen !== witness.screen) {
            if (witness.screen !== null) note({ kind: "end", screen: witness.screen, frames: witness.frames });
            witness.screen = screen;
            witness.frames = 0;
            witness.began = performance.timeOrigin + performance.now();
        }
        witness.frames++;
        if (screen !== null && witness.frames === 3 && screen !== witness.page) {
            witness.page = screen;
            note({ kind: "screen", screen, at: witness.began });
        }
        // Only for the explanation of a difference.
        if (location.href !== last) note({ kind: "url" });
        last = location.href;
    };
    requestAnimationFrame(look);
    // A document that the browser's cache restores is in front of the user again.
    addEventListener("pageshow", (event) => {
        if (event.persisted) Object.assign(witness, { page: null, screen: null, frames: 0 });
    });
    window.pageviewNote?.(JSON.stringify({ kind: "document", at: performance.timeOrigin, url: location.href }));
})();
