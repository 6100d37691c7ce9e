/** Visible result of one key press, timed from the key event's own time stamp. */
export interface Turn {
  /** Animation frames up to and including the first one that paints new text. */
  frames: number;
  /** Milliseconds from the key press to the end of that frame. */
  ms: number;
  /** Frames until nothing moves. Greater than `frames` if the text kept moving. */
  settledFrames: number;
  /** Beginning of the first visible block of text, normalized. */
  text: string;
}

/** The probe, as `window.readerBench` in the page under test. */
export interface ReaderBench {
  /**
   * Milliseconds from navigation start to the frame that shows the needle, or `null` until then.
   */
  firstTextMs: number | null;
  /** Starts waiting for a key press. The turn ends after `quietFrames` frames without change. */
  arm(quietFrames: number): void;
  /** The armed turn, or `null` if it had not ended 5 s later. */
  turned(): Promise<Turn | null>;
}

export interface ProbeOptions {
  /** Normalized words of the first page. */
  needle: string;
  /** Tag of the element that contains the pages, for readers that show other text around them. */
  pagesTag: string | null;
}

declare global {
  interface Window {
    readerBench: ReaderBench;
  }
}

/**
 * Runs in the page before its own scripts. Searches shadow roots (closed ones too) and frames for
 * blocks of text that are visible on screen. Samples at the end of each frame, after every
 * animation callback and before paint. This is the moment when a ResizeObserver on an element that
 * changes its size in each frame is called.
 */
