//! The colors and letters of charts and pages, for light and dark screens.
//!
//! The colors of players are those of M. Okabe and K. Ito, *Color universal design* (2008), which
//! color-blind people tell apart, the yellow darkened and the blue lightened to be seen on light and on
//! dark ground. Colors are given by class and not by variables, which some programs that show SVG do not know.

/// The classes of all charts.
pub(super) const CHART: &str = "
svg{font:13px system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif}
.ground{fill:#fff}.ink{fill:#1f2328}.muted{fill:#57606a}.small{font-size:11px}.tiny{font-size:9px}
.head{fill:#1f2328;font-size:17px;font-weight:600}
.grid{stroke:#d8dee4}.axis{stroke:#8c959f}.mark{stroke:#9a3412;stroke-dasharray:5 4;stroke-width:1.5}
.strong{font-weight:600}.rest{fill:#8c959f}
.seat0{fill:#3d7ebf}.seat1{fill:#e69f00}.seat2{fill:#009e73}.seat3{fill:#cc79a7}
.seat4{fill:#56b4e9}.seat5{fill:#d55e00}.seat6{fill:#b5a900}.seat7{fill:#57606a}
.marked{fill:#9a3412}.bar{fill:#3d7ebf}.band{fill:#3d7ebf;fill-opacity:.12}
.error{stroke:#1f2328;stroke-width:1.6;fill:none}.dot{fill:#1d5a99}.curve{stroke:#3d7ebf;stroke-width:2;fill:none}
.cell{fill:#f3f5f7;stroke:#d0d7de}.heat{fill:#b8431a}.on{fill:#fff}
@media (prefers-color-scheme:dark){
.ground{fill:#161b22}.ink,.head{fill:#e6edf3}.muted{fill:#9da7b3}
.grid{stroke:#2d343c}.axis{stroke:#6e7681}.mark{stroke:#ffa657}.marked{fill:#ffa657}
.bar{fill:#4b91d6}.band{fill:#4b91d6;fill-opacity:.16}.error{stroke:#e6edf3}.dot{fill:#8cc4ff}.curve{stroke:#4b91d6}
.cell{fill:#1f262e;stroke:#39414a}.heat{fill:#ff9a5c}.on{fill:#201004}
}
";

/// What a page has besides.
pub(super) const PAGE: &str = "
:root{color-scheme:light dark}
body{margin:0;background:#f3f5f7;color:#1f2328;font:16px/1.5 system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif}
main{max-width:76rem;margin:0 auto;padding:2rem 1.25rem 3rem}
h1{font-size:2rem;line-height:1.2;margin:0}h2{font-size:1.25rem;margin:2.5rem 0 .75rem}
p{margin:.5rem 0}.quiet{color:#57606a;font-size:.9rem}
.tags{display:flex;flex-wrap:wrap;gap:.4rem;margin:.75rem 0;padding:0;list-style:none}
.tags li{background:#dfe9f4;color:#173f6b;border-radius:1rem;padding:.1rem .75rem;font-size:.9rem}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:1rem;margin:1.5rem 0;padding:0}
.card,figure{background:#fff;border:1px solid #d8dee4;border-radius:.75rem}
.card{padding:.9rem 1.1rem}.card dt{color:#57606a;font-size:.9rem}.card dd{margin:0;font-size:1.7rem;font-weight:600}
.card dd small{display:block;font-size:.85rem;font-weight:400;color:#57606a}
.charts{columns:34rem 2;column-gap:1rem}
figure{margin:0 0 1rem;padding:.75rem;break-inside:avoid}figure svg{display:block;width:100%;height:auto}
.wide{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(34rem,100%),1fr));align-items:start}
.wide figure{margin:0}
.verdicts{display:grid;grid-template-columns:fit-content(14rem) 1fr;gap:.4rem 1.25rem;margin:1.25rem 0 2rem;padding:1rem 1.25rem}
.verdicts{background:#fff;border:1px solid #d8dee4;border-radius:.75rem}
.verdicts dt{font-weight:600}.verdicts small{display:block;font-weight:400;color:#57606a;overflow-wrap:anywhere}.verdicts dd{margin:0}
.scroll{overflow-x:auto;background:#fff;border:1px solid #d8dee4;border-radius:.75rem}
table{border-collapse:collapse;width:100%;font-size:.92rem;font-variant-numeric:tabular-nums}
th,td{padding:.35rem .8rem;text-align:right;white-space:nowrap;border-top:1px solid #e6eaee}
thead th{border-top:0;color:#57606a;font-weight:600}tbody th{font-weight:400}
tbody th,thead th:first-child,th[colspan]{text-align:left}
th[colspan]{background:#f3f5f7;font-weight:600}
footer{margin-top:2rem}code{font-size:.95em}
@media (prefers-color-scheme:dark){
body{background:#0d1117;color:#e6edf3}.quiet,.card dt,.card dd small,.verdicts small,thead th{color:#9da7b3}
.tags li{background:#1c2f45;color:#a9d0fa}.card,figure,.scroll,.verdicts{background:#161b22;border-color:#2d343c}
th,td{border-color:#262c34}th[colspan]{background:#1f262e}
}
@media (max-width:40rem){
main{padding:1.25rem .75rem 2rem}figure{overflow-x:auto;padding:.25rem}figure svg{min-width:30rem}
figure .ground{fill:none}
figure{background:linear-gradient(to right,#fff 40%,#fff0) left/3rem 100% no-repeat local,linear-gradient(to left,#fff 40%,#fff0) right/3rem 100% no-repeat local,linear-gradient(to right,#8c959f99,#8c959f00) left/.75rem 100% no-repeat scroll,linear-gradient(to left,#8c959f99,#8c959f00) right/.75rem 100% no-repeat scroll,#fff}
.verdicts{grid-template-columns:1fr;gap:0}.verdicts dd{margin-bottom:.6rem}
}
@media (max-width:40rem) and (prefers-color-scheme:dark){
figure{background:linear-gradient(to right,#161b22 40%,#161b2200) left/3rem 100% no-repeat local,linear-gradient(to left,#161b22 40%,#161b2200) right/3rem 100% no-repeat local,linear-gradient(to right,#000c,#0000) left/.75rem 100% no-repeat scroll,linear-gradient(to left,#000c,#0000) right/.75rem 100% no-repeat scroll,#161b22}
}
@media print{body{background:#fff}.card{break-inside:avoid}}
";
