import type { Embed } from '../../server/reading-sessions/contract.ts';
import { type PreviewMessage, previewReady, type StyleMessage } from './preview-message.ts';

/** The members of the reader that the preview sets. */
interface PreviewedReader extends HTMLElement {
  embed?: Embed;
}

const component = '/svc-reader.js';
let reader: PreviewedReader | null = null;
let style: StyleMessage | null = null;

addEventListener('message', (event: MessageEvent<PreviewMessage>) => {
  if (event.origin !== location.origin || event.source !== parent) return;
  const { data } = event;
  if (data.kind === 'style') {
    style = data;
    applyStyle();
    return;
  }
  const opened: PreviewedReader = document.createElement('svc-reader');
  opened.embed = data.embed;
  opened.setAttribute('book', data.embed.book.id);
  opened.setAttribute('api', location.origin);
  // Previews store nothing and are not counted.
  opened.setAttribute('consent', 'required');
  if (data.locale) opened.setAttribute('locale', data.locale);
  reader = opened;
  applyStyle();
  document.body.replaceChildren(opened);
});

function applyStyle(): void {
  if (!reader || !style) return;
  reader.setAttribute('theme', style.theme);
  for (const [name, value] of Object.entries(style.tokens)) {
    if (value) reader.style.setProperty(name, value);
    else reader.style.removeProperty(name);
  }
}

await import(/* @vite-ignore */ component);
parent.postMessage(previewReady, location.origin);
