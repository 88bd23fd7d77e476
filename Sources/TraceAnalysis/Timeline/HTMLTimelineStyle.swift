import NavigationTraces

/// How the document looks, and the parts of it that are the same in each.
enum HTMLTimelineStyle {
    static let text = """
        *{box-sizing:border-box}html,body{height:100%}
        body{margin:0;display:flex;flex-direction:column;background:var(--paper);color:var(--ink);font:13px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
        header{position:relative;display:flex;flex-wrap:wrap;gap:6px 24px;align-items:end;justify-content:space-between;padding:12px 16px 8px}
        h1{font-size:16px;line-height:1.3;margin:0;overflow-wrap:anywhere;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}header p{margin:0;color:var(--muted)}
        .tools{display:flex;flex-wrap:wrap;gap:6px;align-items:center}
        button,input{font:inherit;color:var(--ink);background:var(--untracked);border:1px solid var(--untrackedEdge);border-radius:6px;padding:2px 9px;min-height:28px}
        button:hover:not(:disabled){border-color:var(--ink)}button:disabled{opacity:.5}input{background:var(--paper);width:150px}
        button[aria-pressed=true]{background:var(--page);color:var(--pageInk);border-color:var(--page)}
        button[aria-pressed=true]::before{content:"✓ "}
        :focus-visible{outline:3px solid var(--focus);outline-offset:-1px}
        summary{cursor:pointer;padding:2px 4px}
        #keys{position:absolute;z-index:2;right:16px;top:100%;max-width:calc(100% - 32px);max-height:70vh;overflow:auto;margin:0;padding:10px 14px;background:var(--paper);border:1px solid var(--untrackedEdge);border-radius:8px;display:grid;grid-template-columns:auto auto;gap:2px 14px;box-shadow:0 6px 24px #0004}
        #keys dd{margin:0;color:var(--muted)}kbd{font:inherit;font-weight:600}
        #chart{display:flex;flex-direction:column;min-height:120px;flex:0 1 auto;border-block:1px solid var(--grid)}
        #overview{display:block;width:100%;height:28px;flex:none;cursor:crosshair;touch-action:none}
        #density{fill:var(--counted);stroke:var(--countedEdge);stroke-width:1}#before,#after{fill:var(--paper);opacity:.72}#window{fill:none;stroke:var(--ink);stroke-width:1.5}
        .readout{border-top:1px solid var(--grid);display:flex;justify-content:space-between;gap:16px;padding:2px 16px;color:var(--muted);font-size:11px;min-height:20px;font-variant-numeric:tabular-nums}
        #axis{display:block;height:22px;flex:none;border-bottom:1px solid var(--grid)}
        #scroll{overflow:hidden auto;flex:0 1 auto;min-height:0;position:relative;user-select:none;-webkit-user-select:none}
        #scroll[data-empty]::before{content:"nothing to show here";position:absolute;padding:16px;color:var(--muted)}
        #rows{position:sticky;top:0;display:block}#space{min-height:60px}
        .inner{pointer-events:none}.hit{fill:transparent}.manyText{fill:var(--paper);font-weight:600}
        .bar,.count,.mark{cursor:pointer}.focusRing{fill:none;stroke:var(--focus);stroke-width:2.5;pointer-events:none}
        .bar:hover rect:not(.announced){stroke-width:2}
        #legend{display:flex;flex-wrap:wrap;gap:2px 18px;list-style:none;margin:0;padding:6px 16px;color:var(--muted);font-size:11px;border-bottom:1px solid var(--grid)}
        #legend li{display:flex;align-items:center;gap:6px}#legend li[hidden]{display:none}
        #explanations{overflow:auto;flex:1 1 0;min-height:max(140px,26vh);padding:0 16px}
        ol{list-style:none;margin:0;padding:6px 0}
        #explanations li{display:grid;grid-template-columns:minmax(92px,auto) 1fr;gap:12px;padding:4px 6px;border-radius:6px;content-visibility:auto;contain-intrinsic-size:auto 36px;border-inline-start:4px solid transparent}
        #explanations li.current{background:var(--untracked);border-inline-start-color:var(--focus)}
        #explanations button{justify-self:start;align-self:start;font-variant-numeric:tabular-nums}
        .why{overflow-wrap:anywhere}b,i{unicode-bidi:isolate}code{color:var(--muted);font:11px ui-monospace,monospace;white-space:nowrap}
        .verdict{font-weight:600}.verdict::before{margin-inline-end:4px}.verdict.counted{color:var(--number)}.verdict.counted::before{content:"●"}
        .verdict.uncounted{color:var(--uncounted)}.verdict.uncounted::before{content:"✕"}.verdict.waiting,.verdict.odd{color:var(--pendingEdge)}.verdict.waiting::before{content:"…"}.verdict.odd::before{content:"▲"}
        .verdict.link{color:var(--link)}.verdict.link::before{content:"↳"}.verdict.untracked,.verdict.before,.verdict.note{color:var(--muted)}.verdict.untracked::before{content:"○"}
        .verdict.before::before{content:"◦"}.verdict.note::before{content:"¶"}
        #tip{position:fixed;z-index:3;max-width:min(460px,92vw);padding:8px 11px;background:var(--paper);color:var(--ink);border:1px solid var(--untrackedEdge);border-radius:8px;box-shadow:0 6px 24px #0004;pointer-events:none;overflow-wrap:anywhere;max-height:60vh;overflow:hidden}
        .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        @media (max-height:560px){html,body{height:auto}#scroll{max-height:80vh}#explanations{flex:none;max-height:none}}
        @media print{.tools,#overview,.readout{display:none}html,body{height:auto}#explanations,#scroll{overflow:visible}}
        """

