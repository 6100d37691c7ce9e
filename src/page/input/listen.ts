import { offsetOfId } from '../../reader/offset-of-id.ts';
import { OpenPages } from '../open-pages.ts';
import type { Reading } from '../reading.ts';
import { PageTapEvent } from './page-tap-event.ts';
import type { Side } from '../pulling.ts';
import { listenForDocumentSwipes } from './document-swipe.ts';
import { leave } from './leave.ts';
import { listenForKeys } from './listen-for-keys.ts';
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

  listenForKeys(host, stage, pages, signal);
  listenForTaps(
    stage,
    {
      roots,
      isMoving: () => pull.isMoving,
      onLink: (link, event) => follow(link, event, pages(), host),
      onTap: (zone, pointerType) => {
        const open = turned();
        if (zone !== 'middle' && open) {
          const { section, offset } = open.place;
          turnTo(zone);
          return () => open.enter(section, () => offset);
        }
        if (pointerType !== 'mouse') host.dispatchEvent(new PageTapEvent());
        return null;
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
