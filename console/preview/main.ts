import type { Embed } from '../../server/reading-sessions/contract.ts';
import type { PreviewMessage, PreviewReport, StyleMessage } from './preview-message.ts';

/** The members of the reader that the preview uses. */
interface PreviewedReader extends HTMLElement {
  embed?: Embed;
  readonly locator?: { title: string; locations: { totalProgression: number } } | null;
  goTo?: (fraction: number) => void;
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
  if (data.kind === 'go-to') {
    reader?.goTo?.(data.fraction);
    return;
  }
  const opened: PreviewedReader = document.createElement('svc-reader');
  opened.embed = data.embed;
  opened.setAttribute('book', data.embed.book.id);
  opened.setAttribute('api', location.origin);
  // Previews store nothing and are not counted.
  opened.setAttribute('consent', 'required');
  addNewFiles(opened, data.embed);
  if (data.locale) opened.setAttribute('locale', data.locale);
  opened.addEventListener('svc-page-change', () => {
    const { title, locations } = opened.locator ?? {};
    if (locations)
      report({ kind: 'place', title: title ?? '', fraction: locations.totalProgression });
  });
  reader = opened;
  applyStyle();
  document.body.replaceChildren(opened);
});

/** Adds files that are not saved yet. The reader itself accepts only web URLs. */
function addNewFiles(opened: HTMLElement, { deployment }: Embed): void {
  const { logo, fonts = [] } = deployment ?? {};
  if (logo?.url.startsWith('data:')) {
    const image = new Image();
    image.slot = 'logo';
    image.src = logo.url;
    image.alt = logo.alt;
    opened.append(image);
  }
  for (const { family, url, weight, style: slant } of fonts) {
    if (!url.startsWith('data:')) continue;
    try {
      const face = new FontFace(family, `url("${url}")`, { weight, style: slant });
      document.fonts.add(face);
      face.load().catch(() => undefined);
    } catch {
      // The family or weight is still being typed.
    }
  }
}

function report(message: PreviewReport): void {
  parent.postMessage(message, location.origin);
}

function applyStyle(): void {
  if (!reader || !style) return;
  if (style.theme) reader.setAttribute('theme', style.theme);
  else reader.removeAttribute('theme');
  for (const [name, value] of Object.entries(style.tokens)) {
    if (value) reader.style.setProperty(name, value);
    else reader.style.removeProperty(name);
  }
}

await import(/* @vite-ignore */ component);
report({ kind: 'ready' });
