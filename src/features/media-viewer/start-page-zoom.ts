import type { BookSession } from '../feature.ts';
import { tapZone } from '../../rendition/input/listen-for-taps.ts';
import type { SectionView } from '../../rendition/section/section-view.ts';
import { listenForZoom } from './listen-for-zoom.ts';
import { ZoomController, type ZoomState, type ZoomViewport } from './zoom-controller.ts';

/** px of a push past the edge of a magnified page that turns it. */
const minSwipePx = 60;

/** Makes pages of fixed layout larger, until the signal is raised. Another page begins at its own size. */
export function startPageZoom(_: unknown, { page }: BookSession, signal: AbortSignal): void {
  const stage = page.shadowRoot?.querySelector<HTMLElement>('.stage');
  if (!stage) return;
  let shown: SectionView | null = null;
  const magnifier = new ZoomController(
    () => shown && zoomViewportOf(stage, shown, magnifier.state),
    (state) => shown && applyZoom(shown, state),
  );
  const follow = () => {
    magnifier.reset();
    const { rendition } = page;
    shown = rendition?.mode === 'pages' && rendition.current.isFixed ? rendition.current : null;
    // Two fingers are for the page on screen, not for the page around the reader.
    stage.style.touchAction = shown ? 'pan-y' : '';
  };
  page.addEventListener('svc-page-move', follow, { signal });
  signal.addEventListener('abort', () => (stage.style.touchAction = ''));
  follow();

  listenForZoom(
    stage,
    magnifier,
    {
      acceptsDoubleTap: ({ x }) => tapZone(x, stage.clientWidth) === 'middle',
      onSwipe: ({ x }) => {
        const { rendition } = page;
        if (!magnifier.isZoomed || !rendition || Math.abs(x) < minSwipePx) return;
        rendition.turn(x < 0 === rendition.isNextLeft ? -1 : 1);
      },
    },
    signal,
  );
}

function applyZoom({ host }: SectionView, { scale, x, y }: ZoomState): void {
  // Nothing is promised to the compositor: it would keep a picture of the small letters.
  host.style.transformOrigin = '0 0';
  host.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`;
}

/** Where the page, or the spread, lies at its own size. */
function zoomViewportOf(stage: HTMLElement, { host }: SectionView, state: ZoomState): ZoomViewport {
  const room = stage.getBoundingClientRect();
  const rects = [host, ...host.children].flatMap(
    (leaf) => leaf.shadowRoot?.querySelector('.sheet')?.getBoundingClientRect() ?? [],
  );
  const x = (left: number) => (left - room.left - state.x) / state.scale;
  const y = (top: number) => (top - room.top - state.y) / state.scale;
  const left = Math.min(...rects.map((rect) => x(rect.left)));
  const top = Math.min(...rects.map((rect) => y(rect.top)));
  const width = Math.max(...rects.map((rect) => x(rect.right))) - left;
  const height = Math.max(...rects.map((rect) => y(rect.bottom))) - top;
  return { width: room.width, height: room.height, content: { left, top, width, height } };
}
