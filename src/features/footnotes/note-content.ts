import type { BookLink, BuiltTree } from '../../rendition/section/build-tree.ts';
import type { SectionView } from '../../rendition/section/section-view.ts';
import { css } from '../../rendition/css.ts';
import type { TreeElement } from '../../../server/epub/contract.ts';

/** The rendered note and the targets of its links. */
export interface NoteContent {
  host: HTMLElement;
  links: WeakMap<Element, BookLink>;
}

/** Overrides book styles so that the note's ancestors take no space and nothing hides the note. */
const noteSheet = css(`
  :host { position: static; inline-size: auto; block-size: auto; container: none; }
  .sheet.sheet { margin: 0 !important; inline-size: auto !important; block-size: auto !important; columns: auto !important; font-size: var(--svc-rem); }
  .sheet.sheet.down { inline-size: max-content !important; max-inline-size: 260px; margin-left: auto !important; }
  .svc-around.svc-around.svc-around.svc-around { display: contents !important; }
  .svc-around.svc-around::before, .svc-around.svc-around::after { content: none !important; }
  .svc-note.svc-note.svc-note { display: block !important; visibility: visible !important; position: static !important; float: none !important; margin: 0 !important; padding: 0 !important; border: 0 !important; background: none !important; max-block-size: none !important; inline-size: auto !important; font-size: 1em !important; list-style: none !important; }
  .svc-note.svc-note > :first-child { margin-block-start: 0 !important; text-indent: 0; }
  .svc-note.svc-note > :last-child { margin-block-end: 0 !important; }
`);

/** Font scale that makes notes slightly smaller than the text. */
const noteFontScale = 0.94;

/**
 * @param layoutView - A laid-out section, whose custom properties are inputs to the book's styles.
 */
export function createNoteContent(
  tree: TreeElement,
  { section, host: { shadowRoot } }: SectionView,
  layoutView: SectionView,
  build: (tree: TreeElement) => BuiltTree,
): NoteContent {
  const { root, links } = build(tree);
  const host = document.createElement('div');
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [...(shadowRoot?.adoptedStyleSheets ?? []), noteSheet];
  const sheet = document.createElement('div');
  sheet.className = shadowRoot?.querySelector('.sheet')?.className ?? 'sheet flow';
  sheet.dir = section.direction;
  sheet.style.writingMode = section.writingMode;
  // Vertical lines need a definite length, which the dialog does not provide.
  sheet.classList.toggle('down', section.writingMode !== 'horizontal-tb');
  const lengths = layoutView.host.style;
  for (const name of lengths) {
    if (name.startsWith('--')) sheet.style.setProperty(name, lengths.getPropertyValue(name));
  }
  const rem = Number.parseFloat(lengths.getPropertyValue('--svc-rem')) || 18;
  sheet.style.setProperty('--svc-rem', `${Math.round(rem * noteFontScale * 10) / 10}px`);
  host.lang = section.language;
  sheet.append(root);
  shadow.append(sheet);
  return { host, links };
}
