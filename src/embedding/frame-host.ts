import { isFrameSize, type FrameHello } from './frame-protocol.ts';

/** Height limits of a frame, regardless of the height it reports. */
const minHeightPx = 120;
const maxHeightPx = 2000;

/**
 * Resizes each `<iframe data-svc-frame>` on the publisher's page to the height that its reader
 * reports.
 */
function startFrameResizing(): void {
  const all = () => document.querySelectorAll<HTMLIFrameElement>('iframe[data-svc-frame]');

  addEventListener('message', ({ source, origin, data }) => {
    if (!source || !isFrameSize(data)) return;
    for (const frame of all()) {
      if (frame.contentWindow === source && frameOrigin(frame) === origin)
        resize(frame, data.height);
    }
  });
  // Contact frames that are added later once they have loaded. `load` does not bubble.
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

function resize(frame: HTMLIFrameElement, reportedHeight: number): void {
  const height = Math.round(Math.min(maxHeightPx, Math.max(minHeightPx, reportedHeight)));
  const { bottom, height: previousHeight } = frame.getBoundingClientRect();
  frame.style.height = `${height}px`;
  // Keep the visible text in place if the browser has no scroll anchoring.
  if (bottom < 0 && !CSS.supports('overflow-anchor', 'auto')) scrollBy(0, height - previousHeight);
}

/** Returns a frame's origin, or null if its URL is not an HTTP(S) URL. */
function frameOrigin({ src }: HTMLIFrameElement): string | null {
  return /^https?:/.test(src) && URL.canParse(src) ? new URL(src).origin : null;
}

startFrameResizing();
