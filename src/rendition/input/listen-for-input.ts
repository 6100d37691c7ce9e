import { offsetOfId } from '../../state/section-lookup.ts';
import { PaginatedRendition } from '../paginated/paginated-rendition.ts';
import type { Rendition } from '../rendition.ts';
import { PageTapEvent } from '../../events/input-events.ts';
import type { PageSide } from '../paginated/page-drag.ts';
import { listenForDocumentSwipes, listenForSwipes } from './listen-for-swipes.ts';
import { followExternalLink } from './external-link.ts';
import { listenForKeys } from './listen-for-keys.ts';
import { PageDragGesture } from './page-drag-gesture.ts';
import { listenForTaps } from './listen-for-taps.ts';
import { listenForWheel } from './listen-for-wheel.ts';

export interface InputTarget {
  /** Dispatches the events. */
  host: HTMLElement;
  /** Receives what people do. */
  stage: HTMLElement;
  /** Null while no book is open. */
  rendition: () => Rendition | null;
}

/** Every way to turn pages: keys, clicks, taps, swipes, the wheel. Loaded after the first text. */
export function listenForInput({ host, stage, rendition }: InputTarget, signal: AbortSignal): void {
  const roots = () => rendition()?.shadowRoots ?? [];
  /** Null where the strip scrolls by itself. */
  const turned = () => {
    const open = rendition();
    return open instanceof PaginatedRendition ? open : null;
  };
  const drag = new PageDragGesture(stage, turned);
  const turnTo = (side: PageSide): boolean => {
    const open = rendition();
    return open ? open.turn((side === 'left') === open.isNextLeft ? 1 : -1) : false;
  };

  listenForKeys(host, stage, rendition, signal);
  listenForTaps(
    stage,
    {
      roots,
      isMoving: () => drag.isMoving,
      onLink: (link, event) => followLink(link, event, rendition(), host),
      onTap: (zone, pointerType) => {
        const open = turned();
        if (zone !== 'middle' && open) {
          const { section, offset } = open.position;
          turnTo(zone);
          return () => open.goToSection(section, () => offset);
        }
        if (pointerType !== 'mouse') host.dispatchEvent(new PageTapEvent());
        return null;
      },
    },
    signal,
  );

  listenForDocumentSwipes(stage, rendition, signal);
  listenForSwipes(stage, { roots, drag, isEnabled: () => turned() !== null }, signal);
  listenForWheel(
    stage,
    {
      drag,
      isEnabled: () => turned() !== null,
      onTurn: (towards) =>
        towards === 'down' || towards === 'up'
          ? (rendition()?.turn(towards === 'down' ? 1 : -1) ?? false)
          : turnTo(towards),
    },
    signal,
  );
}

function followLink(link: Element, event: MouseEvent, pages: Rendition | null, host: HTMLElement) {
  // It may stand in the other section of a spread, or of a strip.
  const view = [...(pages?.views.mounted.values() ?? [])].find((one) => one.linkOf(link));
  const target = view?.linkOf(link);
  const href = link.getAttribute('href');
  if (pages && view && target) {
    event.preventDefault();
    // A chapter knows no other section than itself, wherever it stands.
    const { index, chapter } = view.section;
    pages.goToSection(chapter ? index : target.section, ({ section }) =>
      offsetOfId(section, target.id),
    );
  } else if (href) followExternalLink(link, href, event, host);
}
