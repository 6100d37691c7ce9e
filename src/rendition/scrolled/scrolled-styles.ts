import { css } from '../css.ts';

/** Placeholder lines for text that is not laid out yet. */
const placeholderLines = `
    --line: calc(var(--svc-line-height) * var(--slot-rem, 18px));
    background:
      repeating-linear-gradient(
        var(--slot-way, to bottom),
        transparent 0 calc(var(--line) * 0.4),
        var(--svc-line) calc(var(--line) * 0.4) calc(var(--line) * 0.85),
        transparent calc(var(--line) * 0.85) var(--line)
      )
      content-box;
    opacity: 0.55;
`;

/** Styles the stage in scroll mode, with a slot for each section. */
const scrolledStageSheet = css(`
  .stage.roll {
    overflow: hidden scroll;
    overflow-anchor: none;
    /* Without a scrollbar, the lines keep their length. */
    scrollbar-gutter: stable;
    touch-action: auto;
    scrollbar-width: thin;
    scrollbar-color: var(--svc-muted) transparent;
  }
  .stage.roll.sideways { overflow: scroll hidden; }
  /* Gestures scroll the host page; see limitScrollingToOwner. */
  .stage.roll.passive { overflow: hidden; }
  .slot { position: relative; inline-size: 100%; overflow: clip; }
  .slot > .leaf {
    position: relative;
    display: flow-root;
    container: none;
    contain: layout style;
    inline-size: var(--svc-page-inline);
    block-size: auto;
    margin-inline: auto;
    writing-mode: inherit;
  }
  .slot:empty {
    ${placeholderLines}
    box-sizing: border-box;
    padding-inline: calc((100% - var(--slot-inline, 80%)) / 2);
    padding-block: 24px;
  }
  .tail { block-size: 40%; }
`);

/** Overrides page rules to make a section as long as its text. */
export const scrolledSectionSheet = css(`
  .scroller {
    overflow: visible;
    block-size: auto;
    margin-inline: auto;
    touch-action: auto;
  }
  .sheet { display: flow-root; margin-block: 0; padding-block: var(--svc-page-margin); }
  .sheet.flow { columns: auto; block-size: auto; --svc-end-rule: block; }
  .sheet.fixed { position: absolute; inset: 0 auto auto 0; margin: 0; padding: 0; columns: auto; transform-origin: 0 0; }
  .extent { position: static; inline-size: auto; block-size: 0; ${placeholderLines} }
  .crossed { block-size: var(--svc-page-block); overflow: auto; scrollbar-width: thin; scrollbar-color: var(--svc-muted) transparent; }
  .flow .svc-scroll-box { max-block-size: none; }
  /* A picture taller than the screen, as in webtoons, keeps its width. */
  .flow :is(img, video, svg:not(svg svg), object) { max-block-size: none !important; }
`);

/** Makes a stage scrollable. Returns a function that restores it for pages. */
export function setUpScrolledStage(stage: HTMLElement): () => void {
  const root = stage.getRootNode();
  const host = root instanceof ShadowRoot ? root.host : null;
  if (root instanceof ShadowRoot && !root.adoptedStyleSheets.includes(scrolledStageSheet)) {
    root.adoptedStyleSheets.push(scrolledStageSheet);
  }
  stage.classList.add('roll');
  stage.dataset.columns = '1';
  stage.style.backgroundColor = '';
  // Use the host rather than the stage as the size container for the book's container queries.
  // WebKit gives a container no height during layout, which would make the content jump. A
  // container name set in `:host` rules is not found.
  if (host instanceof HTMLElement) host.style.container = 'svc-page / size';
  return () => {
    stage.replaceChildren();
    stage.classList.remove('roll', 'sideways', 'passive');
    stage.removeAttribute('style');
    if (host instanceof HTMLElement) host.style.removeProperty('container');
  };
}
