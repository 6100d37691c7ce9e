import { rollSheet } from './roll-styles.ts';

/** Makes a stage scroll as a strip; returns how to make it a stage of pages again. */
export function becomeStrip(stage: HTMLElement): () => void {
  const root = stage.getRootNode();
  const around = root instanceof ShadowRoot ? root.host : null;
  if (root instanceof ShadowRoot && !root.adoptedStyleSheets.includes(rollSheet)) {
    root.adoptedStyleSheets.push(rollSheet);
  }
  stage.classList.add('roll');
  stage.dataset.columns = '1';
  stage.style.backgroundColor = '';
  // What books ask the screen's size of stands around the strip, not in it: WebKit gives a container no
  // height while it lays it out anew, and the strip would jump. A name from `:host` is not found there.
  if (around instanceof HTMLElement) around.style.container = 'svc-page / size';
  return () => {
    stage.replaceChildren();
    stage.classList.remove('roll', 'sideways');
    stage.removeAttribute('style');
    if (around instanceof HTMLElement) around.style.removeProperty('container');
  };
}
