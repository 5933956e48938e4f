// Owns: how the page looks: light, dark, narrow and on paper. Verdicts are never shown by colour
// alone.

enum ReportStyle {
  static let text = """
    :root{--ink:#1c2024;--soft:#5b6570;--line:#d9dee3;--card:#fff;--page:#f5f6f8;--red:#c4202f;\
    --green:#1b7a38;--amber:#8a5a00;--blue:#1a62b8;--shade:#0003}
    @media(prefers-color-scheme:dark){:root{--ink:#e4e7eb;--soft:#9aa5b1;--line:#333b44;\
    --card:#1a1f25;--page:#12161a;--red:#ff7b86;--green:#5fce82;--amber:#e9b45a;--blue:#7db7ff;--shade:#fff3}}
    *{box-sizing:border-box}
    body{margin:0 auto;max-width:72rem;padding:1.5rem;background:var(--page);color:var(--ink);\
    font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
    h1{font-size:1.9rem;line-height:1.2;margin:.2rem 0}
    h2{font-size:1.15rem;margin:2rem 0 .6rem}
    a{color:var(--blue)}
    code{font:.92em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
    .run,.why,.legend,.time,.at,footer p{color:var(--soft)}
    .run,.why{margin:.2rem 0 .8rem}
    .filter{border:0;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.4rem}
    .filter legend{float:left;color:var(--soft);margin-right:.6rem;padding:.25rem 0}
    .filter label{border:1px solid var(--line);border-radius:1rem;padding:.2rem .75rem;\
    background:var(--card);cursor:pointer}
    .filter label:has(:checked){border-color:var(--blue);box-shadow:inset 0 0 0 1px var(--blue)}
    .scenario{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--line);\
    border-radius:6px;margin:.4rem 0}
    .scenario.failed,.scenario.flaky{border-left-color:var(--red)}
    .scenario.error,.scenario.notFinished,.scenario.knownFailure{border-left-color:var(--amber)}
    .scenario.passed{border-left-color:var(--green)}
    .scenario>summary{display:flex;flex-wrap:wrap;gap:.2rem .8rem;align-items:baseline;\
    padding:.5rem .8rem;cursor:pointer;list-style:none}
    .scenario>summary::-webkit-details-marker{display:none}
    .scenario>summary:focus-visible,.scroll:focus-visible{outline:2px solid var(--blue)}
    .badge{min-width:5.2rem;font-weight:600}
    .failed .badge,.flaky .badge,.code{color:var(--red)}
    .error .badge,.notFinished .badge,.knownFailure .badge,.error .code{color:var(--amber)}
    .passed .badge{color:var(--green)}
    .skipped .badge{color:var(--soft)}
    .id{font-weight:600}
    .title{flex:1 1 14rem;margin:0;font:inherit}
    .time{font-variant-numeric:tabular-nums;white-space:nowrap}
    .body{padding:.2rem .8rem .8rem;border-top:1px solid var(--line)}
    .body:target{box-shadow:inset 0 0 0 2px var(--blue);border-radius:0 0 6px 6px}
    .findings{padding:0;margin:.6rem 0;list-style:none}
    .findings li{margin:.35rem 0}
    .code{font-weight:600}
    .where{color:var(--soft);margin:.1rem 0 .7rem;font-size:.93em}
    .overview{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--red);\
    border-radius:6px;padding:.1rem .8rem;margin:1.4rem 0}
    .overview h2{margin:.6rem 0}
    .scroll{overflow-x:auto;background:linear-gradient(90deg,var(--card) 30%,transparent) left,\
    linear-gradient(270deg,var(--card) 30%,transparent) right,linear-gradient(90deg,\
    var(--shade),transparent) left,linear-gradient(270deg,var(--shade),transparent) right;\
    background-repeat:no-repeat;background-size:2.5rem 100%,2.5rem 100%,.9rem 100%,.9rem 100%;\
    background-attachment:local,local,scroll,scroll}
    .sequence{display:block;width:100%;min-width:40rem;max-width:58rem;height:auto;margin:.6rem 0}
    .list{margin:.4rem 0}
    .list summary{cursor:pointer;color:var(--blue)}
    .list ol{padding-left:2.4rem}
    .at{display:inline-block;min-width:5rem;font-variant-numeric:tabular-nums}
    dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.6rem 0;\
    font-size:.93em}
    dt{color:var(--soft)}
    dd{margin:0;overflow-wrap:anywhere}
    table{border-collapse:collapse;font-size:.9em;background:var(--card)}
    th,td{border:1px solid var(--line);padding:.15rem .45rem;text-align:center}
    th[scope=row]{text-align:left;white-space:nowrap;font-weight:400;position:sticky;left:0;\
    background:var(--card)}
    .rule{vertical-align:bottom;padding:.4rem .2rem}
    .rule span{writing-mode:vertical-rl;transform:rotate(180deg);font-weight:400;white-space:nowrap}
    .verdict{white-space:nowrap}
    caption{text-align:left;color:var(--soft);padding:.2rem 0}
    .matrix .scroll{max-height:85vh;overflow:auto}
    thead th{position:sticky;top:0;background:var(--card);z-index:1}
    thead th:first-child{left:0;z-index:2}
    .facts{margin:.2rem 0 1rem}
    @media(prefers-color-scheme:dark){\(DiagramTints.darkRules)}
    .broken{color:var(--red);font-weight:700}
    .tries{color:var(--soft);margin:.6rem 0;padding:0;list-style:none;font-size:.93em}
    .again{color:var(--amber);white-space:nowrap}
    .open{border-left:4px solid var(--amber);padding-left:.8rem;font-weight:600}
    footer{margin-top:2.5rem;border-top:1px solid var(--line)}
    body:has(#show-failed:checked) .scenario:not(.failed),\
    body:has(#show-flaky:checked) .scenario:not(.flaky),\
    body:has(#show-error:checked) .scenario:not(.error),\
    body:has(#show-notFinished:checked) .scenario:not(.notFinished),\
    body:has(#show-passed:checked) .scenario:not(.passed),\
    body:has(#show-knownFailure:checked) .scenario:not(.knownFailure),\
    body:has(#show-skipped:checked) .scenario:not(.skipped){display:none}
    section:not(:has(.scenario,table),.overview){display:none}
    @media(max-width:40rem){body{padding:.8rem;font-size:14px}dl{grid-template-columns:1fr}\
    dt{margin-top:.4rem}}
    @media print{body{background:#fff;color:#000;max-width:none;padding:0}.filter{display:none}\
    .scenario{break-inside:avoid-page;border-color:#999}.sequence{min-width:0}\
    .scroll,.matrix .scroll{overflow:visible;background:none;max-height:none}.failed::details-content,\
    .error::details-content{content-visibility:visible;display:block}\
    a{color:inherit;text-decoration:none}}

    """
}