    /// Buttons, and what the keys do.
    static let tools = """
        <div class="tools" role="toolbar" aria-label="Timeline">
        <button type="button" id="out" aria-label="Zoom out" title="Zoom out (-)">−</button>
        <button type="button" id="in" aria-label="Zoom in" title="Zoom in (+)">+</button>
        <button type="button" id="fit" title="Show everything (0)">Fit</button>
        <button type="button" id="fold" title="Draw long gaps short (g)">Fold gaps</button>
        <button type="button" id="hide" title="Hide lanes with nothing in sight (h)">Hide empty lanes</button>
        <input type="search" id="search" placeholder="Find a lane" aria-label="Find a lane by component, page, scene or session">
        <details><summary>Keys</summary><dl id="keys">
        <dt><kbd>← →</kbd></dt><dd>along the row</dd><dt><kbd>↑ ↓</kbd></dt><dd>to the next row</dd>
        <dt><kbd>Enter</kbd></dt><dd>to the explanation</dd><dt><kbd>Esc</kbd></dt><dd>back, or nothing selected</dd>
        <dt><kbd>+ −</kbd> or <kbd>W S</kbd></dt><dd>zoom</dd><dt><kbd>A D</kbd></dt><dd>move</dd>
        <dt><kbd>F</kbd></dt><dd>show what is selected</dd><dt><kbd>0</kbd></dt><dd>show everything</dd>
        <dt><kbd>G</kbd></dt><dd>fold gaps</dd><dt><kbd>H</kbd></dt><dd>hide empty lanes</dd><dt><kbd>/</kbd></dt><dd>find a lane</dd>
        <dt>Ctrl + wheel</dt><dd>zoom at the pointer</dd><dt>Drag, shift + wheel</dt><dd>move</dd>
        </dl></details>
        </div>

        """

    /// What the script draws into.
    static let chart = """
        <noscript><p style="padding:0 16px">The timeline is drawn by a script; the explanations below need none.</p></noscript>
        <div id="chart">
        <svg id="overview" aria-hidden="true"><path id="density"/><rect id="before" height="28"/><rect id="after" height="28"/>\
        <rect id="window" y="1" height="26" rx="3"/></svg>
        <div class="readout"><output id="range" aria-label="Shown"></output><output id="cursor" aria-hidden="true"></output></div>
        <svg id="axis" height="22" aria-hidden="true"></svg>
        <div id="scroll" role="listbox" tabindex="0" aria-label="What happened, row by row. Arrow keys move, Enter explains.">
        <div id="space" role="presentation"><svg id="rows" role="presentation" width="1" height="1"></svg></div>
        </div>
        <svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs>\(TimelineStyle.patterns)</defs></svg>
        </div>
        <div id="tip" role="tooltip" hidden></div>
        <p id="status" class="unseen" aria-live="polite"></p>

        """
}
