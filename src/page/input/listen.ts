import { firstSection, lastSection } from '../../reader/ends-of-order.ts';
import { offsetOfId } from '../../reader/offset-of-id.ts';
import { OpenPages } from '../open-pages.ts';
import type { Reading } from '../reading.ts';
import { PageTapEvent } from './page-tap-event.ts';
import type { Side } from '../pulling.ts';
import { listenForDocumentSwipes } from './document-swipe.ts';
import { leave } from './leave.ts';
import { moveOfKey, type Move } from './keys.ts';
import { PagePull } from './page-pull.ts';
import { listenForSwipes } from './swipe.ts';
import { listenForTaps } from './taps.ts';
import { listenForWheel } from './wheel.ts';

export interface InputTarget {
  /** Dispatches the events. */
  host: HTMLElement;
  /** Receives what people do. */
  stage: HTMLElement;
  /** Null while no book is open. */
  pages: () => Reading | null;
}

/** Every way to turn pages: keys, clicks, taps, swipes, the wheel. Loaded after the first text. */
export function listenForInput({ host, stage, pages }: InputTarget, signal: AbortSignal): void {
  const roots = () => pages()?.roots ?? [];
  /** Null where the strip scrolls by itself. */
  const turned = () => {
    const open = pages();
    return open instanceof OpenPages ? open : null;
  };
  const pull = new PagePull(stage, turned);
  const turnTo = (side: Side): boolean => {
    const open = pages();
    return open ? open.turn((side === 'left') === open.isNextLeft ? 1 : -1) : false;
  };

  stage.addEventListener(
    'keydown',
    (event) => {
      const open = pages();
      if (!open || event.defaultPrevented || scrollsByKey(event)) return;
      const move = moveOfKey(event, open.isNextLeft);
      if (!move || open.scrollsBy(event.key)) return;
      event.preventDefault();
      go(open, move);
    },
    { signal },
  );
  listenForTaps(
    stage,
    {
      roots,
      isMoving: () => pull.isMoving,
      onLink: (link, event) => follow(link, event, pages(), host),
      onTap: (zone, pointerType) => {
        if (zone !== 'middle' && turned()) turnTo(zone);
        else if (pointerType !== 'mouse') host.dispatchEvent(new PageTapEvent());
      },
    },
    signal,
  );

  listenForDocumentSwipes(stage, pages, signal);
  listenForSwipes(stage, { roots, pull, isWanted: () => turned() !== null }, signal);
  listenForWheel(
    stage,
    {
      pull,
      isWanted: () => turned() !== null,
      onTurn: (towards) =>
        towards === 'down' || towards === 'up'
          ? (pages()?.turn(towards === 'down' ? 1 : -1) ?? false)
          : turnTo(towards),
    },
    signal,
  );
}

function go(pages: Reading, move: Move): void {
  if (move === 'next' || move === 'previous') pages.turn(move === 'next' ? 1 : -1);
  else if (move === 'book-start') pages.enter(firstSection(pages.order), 'start');
  else if (move === 'book-end') pages.enter(lastSection(pages.order), 'end');
  else pages.enter(pages.current.section.index, move === 'first' ? 'start' : 'end');
}

function follow(link: Element, event: MouseEvent, pages: Reading | null, host: HTMLElement) {
  // It may stand in the other section of a spread, or of a strip.
  const view = [...(pages?.views.mounted.values() ?? [])].find((one) => one.linkOf(link));
  const target = view?.linkOf(link);
  const href = link.getAttribute('href');
  if (pages && view && target) {
    event.preventDefault();
    // A chapter knows no other section than itself, wherever it stands.
    const { index, chapter } = view.section;
    pages.enter(chapter ? index : target.section, ({ section }) => offsetOfId(section, target.id));
  } else if (href) leave(link, href, event, host);
}

/** A focused scroll box or player has its own use for the keys. */
function scrollsByKey(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches('.svc-scroll-box, audio, video, summary');
}
