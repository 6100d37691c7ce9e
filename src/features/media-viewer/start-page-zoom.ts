import type { BookSession } from '../feature.ts';
import { tapZone } from '../../rendition/input/listen-for-taps.ts';
import type { SectionView } from '../../rendition/section/section-view.ts';
import { listenForZoom } from './listen-for-zoom.ts';
import { ZoomController, type ZoomState, type ZoomViewport } from './zoom-controller.ts';
import { isNextLeft } from '../../rendition/reading-direction.ts';

/** Distance in px past the edge of a zoomed page that turns it. */
const minSwipePx = 60;

/** Zooms fixed-layout pages until the signal is aborted. The zoom is reset for each page. */
export function startPageZoom(_: unknown, { page }: BookSession, signal: AbortSignal): void {
  const stage = page.shadowRoot?.querySelector<HTMLElement>('.stage');
  if (!stage) return;
  let shown: SectionView | null = null;
  const controller = new ZoomController(
    () => shown && zoomViewportOf(stage, shown, controller.state),
    (state) => shown && applyZoom(shown, state),
  );
  const follow = () => {
    controller.reset();
    const { rendition } = page;
    shown = rendition?.mode === 'pages' && rendition.current.isFixed ? rendition.current : null;
    // A pinch zooms the book page, not the host page.
    stage.style.touchAction = shown ? 'pan-y' : '';
  };
  page.addEventListener('svc-page-move', follow, { signal });
  signal.addEventListener('abort', () => (stage.style.touchAction = ''));
  follow();

  listenForZoom(
    stage,
    controller,
    {
      acceptsDoubleTap: ({ x }) => tapZone(x, stage.clientWidth) === 'middle',
      onSwipe: ({ x }) => {
        const { rendition } = page;
        if (!controller.isZoomed || !rendition || Math.abs(x) < minSwipePx) return;
        rendition.turn(x < 0 === isNextLeft(rendition) ? -1 : 1);
      },
    },
    signal,
  );
}

function applyZoom({ host }: SectionView, { scale, x, y }: ZoomState): void {
  // Do not use `will-change`, because the compositor would scale a bitmap of the small text.
  host.style.transformOrigin = '0 0';
  host.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`;
}

/** Returns the viewport with the unscaled box of the page or spread, in px. */
function zoomViewportOf(stage: HTMLElement, { host }: SectionView, state: ZoomState): ZoomViewport {
  const viewport = stage.getBoundingClientRect();
  const rects = [host, ...host.children].flatMap(
    (leaf) => leaf.shadowRoot?.querySelector('.sheet')?.getBoundingClientRect() ?? [],
  );
  const x = (left: number) => (left - viewport.left - state.x) / state.scale;
  const y = (top: number) => (top - viewport.top - state.y) / state.scale;
  const left = Math.min(...rects.map((rect) => x(rect.left)));
  const top = Math.min(...rects.map((rect) => y(rect.top)));
  const width = Math.max(...rects.map((rect) => x(rect.right))) - left;
  const height = Math.max(...rects.map((rect) => y(rect.bottom))) - top;
  return { width: viewport.width, height: viewport.height, content: { left, top, width, height } };
}
