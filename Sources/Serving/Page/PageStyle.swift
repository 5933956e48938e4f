// Owns: how the page looks, from a telephone's width on, light and dark, on paper.

enum PageStyle {
  static let text = """
    :root {
      color-scheme: light dark;
      --ground: #ffffff; --raised: #f5f6f8; --line: #d5d9e0; --text: #1b1f27; --quiet: #59616f;
      --accent: #1f5fbf; --on-accent: #ffffff; --good: #1a7040; --bad: #b3261e; --held: #8a5a00;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #14171c; --raised: #1e2229; --line: #363c47; --text: #e6e9ef; --quiet: #a0a8b6;
        --accent: #7db0ff; --on-accent: #0d1420; --good: #6fd39a; --bad: #ff9088; --held: #f2c063;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; background: var(--ground); color: var(--text);
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", sans-serif;
    }
    header, main { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
    header {
      display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1.25rem;
      padding-top: 1rem; padding-bottom: .75rem; border-bottom: 1px solid var(--line);
    }
    header p { margin: 0; }
    h1 { font-size: 1.25rem; margin: 0; }
    h2 { font-size: 1.05rem; margin: 0 0 .5rem; }
    code, pre { font: .9em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
    pre {
      background: var(--raised); border: 1px solid var(--line); border-radius: .4rem;
      padding: .75rem; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere;
    }
    a { color: var(--accent); }
    .endpoint { overflow-wrap: anywhere; }
    .verb { font-weight: 600; }
    .refresh { margin-left: auto; }
    #liveness { color: var(--quiet); font-size: .9rem; }
    section, details { margin: 1.25rem 0; }
    .buttons, .fault { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
    .buttons form, td form { margin: 0; }
    .fault { margin-top: .75rem; }
    .fault label { color: var(--quiet); font-size: .9rem; }
    .fault input:not([type=number]) { flex: 1 1 14rem; min-width: 0; }
    button, select, input {
      font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--quiet);
      border-radius: .4rem; padding: .35rem .7rem; min-height: 2.25rem; max-width: 100%;
    }
    input[type=number] { width: 5rem; }
    button { background: var(--raised); cursor: pointer; }
    button:hover { border-color: var(--accent); }
    button.strong, #meet-next {
      background: var(--accent); border-color: var(--accent); color: var(--on-accent);
    }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    .state {
      background: var(--raised); border: 1px solid var(--line); border-radius: .5rem;
      padding: .75rem 1rem;
    }
    .state > p { margin: 0 0 .5rem; display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
    .badge { font-weight: 600; }
    .badge::before { content: "\\25CF  "; }
    .badge.on { color: var(--good); }
    .badge.off { color: var(--bad); }
    .badge.off::before { content: "\\25CB  "; }
    .quiet, .profile, .note { color: var(--quiet); }
    .waiting { margin-top: .75rem; }
    .waiting p { margin: 0; }
    .waiting ol { margin: .25rem 0 .5rem; padding-left: 1.5rem; }
    .problem {
      border: 1px solid var(--bad); border-left-width: .4rem; border-radius: .4rem;
      padding: .5rem .75rem; white-space: pre-line; overflow-wrap: anywhere;
    }
    table { border-collapse: collapse; width: 100%; }
    th, td {
      text-align: left; padding: .4rem .75rem .4rem 0; vertical-align: top;
      border-bottom: 1px solid var(--line);
    }
    th { color: var(--quiet); font-weight: 600; font-size: .85rem; }
    td { overflow-wrap: anywhere; }
    td:first-child { font-variant-numeric: tabular-nums; }
    td form { display: inline-block; }
    .requests td form { margin-left: .5rem; }
    td code.token { color: var(--quiet); white-space: nowrap; }
    .size { white-space: nowrap; }
    .operation { font-weight: 600; }
    .flaw, tr.lost td:last-child, tr.refused td:last-child { color: var(--bad); }
    tr.good td:last-child { color: var(--good); }
    tr.held td:last-child, tr.waits td:last-child { color: var(--held); }
    td button { color: var(--text); padding: .1rem .6rem; min-height: 1.8rem; }
    summary { cursor: pointer; font-weight: 600; }
    dt { margin-top: .6rem; overflow-wrap: anywhere; }
    dd { margin: 0 0 0 1.25rem; color: var(--quiet); }
    @media (max-width: 44rem) {
      header, main { padding-left: .9rem; padding-right: .9rem; }
      .refresh { margin-left: 0; }
      .fault { display: grid; grid-template-columns: auto minmax(0, 1fr); }
      .fault button { grid-column: 1 / -1; }
      thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      table, tbody { display: block; }
      tr {
        display: grid; grid-template-columns: 4.5rem minmax(0, 1fr); gap: 0 .5rem;
        border: 1px solid var(--line); border-radius: .5rem; padding: .4rem .75rem;
        margin-bottom: .6rem;
      }
      td { display: contents; }
      td:empty { display: none; }
      td::before { content: attr(data-label); color: var(--quiet); font-size: .85rem; }
      .requests td:first-child::before { content: "Request"; }
      .records td:first-child::before { content: "Record"; }
      td:first-child > div { font-weight: 600; }
    }
    @media print { #controls, .buttons, .refresh, details, td form { display: none; } }

    """
}
