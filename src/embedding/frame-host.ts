import { isFrameSize, type FrameHello } from './frame-protocol.ts';

/** No frame is lower or higher than this, whatever it says. */
const minHeightPx = 120;
const maxHeightPx = 2000;

/** The side of the publisher’s page: `<iframe data-svc-frame>` is as high as the reader in it wants to be. */
function startFrameResizing(): void {
  const all = () => document.querySelectorAll<HTMLIFrameElement>('iframe[data-svc-frame]');

  addEventListener('message', ({ source, origin, data }) => {
    if (!source || !isFrameSize(data)) return;
    for (const frame of all()) {
      if (frame.contentWindow === source && frameOrigin(frame) === origin)
        resize(frame, data.height);
    }
  });
  // Frames that come later are greeted when they have loaded; `load` does not bubble.
  document.addEventListener(
    'load',
    ({ target }) => {
      if (target instanceof HTMLIFrameElement && target.matches('[data-svc-frame]'))
        sendHello(target);
    },
    true,
  );
  for (const frame of all()) sendHello(frame);
}

function sendHello(frame: HTMLIFrameElement): void {
  const origin = frameOrigin(frame);
  if (origin)
    frame.contentWindow?.postMessage({ type: 'svc-frame:hello' } satisfies FrameHello, origin);
}

function resize(frame: HTMLIFrameElement, wanted: number): void {
  const height = Math.round(Math.min(maxHeightPx, Math.max(minHeightPx, wanted)));
  const { bottom, height: before } = frame.getBoundingClientRect();
  frame.style.height = `${height}px`;
  // What is being read stays where it is; where the browser does not see to that itself.
  if (bottom < 0 && !CSS.supports('overflow-anchor', 'auto')) scrollBy(0, height - before);
}

/** Null for a frame that is not on the web. */
function frameOrigin({ src }: HTMLIFrameElement): string | null {
  return /^https?:/.test(src) && URL.canParse(src) ? new URL(src).origin : null;
}

startFrameResizing();
