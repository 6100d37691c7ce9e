import { themeStyle } from '../embed-page/page-style.ts';

/** The guide's style sheet, in the reader's default themes. */
export const guideStyle = `${themeStyle({ name: null, tokens: {} })}
*, ::before, ::after { box-sizing: border-box; }
html { background: var(--svc-background); -webkit-text-size-adjust: none; text-size-adjust: none; scroll-padding-block-start: 1.5rem; accent-color: var(--svc-accent); }
body { margin: 0; color: var(--svc-color); font: 400 1rem/1.6 var(--svc-ui-font-family); overflow-wrap: break-word; }
a { color: var(--svc-accent); text-underline-offset: 0.16em; text-decoration-thickness: 0.06em; }
:focus-visible { outline: 2px solid var(--svc-accent); outline-offset: 2px; border-radius: 2px; }
main:focus { outline: none; }
::selection { background: var(--svc-selection); }
.skip { position: absolute; inset: 0.5rem auto auto 0.5rem; z-index: 2; padding: 0.5rem 1rem; border-radius: 8px; background: var(--svc-accent); color: var(--svc-background); }
.skip:not(:focus) { clip-path: inset(50%); inline-size: 1px; block-size: 1px; padding: 0; overflow: hidden; white-space: nowrap; }

header { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem 1.5rem; padding: 0.75rem clamp(20px, 3vw, 40px); border-block-end: 1px solid var(--svc-line); background: var(--svc-surface); }
.brand { color: inherit; font: 400 1.25rem/1.3 var(--svc-font-family); text-decoration: none; }
.brand span { color: var(--svc-muted); }
header .api { margin-inline-start: auto; }
header form { display: flex; flex: 1 0 100%; order: 1; gap: 0.5rem; }
input, button { font: inherit; color: inherit; border: 1px solid var(--svc-line); border-radius: 8px; background: var(--svc-background); padding: 0.4rem 0.8rem; min-block-size: 2.5rem; }
input { flex: 1; min-inline-size: 0; border-color: var(--svc-muted); }
input::placeholder { color: var(--svc-muted); opacity: 1; }
button { cursor: pointer; }
button:hover { border-color: var(--svc-muted); }

.columns { display: grid; grid-template-columns: minmax(0, 1fr); }
main { min-inline-size: 0; padding: 2rem clamp(20px, 4vw, 56px) 3rem; }
article, .turn { max-inline-size: 46rem; margin-inline: auto; }
article > * { margin-block: 0 1.1rem; }
h1, article h2 { font-family: var(--svc-font-family); font-weight: 400; text-wrap: balance; }
h1 { margin-block-end: 1.5rem; font-size: clamp(1.8rem, 4vw, 2.4rem); line-height: 1.2; }
article h2 { margin-block: 2.75rem 1rem; font-size: 1.5rem; line-height: 1.3; }
article h3 { margin-block: 2rem 0.75rem; font-size: 1.1rem; line-height: 1.4; }
article h4 { margin-block: 1.5rem 0.5rem; font-size: 1rem; }
article :is(ul, ol) { padding-inline-start: 1.4rem; }
article li + li { margin-block-start: 0.35rem; }
article li > :is(p, pre) { margin-block: 0 0.75rem; }
img { display: block; max-inline-size: 100%; block-size: auto; border: 1px solid var(--svc-line); border-radius: 8px; }
blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--svc-line); color: var(--svc-muted); }
hr { border: 0; border-block-start: 1px solid var(--svc-line); }
code { font: 0.875em/1.5 ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere; }
:not(pre) > code { padding: 0.1em 0.3em; border-radius: 4px; background: color-mix(in srgb, var(--svc-line) 55%, transparent); -webkit-box-decoration-break: clone; box-decoration-break: clone; }
pre { padding: 0.9rem 1.1rem; border: 1px solid var(--svc-line); border-radius: 8px; background: var(--svc-surface); white-space: pre-wrap; tab-size: 2; }

.table { overflow-x: auto; }
table { inline-size: 100%; border-collapse: collapse; font-size: 0.94rem; line-height: 1.5; }
th, td { min-inline-size: 7.5rem; padding: 0.55rem 1rem 0.55rem 0; border-block-end: 1px solid var(--svc-line); text-align: start; vertical-align: top; overflow-wrap: break-word; }
.wide th, .wide td { min-inline-size: 8.5rem; }
.wide td code { overflow-wrap: break-word; }
.wide :is(th, td):first-child { min-inline-size: 4.5rem; }
.wide :is(th, td):nth-child(2) { min-inline-size: 12rem; }
th { color: var(--svc-muted); font-weight: 600; }

.pages h2, .toc h2 { margin: 1.5rem 0 0.4rem; color: var(--svc-muted); font-size: 0.875rem; font-weight: 600; }
.close { float: inline-end; }
.toc h2 { margin-block-start: 0; }
.close + h2 { margin-block-start: 0; }
:is(.pages, .toc, .toc-inline) ul { margin: 0; padding: 0; list-style: none; }
:is(.pages, .toc, .toc-inline) a { display: block; padding: 0.25rem 0; color: inherit; font-size: 0.94rem; line-height: 1.45; text-decoration: none; }
:is(.pages, .toc, .toc-inline) a:hover { color: var(--svc-accent); text-decoration: underline; }
.pages ul ul, .nested { padding-inline-start: 1rem; }
.pages [aria-current] { color: var(--svc-accent); font-weight: 600; }
.pages:popover-open { inset: 0 auto 0 0; inline-size: min(22rem, 88vw); block-size: 100%; max-block-size: none; padding: 1.5rem clamp(20px, 5vw, 32px); border: 0; border-inline-end: 1px solid var(--svc-line); background: var(--svc-surface); color: inherit; overflow-y: auto; }
.pages:popover-open a { padding-block: 0.45rem; }
.pages::backdrop { background: rgb(0 0 0 / 40%); }
.toc { display: none; }
summary { cursor: pointer; font-weight: 600; }
details > pre { margin-block: 0.75rem 0; }
.toc-inline { padding: 0.6rem 1rem; border: 1px solid var(--svc-line); border-radius: 8px; background: var(--svc-surface); }
.toc-inline ul { margin-block-start: 0.5rem; }
.toc-inline a { padding-block: 0.4rem; }

.turn { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem; margin-block-start: 3.5rem; padding-block-start: 1.25rem; border-block-start: 1px solid var(--svc-line); }
.turn a { max-inline-size: 48%; padding-block: 0.4rem; text-decoration: none; }
.turn a:hover { text-decoration: underline; }
.turn a[rel=next] { margin-inline-start: auto; text-align: end; }
.turn small { display: block; color: var(--svc-muted); }

.search ol { margin: 0; padding: 0; list-style: none; }
.search li { padding-block: 1.1rem; border-block-start: 1px solid var(--svc-line); }
.search li + li { margin: 0; }
.search h2 { margin: 0 0 0.25rem; font: 600 1.05rem/1.4 var(--svc-ui-font-family); }
.search li p { margin: 0; color: var(--svc-muted); }
.search small { color: var(--svc-muted); }
mark { background: var(--svc-selection); color: var(--svc-color); border-radius: 2px; padding-inline: 0.1em; }

@media (width < 30rem) {
  .brand span { position: absolute; clip-path: inset(50%); inline-size: 1px; block-size: 1px; overflow: hidden; }
}
@media (width >= 60rem) {
  td code { overflow-wrap: break-word; }
  .menu, .close { display: none; }
  header form { flex: 1; order: 0; max-inline-size: 28rem; margin-inline-start: auto; }
  header .api { margin-inline-start: 0; }
  .columns { grid-template-columns: 17rem minmax(0, 1fr); }
  .pages { display: block; position: sticky; inset: 0 auto auto auto; align-self: start; inline-size: auto; block-size: auto; max-block-size: 100vh; margin: 0; padding: 2rem 1.25rem 2rem clamp(20px, 3vw, 40px); border: 0; background: none; color: inherit; overflow-y: auto; }
}
@media (width >= 78rem) {
  .columns { grid-template-columns: 17rem minmax(0, 1fr) 15rem; }
  .toc { display: block; position: sticky; inset-block-start: 0; align-self: start; max-block-size: 100vh; padding: 2.4rem 1.25rem 2rem 0; overflow-y: auto; }
  .toc-inline { display: none; }
}
@media (forced-colors: active) { mark { background: Mark; color: MarkText; } }
@media print { header, .pages, .toc, .toc-inline, .turn, .skip { display: none; } .columns { display: block; } .table { overflow: visible; } }
`;
