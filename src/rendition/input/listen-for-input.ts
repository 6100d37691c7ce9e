import { offsetOfId } from '../../state/reading-order.ts';
import { PaginatedRendition } from '../paginated/paginated-rendition.ts';
import { landingOn, type Rendition } from '../rendition.ts';
import { PageTapEvent } from '../../events/input-events.ts';
import type { PageSide } from '../paginated/page-drag.ts';
import { listenForDocumentSwipes, listenForSwipes } from './listen-for-swipes.ts';
import { InputOwner } from './input-owner.ts';
import { followScrolling } from './follow-scrolling.ts';
import { limitScrollingToOwner } from './limit-scrolling.ts';
import { followExternalLink } from './external-link.ts';
import { listenForKeys } from './listen-for-keys.ts';
import { passSwipesOn } from './pass-swipes-on.ts';
import { PageDragGesture } from './page-drag-gesture.ts';
import { listenForTaps } from './listen-for-taps.ts';
import { listenForWheel } from './listen-for-wheel.ts';
import { showInputState } from './show-input-state.ts';
import { isNextLeft } from '../reading-direction.ts';

export interface InputTarget {
  /** Element that dispatches the events. */
  host: HTMLElement;
  /** Element that receives user input. */
  stage: HTMLElement;
  /** Describes the stage. */
  help: HTMLElement;
  /** Null while no book is open. */
  rendition: () => Rendition | null;
}

/**
 * Handles all input that turns pages: keys, clicks, taps, swipes and the wheel. Loaded after the
 * first text.
 */
export function listenForInput(
  { host, stage, help, rendition }: InputTarget,
  signal: AbortSignal,
): void {
  showInputState(stage, help);
  const roots = () => rendition()?.shadowRoots ?? [];
  /** Null in scroll mode, where the browser scrolls. */
  const paginated = () => {
    const current = rendition();
    return current instanceof PaginatedRendition ? current : null;
  };
  const drag = new PageDragGesture(stage, paginated);
  const turnTo = (side: PageSide): boolean => {
    const current = rendition();
    return current ? current.turn((side === 'left') === isNextLeft(current) ? 1 : -1) : false;
  };

  for (const view of rendition()?.views.mounted.values() ?? []) followScrolling(view, paginated);
  host.addEventListener('svc-page-mount', ({ view }) => followScrolling(view, paginated), {
    signal,
  });

  const owner = new InputOwner(host, signal);
  limitScrollingToOwner(stage, owner, signal);
  listenForKeys(host, stage, owner, rendition, signal);
  listenForTaps(
    stage,
    {
      roots,
      isMoving: () => drag.isMoving,
      onLink: (link, event) => followLink(link, event, rendition(), host),
      onTap: (zone, pointerType) => {
        const current = paginated();
        if (zone !== 'middle' && current) {
          const { position } = current;
          turnTo(zone);
          return () => current.goToSection(position.section, landingOn(position));
        }
        if (pointerType !== 'mouse') host.dispatchEvent(new PageTapEvent());
        return null;
      },
    },
    signal,
  );

  passSwipesOn(
    stage,
    {
      owner,
      isEnabled: () => paginated() !== null && !rendition()?.current.isFixed,
      hasPageOn: (side) => drag.hasPageOn(side),
    },
    signal,
  );
  listenForDocumentSwipes(stage, rendition, signal);
  listenForSwipes(
    stage,
    { roots, drag, isEnabled: () => paginated() !== null && owner.ownsSwipe('x') },
    signal,
  );
  listenForWheel(
    stage,
    {
      drag,
      isEnabled: () => paginated() !== null,
      isOwner: (axis) => owner.ownsWheel(axis),
      onTurn: (towards) =>
        towards === 'down' || towards === 'up'
          ? (rendition()?.turn(towards === 'down' ? 1 : -1) ?? false)
          : turnTo(towards),
    },
    signal,
  );
}

function followLink(
  link: Element,
  event: MouseEvent,
  rendition: Rendition | null,
  host: HTMLElement,
) {
  // The link may be in another mounted section.
  const view = [...(rendition?.views.mounted.values() ?? [])].find((one) => one.linkOf(link));
  const target = view?.linkOf(link);
  const href = link.getAttribute('href');
  if (rendition && view && target) {
    event.preventDefault();
    // A chapter's links never lead to other sections.
    const { index, chapter } = view.section;
    rendition.goToSection(chapter ? index : target.section, ({ section }) =>
      offsetOfId(section, target.id),
    );
  } else if (href) followExternalLink(link, href, event, host);
}
