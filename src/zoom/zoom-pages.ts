import type { AttendedBook } from '../attend/features.ts';
import { tapZone } from '../page/input/taps.ts';
import type { SectionView } from '../page/section-view.ts';
import { listenForMagnifying } from './listen-for-magnifying.ts';
import { Magnifier } from './magnifier.ts';
import type { Magnified, MagnifyRoom } from './magnify.ts';

/** px of a push past the edge of a magnified page that turns it. */
const leastPush = 60;

/** Makes pages of fixed layout larger, until the signal is raised. Another page begins at its own size. */
export function zoomPages(_: unknown, { page }: AttendedBook, signal: AbortSignal): void {
  const stage = page.shadowRoot?.querySelector<HTMLElement>('.stage');
  if (!stage) return;
  let shown: SectionView | null = null;
  const magnifier = new Magnifier(
    () => shown && roomOf(stage, shown, magnifier.state),
    (state) => shown && show(shown, state),
  );
  const follow = () => {
    magnifier.reset();
    const { pages } = page;
    shown = pages?.mode === 'pages' && pages.current.isFixed ? pages.current : null;
    // Two fingers are for the page on screen, not for the page around the reader.
    stage.style.touchAction = shown ? 'pan-y' : '';
  };
  page.addEventListener('svc-page-move', follow, { signal });
  signal.addEventListener('abort', () => (stage.style.touchAction = ''));
  follow();

  listenForMagnifying(
    stage,
    magnifier,
    {
      takesTaps: ({ x }) => tapZone(x, stage.clientWidth) === 'middle',
      onPush: ({ x }) => {
        const { pages } = page;
        if (!magnifier.isLarger || !pages || Math.abs(x) < leastPush) return;
        pages.turn(x < 0 === pages.isNextLeft ? -1 : 1);
      },
    },
    signal,
  );
}

function show({ host }: SectionView, { scale, x, y }: Magnified): void {
  // Nothing is promised to the compositor: it would keep a picture of the small letters.
  host.style.transformOrigin = '0 0';
  host.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`;
}

/** Where the page, or the spread, lies at its own size. */
function roomOf(stage: HTMLElement, { host }: SectionView, state: Magnified): MagnifyRoom {
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
