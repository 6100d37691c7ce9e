import { css } from '../css.ts';

/** Styles that are not needed to show the first text. */
const inputSheet = css(`
  :host([busy]) .stage { opacity: 0.5; transition: opacity 300ms 200ms; }
  .ring { position: absolute; inset: 3px; border-radius: 6px; pointer-events: none; }
  .stage:focus-visible + .ring { box-shadow: 0 0 0 2px var(--svc-accent); }
  #help { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`);

/**
 * Shows the focus and loading states of the pages and describes them to assistive technology. Safe
 * to call again.
 */
export function showInputState(stage: HTMLElement, help: HTMLElement): void {
  const root = stage.getRootNode();
  if (!(root instanceof ShadowRoot) || help.isConnected) return;
  const ring = document.createElement('div');
  ring.className = 'ring';
  help.id = 'help';
  stage.setAttribute('aria-describedby', help.id);
  stage.after(ring, help);
  root.adoptedStyleSheets.push(inputSheet);
}
