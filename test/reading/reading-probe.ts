import type { PageMoveEvent } from '../../src/rendition/page-events.ts';
import type { OrderError } from './order-probe.ts';
import type { ReadingProbe, TextError } from './reading-reports.ts';

declare global {
  interface Window {
    readingProof: ReadingProbe;
  }
}

/**
 * Runs in the page under test. Determines the visible text only from its rectangles. The element's
 * public methods turn pages, but the text positions that it reports are not used.
 */
export function installReadingProbe(): void {
  const { isBlank, bare, lookAt, placesOf, rectsOf, see } = window.readingEyes;
  const { disorder, covered } = window.readingOrder;

  interface Reader extends HTMLElement {
    next(): boolean;
    previous(): boolean;
    goTo(target: { section: number; offset: number }): void;
    locator: { locations: { section: number; offset: number } } | null;
  }

  const reader = () => document.querySelector('svc-reader') as Reader;
  const pagesRoot = () => {
    const root = reader().shadowRoot?.querySelector('svc-page')?.shadowRoot;
    if (!root) throw new Error('The reader shows no pages.');
    return root;
  };
  const frames = async (count: number) => {
    for (let at = 0; at < count; at++) await new Promise(requestAnimationFrame);
  };

  let view = { page: 0, pages: 1, section: -1 };
  let moves = 0;
  const changes = new EventTarget();
  const follow = ({ view: { page, pages, section } }: PageMoveEvent) => {
    view = { page, pages, section };
    moves += 1;
    changes.dispatchEvent(new Event('move'));
  };
  // The element reports page changes, but not layouts that end on the same page.
  const opened = (event: HTMLElementEventMap['svc-page-change']) => {
    const { page, pages, locator } = event;
    view = { page: page - 1, pages, section: locator.locations.section };
    reader().shadowRoot?.querySelector('svc-page')?.addEventListener('svc-page-move', follow);
  };
  document.documentElement.addEventListener('svc-page-change', opened, { once: true });
  let failure = '';
  document.documentElement.addEventListener('svc-error', ({ code }) => (failure = code));
  const until = async (isThere: () => boolean, what: string) => {
    const deadlineMs = performance.now() + 60_000;
    while (!isThere()) {
      if (failure) throw new Error(`${what}: ${failure}`);
      if (performance.now() > deadlineMs) throw new Error(`Timed out after 60 s: ${what}.`);
      await new Promise((resolve) => {
        changes.addEventListener('move', resolve, { once: true });
        setTimeout(resolve, 250);
      });
    }
  };

  const isRepairing = () =>
    reader().shadowRoot?.querySelector('svc-page')?.hasAttribute('repairing') ?? false;

  /** Waits until images and fonts are loaded and layout has settled. */
  const rest = async () => {
    await frames(2);
    for (let round = 0; round < 20; round++) {
      const before = moves;
      await document.fonts.ready;
      const images = [...sectionRoot().querySelectorAll('img')];
      await Promise.all(images.map((image) => image.decode().catch(() => {})));
      await frames(3);
      if ('requestIdleCallback' in window) {
        await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
      }
      // The check for broken layouts, and the repair that it loads, start after the first text.
      await until(() => {
        const page = reader().shadowRoot?.querySelector('svc-page');
        const isBusy = isRepairing() || page?.getAttribute('hyphenation') !== 'done';
        return !!page && !!Reflect.get(page, 'repairLayout') && !isBusy;
      }, 'the repair of layouts and the hyphenation');
      if (moves === before) return;
    }
  };

  const sectionRoot = (): ShadowRoot => {
    const shown = [...pagesRoot().querySelectorAll<HTMLElement>('.leaf')].find(
      (leaf) => getComputedStyle(leaf).visibility === 'visible',
    )?.shadowRoot;
    if (!shown) throw new Error('No section is on screen.');
    return shown;
  };

  const pathOf = (node: Node): string => {
    const names: string[] = [];
    for (let at = node.parentElement; at && names.length < 5; at = at.parentElement) {
      names.unshift(at.localName + (at.className ? `.${String(at.getAttribute('class'))}` : ''));
    }
    return names.join(' > ');
  };

  const isHiddenByBook = (node: Text): boolean => {
    const parent = node.parentElement;
    if (!parent) return true;
    if (parent.closest('rp, svg title, svg desc, svg defs, audio, video, object')) return true;
    return !parent.checkVisibility({ visibilityProperty: true });
  };

  /**
   * Whether a long text is laid out with only a few letters per line. The lines of a listing may be
   * short.
   */
  const isSqueezed = (node: Text): boolean => {
    if (/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(node.data)) return false;
    const { whiteSpace } = getComputedStyle(node.parentElement ?? document.body);
    let start = 0;
    for (const line of /^(pre|break)/.test(whiteSpace) ? node.data.split('\n') : [node.data]) {
      const length = bare(line).length;
      const lines = length >= 40 ? rectsOf(node, start, start + line.length).length : 0;
      if (lines > length / 3) return true;
      start += line.length + 1;
    }
    return false;
  };

  const textOfTree = (tree: unknown): string => {
    if (typeof tree === 'string') return tree;
    return Array.isArray(tree) ? tree.slice(2).map(textOfTree).join('') : '';
  };

  const fetchData = async (url: string, credential: string) => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${credential}` } });
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    return (await answer.json()).data;
  };
  const attribute = (name: string) => reader().getAttribute(name) ?? '';
  let embed: Promise<{ session: { content: string; token: string }; readingOrder: unknown[] }>;
  const fetchEmbed = () =>
    (embed ??= fetchData(
      `${attribute('api')}/v1/reader/embed?book=${attribute('book')}`,
      attribute('key'),
    ));
  /** The section's text as sent by the server. */
  const sentText = async (section: number): Promise<string> => {
    const { content, token } = (await fetchEmbed()).session;
    return textOfTree((await fetchData(`${content}/sections/${section}`, token)).tree);
  };

  /** The remembered text, and the index of the picture that begins its page. */
  let passage = { whole: '', start: 0, picture: -1 };

  const picturesOf = (root: ShadowRoot) => [...root.querySelectorAll('img, svg')];
  const isOnScreen = (element: Element) => {
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    const screen = pagesRoot().host.getBoundingClientRect();
    const isInside =
      left < screen.right && right > screen.left && top < screen.bottom && bottom > screen.top;
    return width > 0 && height > 0 && isInside;
  };

  const turnOnce = (step: 1 | -1) => (step > 0 ? reader().next() : reader().previous());
  /** Turns and waits for the other page. A layout may report the same page before it. */
  const turnTo = async (step: 1 | -1) => {
    const { section, page } = view;
    if (!turnOnce(step)) return false;
    await until(() => view.section !== section || view.page !== page, 'the page did not turn');
    return true;
  };

  const probe: ReadingProbe = {
    async opened() {
      await until(() => view.section >= 0, 'the book did not open');
      await rest();
      const { readingOrder } = await fetchEmbed();
      return readingOrder.map((_, index) => index);
    },

    async goTo(section, offset) {
      const before = moves;
      reader().goTo({ section, offset });
      await until(
        () => moves > before && view.section === section,
        `section ${section} did not open`,
      );
      await rest();
    },

    async read() {
      const { section } = view;
      const leaf = lookAt(sectionRoot());
      const seenOn = new Int32Array(leaf.text.length).fill(-1);
      const twice = new Map<number, number>();
      const faults: TextError[] = [];
      const orderErrors: OrderError[] = [];
      const blankPages: number[] = [];
      const readPage = () => {
        const { stretches, pieces } = see(leaf, pagesRoot().host);
        for (const { start, end } of stretches) {
          for (let at = start; at < end; at++) {
            if (seenOn[at] === -1) seenOn[at] = view.page;
            else if (seenOn[at] !== view.page) twice.set(at, view.page);
          }
        }
        orderErrors.push(...covered(leaf, pieces, sectionRoot(), view.page));
        const hasText = stretches.some(
          ({ start, end }) => bare(leaf.text.slice(start, end)) !== '',
        );
        const media = sectionRoot().querySelectorAll('img, svg, video, audio, math, table');
        if (!hasText && ![...media].some(isOnScreen)) blankPages.push(view.page);
      };
      // Pages of a section that is laid out in parts may change until the last part.
      const isLaidOut = !sectionRoot().querySelector('.svc-held');
      const places = isLaidOut ? placesOf(leaf) : [];
      readPage();
      while (view.page < view.pages - 1) {
        const { page } = view;
        turnOnce(1);
        // A later part may add a page before this one. The check of all letters finds skipped text.
        const isNext = view.page === page + 1 || (!isLaidOut && view.page > page);
        if (!isNext)
          throw new Error(
            `Page ${page} of section ${section} was followed by page ${view.page} of ${view.pages}.`,
          );
        // A later part of the section is the first to need the repair, which lays out all pages
        // again.
        if (isRepairing()) {
          await rest();
          await probe.goTo(section, 0);
          return probe.read();
        }
        readPage();
      }

      const pieceAt = (offset: number) =>
        leaf.pieces.findLast(({ start }) => start <= offset) ?? leaf.pieces[0];
      const report = (kind: TextError['kind'], start: number, end: number, pages: number[]) => {
        const piece = pieceAt(start);
        if (faults.length < 40) {
          faults.push({
            kind,
            pages,
            text: leaf.text.slice(start, Math.min(end, start + 60)).toWellFormed(),
            path: piece ? pathOf(piece.node) : '',
          });
        }
      };
      let unshown = 0;
      let characters = 0;
      let lostFrom = -1;
      for (const { node, start } of leaf.pieces) {
        const isHidden = isHiddenByBook(node);
        for (let at = start; at < start + node.length; at++) {
          const character = leaf.text[at] ?? '';
          if (isBlank(character)) continue;
          characters += 1;
          if (isHidden) unshown += 1;
          const isSeen = seenOn[at] !== -1;
          // A combining accent has no width.
          const isThere = isSeen || rectsOf(node, at - start, at - start + 1).length > 0;
          if (!isHidden && isThere && !isSeen) {
            if (lostFrom < 0) lostFrom = at;
          } else if (lostFrom >= 0) {
            report('lost', lostFrom, at, []);
            lostFrom = -1;
          }
        }
        if (lostFrom >= 0) report('lost', lostFrom, start + node.length, []);
        lostFrom = -1;
        if (!isHidden && isSqueezed(node)) report('squeezed', start, start + 60, []);
      }
      // In right-to-left text, Chromium assigns the hyphen at a line's end to the next letter too.
      const doubled = [...twice.keys()].filter(
        (at) => !isBlank(leaf.text[at] ?? '') && leaf.text[at - 1] !== '\u00ad',
      );
      for (const [index, at] of doubled.entries()) {
        if (doubled[index - 1] === at - 1) continue;
        report('twice', at, at + 60, [seenOn[at] ?? -1, twice.get(at) ?? -1]);
      }
      for (const { kind, at, pages } of [...orderErrors, ...disorder(leaf, seenOn)]) {
        report(kind, at, at + 60, pages);
      }
      const placesAfter = isLaidOut ? placesOf(leaf) : [];
      for (const [index, { node, start }] of leaf.pieces.entries()) {
        const [before, after] = [places[index], placesAfter[index]];
        if (!before || !after || bare(node.data) === '') continue;
        const hasMoved = [0, 1].some((at) => Math.abs((before[at] ?? 0) - (after[at] ?? 0)) > 2);
        if (!hasMoved) continue;
        report('moved', start, start + 60, []);
        break;
      }
      const sent = bare(await sentText(section));
      if (sent !== bare(leaf.text)) report('unlike', 0, 60, []);
      const { pages } = view;
      const hasTurned = await turnTo(1);
      // The browser has laid out the section again, and the turn has found another page.
      if (hasTurned && view.section === section) {
        await rest();
        await probe.goTo(section, 0);
        return probe.read();
      }
      const next = view.section === section ? null : view.section;
      if (next !== null) await rest();
      return { section, pages, characters, unshown, faults, blankPages, next };
    },

    async turn(step, times) {
      let turned = 0;
      for (; turned < times; turned++) {
        const { section } = view;
        if (!(await turnTo(step))) break;
        // The number of pages of a section is final only after its layout was checked in idle time.
        if (view.section !== section) await rest();
      }
      await rest();
      return turned;
    },

    async back() {
      const visited = [];
      for (;;) {
        visited.push({ section: view.section, page: view.page });
        if (!(await turnTo(-1))) return visited;
      }
    },

    async look() {
      const leaf = lookAt(sectionRoot());
      const { stretches } = see(leaf, pagesRoot().host);
      const text = stretches.map(({ start, end }) => leaf.text.slice(start, end)).join('');
      const start = bare(leaf.text.slice(0, stretches[0]?.start ?? 0)).length;
      const end = bare(leaf.text.slice(0, stretches.at(-1)?.end ?? 0)).length;
      return { ...view, text: bare(text), start, end };
    },

    async remember() {
      const leaf = lookAt(sectionRoot());
      const first = see(leaf, pagesRoot().host).stretches.find(
        ({ start, end }) => bare(leaf.text.slice(start, end)) !== '',
      );
      if (!first) return '';
      const whole = bare(leaf.text);
      const start = bare(leaf.text.slice(0, first.start)).length;
      const node = leaf.pieces.findLast((piece) => piece.start <= first.start)?.node;
      const picture = picturesOf(sectionRoot()).findIndex(
        (one) =>
          isOnScreen(one) &&
          node &&
          (node.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0,
      );
      passage = { whole, start, picture };
      return whole.slice(start, start + 40);
    },

    async recall() {
      let shown = '';
      for (const host of pagesRoot().querySelectorAll<HTMLElement>('.leaf')) {
        const root = host.shadowRoot;
        if (!root || getComputedStyle(host).visibility !== 'visible') continue;
        const leaf = lookAt(root);
        if (bare(leaf.text) !== passage.whole) continue;
        const { stretches } = see(leaf, pagesRoot().host);
        const text = bare(stretches.map(({ start, end }) => leaf.text.slice(start, end)).join(''));
        const isVisible = stretches.some(({ start, end }) => {
          const from = bare(leaf.text.slice(0, start)).length;
          return (
            from <= passage.start && passage.start < from + bare(leaf.text.slice(start, end)).length
          );
        });
        const picture = picturesOf(root)[passage.picture];
        if (isVisible || (picture && isOnScreen(picture))) return { isVisible: true, text };
        // Another section may have the same text.
        shown ||= text;
      }
      return { isVisible: false, text: shown };
    },

    async change({ width, height, settings, language }) {
      if (language) reader().lang = language;
      const container = reader().parentElement;
      if (container && width) container.style.width = `${width}px`;
      if (container && height) container.style.height = `${height}px`;
      if (settings) {
        const request = new Event('svc-settings-request', { bubbles: true, composed: true });
        reader().dispatchEvent(Object.assign(request, { settings }));
      }
      await frames(3);
      await rest();
    },
  };
  window.readingProof = probe;
}