export function installProbe({ needle, pagesTag }: ProbeOptions): void {
  if (window !== window.top) return;

  interface Area {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }
  interface Sight {
    /** Position of each visible piece of a block. */
    places: Map<string, string>;
    text: string;
    hasNeedle: boolean;
  }

  // Shorter pieces are numbers and labels. Lines of verse and dialogue are longer.
  const minBlockLength = 16;
  const shadowRoots = new WeakMap<Element, ShadowRoot>();
  const blockIds = new WeakMap<Element, number>();
  const heardWindows = new WeakSet<Window>();
  let nextBlockId = 1;
  let onKey: ((timeMs: number) => void) | undefined;

  const attachShadow = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (this: Element, options: ShadowRootInit) {
    const root = attachShadow.call(this, options);
    shadowRoots.set(this, root);
    return root;
  };

  const normal = (text: string | null) =>
    (text ?? '').replaceAll('\u00ad', '').replaceAll(/\s+/g, ' ').trim();

  const meet = (one: Area, other: Area): Area => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });

  const isSeen = (area: Area) => area.right - area.left > 2 && area.bottom - area.top > 2;

  const idOf = (block: Element) => {
    const known = blockIds.get(block);
    if (known !== undefined) return known;
    blockIds.set(block, nextBlockId);
    return nextBlockId++;
  };

  /** Key events may go to a frame's document, so every document has a listener. */
  const listen = (view: Window) => {
    if (heardWindows.has(view)) return;
    heardWindows.add(view);
    const shift = view.performance.timeOrigin - performance.timeOrigin;
    view.addEventListener('keydown', (event) => onKey?.(event.timeStamp + shift), true);
  };

  const look = (): Sight => {
    const sight: Sight = { places: new Map(), text: '', hasNeedle: false };
    const areas = new Map<Element, Area>();

    /**
     * Part of an element's content that its ancestors leave visible, in its own document's pixels.
     */
    const areaOf = (element: Element, whole: Area): Area => {
      const known = areas.get(element);
      if (known) return known;
      const root = element.getRootNode();
      const above =
        element.assignedSlot ??
        element.parentElement ??
        (root instanceof ShadowRoot ? root.host : null);
      let area = above ? areaOf(above, whole) : whole;
      const isCanvas =
        element === element.ownerDocument.documentElement || element === element.ownerDocument.body;
      const style = getComputedStyle(element);
      if (!isCanvas && (style.overflowX !== 'visible' || style.overflowY !== 'visible')) {
        area = meet(area, element.getBoundingClientRect());
      }
      areas.set(element, area);
      return area;
    };

    const lookAt = (block: Element, whole: Area, offset: { x: number; y: number }) => {
      if (!block.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return;
      const area = areaOf(block, whole);
      let piece = 0;
      let isVisible = false;
      for (const rect of block.getClientRects()) {
        piece += 1;
        if (!isSeen(meet(area, rect))) continue;
        isVisible = true;
        sight.places.set(
          `${idOf(block)}.${piece}`,
          `${Math.round(rect.left + offset.x)},${Math.round(rect.top + offset.y)}`,
        );
      }
      if (!isVisible) return;
      const text = normal(block.textContent);
      if (!sight.text) sight.text = text.slice(0, 80);
      if (text.includes(needle)) sight.hasNeedle = true;
    };

    const lookIn = (
      root: Node,
      whole: Area,
      offset: { x: number; y: number },
      isInPages: boolean,
    ) => {
      const walker = document.createTreeWalker(
        root,
        NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
      );
      let last: Element | null = null;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.nodeType === Node.TEXT_NODE) {
          if (!isInPages) continue;
          const block = node.parentElement;
          const length = node.nodeValue?.length ?? 0;
          if (!block || block === last || length < minBlockLength) continue;
          if (block.localName === 'script' || block.localName === 'style') continue;
          if ((node.nodeValue ?? '').trim().length < minBlockLength) continue;
          last = block;
          lookAt(block, whole, offset);
        } else {
          lookThrough(node, whole, offset, isInPages);
        }
      }
    };

    const lookThrough = (
      node: Node,
      whole: Area,
      offset: { x: number; y: number },
      isInPages: boolean,
    ) => {
      // Elements in frames belong to another realm, so `instanceof` does not work for them.
      const element = node as Element;
      const shadow = shadowRoots.get(element) ?? element.shadowRoot;
      if (shadow) lookIn(shadow, whole, offset, isInPages || element.localName === pagesTag);
      if (element.localName !== 'iframe') return;
      const frame = element as HTMLIFrameElement;
      const inner = frame.contentDocument;
      if (!inner?.documentElement || !frame.contentWindow) return;
      listen(frame.contentWindow);
      if (!frame.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return;
      const box = frame.getBoundingClientRect();
      const x = box.left + frame.clientLeft;
      const y = box.top + frame.clientTop;
      const seen = meet(areaOf(frame, whole), box);
      if (!isSeen(seen)) return;
      const moved = {
        left: seen.left - x,
        top: seen.top - y,
        right: seen.right - x,
        bottom: seen.bottom - y,
      };
      lookIn(inner, moved, { x: offset.x + x, y: offset.y + y }, isInPages);
    };

    lookIn(
      document,
      { left: 0, top: 0, right: innerWidth, bottom: innerHeight },
      { x: 0, y: 0 },
      pagesTag === null,
    );
    return sight;
  };

  let endOfFrame: (() => void) | undefined;
  let ticker: HTMLElement | undefined;
  let isTicking = false;
  const observer = new ResizeObserver(() => endOfFrame?.());
  const tick = () => {
    isTicking = Boolean(endOfFrame);
    if (!endOfFrame) return;
    requestAnimationFrame(tick);
    if (!document.documentElement) return;
    if (!ticker) {
      ticker = document.createElement('bench-ticker');
      ticker.style.cssText =
        'position:fixed;inset:0 auto auto 0;block-size:0;contain:strict;visibility:hidden';
      observer.observe(ticker);
    }
    if (!ticker.isConnected) document.documentElement.append(ticker);
    ticker.style.inlineSize = ticker.style.inlineSize === '1px' ? '2px' : '1px';
  };
  const watch = (onFrame: (() => void) | undefined) => {
    endOfFrame = onFrame;
    if (onFrame && !isTicking) requestAnimationFrame(tick);
    isTicking ||= Boolean(onFrame);
  };

  /** Runs after the frame is passed to the compositor. */
  const afterPaint = (run: () => void) => {
    const channel = new MessageChannel();
    channel.port1.addEventListener('message', run, { once: true });
    channel.port1.start();
    channel.port2.postMessage(null);
  };

  let turned: Promise<Turn | null> = Promise.resolve(null);

  const arm = (quietFrames: number) => {
    const before = look().places;
    turned = new Promise((resolve) => {
      let start: number | undefined;
      let frames = 0;
      let newTextFrames = 0;
      let ms = 0;
      let lastSight = '';
      let lastChange = 0;
      onKey = (timeMs) => {
        start ??= timeMs;
      };
      const armedMs = performance.now();
      watch(() => {
        if (performance.now() - armedMs > 5000) {
          watch(undefined);
          resolve(null);
        }
        if (start === undefined) return;
        const startMs = start;
        frames += 1;
        const sight = look();
        const now = JSON.stringify([...sight.places]);
        if (now !== lastSight) {
          lastSight = now;
          lastChange = frames;
        }
        if (!newTextFrames && [...sight.places.keys()].some((place) => !before.has(place))) {
          newTextFrames = frames;
          afterPaint(() => {
            ms = performance.now() - startMs;
          });
        }
        if (newTextFrames && frames >= Math.max(newTextFrames + 1, lastChange + quietFrames)) {
          watch(undefined);
          onKey = undefined;
          resolve({
            frames: newTextFrames,
            ms,
            settledFrames: Math.max(newTextFrames, lastChange),
            text: sight.text,
          });
        }
      });
    });
  };

  const bench: ReaderBench = {
    firstTextMs: null,
    arm,
    turned: () => turned,
  };
  Object.defineProperty(window, 'readerBench', { value: bench });
  listen(window);
  watch(() => {
    if (!look().hasNeedle) return;
    watch(undefined);
    afterPaint(() => {
      bench.firstTextMs = performance.now();
      console.debug('first text');
    });
  });
}
