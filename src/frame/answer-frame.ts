import { frameHeight } from './frame-height.ts';
import { isHello, type FrameSize } from './messages.ts';

/** The side of the served page: tells the page around it, and nobody else, how high it wants to be. */
export function answerFrame(): void {
  if (parent === window) return;
  const allowed = document.querySelector('meta[name="svc-ancestors"]')?.getAttribute('content');
  const origins = allowed?.split(' ') ?? [];
  let heard = '';
  let told = 0;

  const tell = (): void => {
    const height = wantedHeight();
    if (!heard || height === told) return;
    told = height;
    parent.postMessage({ type: 'svc-frame:size', height } satisfies FrameSize, heard);
  };

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || !isHello(data)) return;
    // An origin of its own that has no name can be answered by shouting alone.
    if (origin === 'null' || !(origins.includes(origin) || origins.includes('*'))) return;
    heard = origin;
    told = 0;
    tell();
  });
  new ResizeObserver(tell).observe(document.documentElement);
}

function wantedHeight(): number {
  const message = document.querySelector('main.message');
  return message ? message.scrollHeight : frameHeight(document.documentElement.clientWidth);
}
