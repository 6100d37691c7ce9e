import type { Violation, ForbiddenAction } from './violation.ts';

export interface PageMonitor {
  /** Resolves once the book is open, or with the reason why it is not. */
  opened(): Promise<Violation[]>;
  /**
   * Shows a section, dispatches events that its elements might handle, and returns all violations.
   */
  visit(section: number): Promise<Violation[]>;
  /** Opens every panel in turn. */
  openPanels(): Promise<Violation[]>;
  /** For a page without a reader: violations in its current state. */
  look(): Promise<Violation[]>;
  /** Fetched URLs, as far as the page can observe them. */
  fetched(): string[];
  /** Performs a forbidden action that the monitor must detect, and returns the violations. */
  misbehave(action: ForbiddenAction): Promise<Violation[]>;
}

declare global {
  interface Window {
    hostileWatch: PageMonitor;
  }
}

/** Runs in the page before all other scripts. `api` is the only origin that may be requested. */
export function installPageMonitor(api: string): void {
  interface Reader extends HTMLElement {
    goTo(target: { section: number; offset: number }): void;
    locator: { locations: { section: number } } | null;
  }

  const watchAddress = document.currentScript?.getAttribute('src') ?? '';
  let faults: Violation[] = [];
  const report = (kind: Violation['kind'], what: string) => {
    if (faults.length < 50) faults.push({ kind, what: what.slice(0, 300) });
  };
  const taken = () => {
    const reported = faults;
    faults = [];
    return reported;
  };

  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open']) {
    Reflect.set(window, name, (...args: unknown[]) => {
      report('run', `${name}(${args.map(String).join(', ')})`);
      return null;
    });
  }
  document.write = (...markup: string[]) => report('run', `document.write(${markup.join('')})`);
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
    // Some engines request it on their own.
    if (!blockedURI.endsWith('/favicon.ico'))
      report('policy', `${effectiveDirective} ${blockedURI} ${sample}`);
  });
  addEventListener('error', ({ message }) => message && report('run', `error ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => report('run', `rejection ${reason}`));

  let failure = '';
  document.documentElement.addEventListener('svc-error', (event) => {
    failure = String(Reflect.get(event, 'code'));
  });

  const until = async (isThere: () => unknown, what: string): Promise<boolean> => {
    const deadlineMs = performance.now() + 20_000;
    while (!isThere()) {
      if (failure !== '' || performance.now() > deadlineMs) {
        report('stuck', `${what} ${failure}`);
        failure = '';
        return false;
      }
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
    return true;
  };

  const reader = () => document.querySelector<Reader>('svc-reader');
  const rendition = () => reader()?.shadowRoot?.querySelector('svc-page')?.rendition;

  const mounted = () => [...(rendition()?.views.mounted.values() ?? [])];

  /** Every element of a tree, including those in shadow roots. */
  const elementsOf = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) =>
      element.shadowRoot ? [element, ...elementsOf(element.shadowRoot)] : [element],
    );

  const forbidden = new Set(
    'script iframe frame frameset object embed applet portal fencedframe link meta base template style set animate animateMotion animateTransform'.split(
      ' ',
    ),
  );
  const forbiddenInBooks = new Set(
    'form input textarea select option slot noscript title'.split(' '),
  );
  const isOwn = (address: string) => address === '' || address.startsWith(`${api}/`);
  const localAddresses = (css: string) =>
    [...css.matchAll(/(?:url|src|image|image-set)\(\s*["']?([^"')]*)/gi)].every(
      ([, address = '']) => address.startsWith('#') || isOwn(address),
    );

  const lookAtElement = (element: Element, isBook: boolean) => {
    const tag = element.localName;
    const isHtml = element instanceof HTMLElement;
    const isSvg = element instanceof SVGElement;
    if (forbidden.has(tag)) report('markup', element.outerHTML);
    if (isBook && isHtml && (forbiddenInBooks.has(tag) || tag.includes('-')))
      report('markup', `<${tag}>`);
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) report('markup', `<${tag} ${name}>`);
      else if (
        /^(?:srcdoc|srcset|formaction|action|ping|background|manifest|data|code|archive)$/.test(
          name,
        )
      )
        report('markup', `<${tag} ${name}="${value}">`);
      else if (name.endsWith('href')) {
        const isLink = tag === 'a' || tag === 'area';
        const isSafe = isLink
          ? /^(?:#|https?:\/\/|mailto:|tel:)/.test(value)
          : value.startsWith('#') || isOwn(value);
        if (!isSafe) report('markup', `<${tag} ${name}="${value}">`);
      } else if (/^(?:src|poster)$/.test(name) && !isOwn(value))
        report('markup', `<${tag} ${name}="${value}">`);
      else if (
        isSvg &&
        !name.startsWith('aria-') &&
        !/^(?:class|id|lang|role|systemLanguage)$/.test(name) &&
        !localAddresses(value.replaceAll('\\', 'src('))
      )
        report('markup', `<${tag} ${name}="${value}">`);
    }
  };

  // Modules that the reader itself loads may be preloaded.
  const isPreload = (node: Node) =>
    node instanceof HTMLLinkElement && node.rel === 'modulepreload' && isOwn(node.href);

  /** Whether our server added the element to the page, judging by its position and content. */
  const isOfPage = (element: Element) => {
    if (element instanceof HTMLScriptElement) {
      // A JSON block is data and never runs.
      if (element.src === '') return /^application\/(?:ld\+)?json$/.test(element.type);
      return isOwn(element.src) || element.src === watchAddress;
    }
    return element.parentElement === document.head || isPreload(element);
  };

  const known = new WeakSet<CSSStyleSheet>();
  const lookAtStyles = (root: ShadowRoot) => {
    for (const sheet of root.adoptedStyleSheets) {
      if (known.has(sheet)) continue;
      known.add(sheet);
      for (const rule of sheet.cssRules) {
        if (!localAddresses(rule.cssText) || rule.cssText.startsWith('@import'))
          report('markup', rule.cssText);
      }
    }
  };

  const events = 'mouseover mouseenter pointerover focus focusin load error toggle animationstart';
  const lookAtAll = () => {
    const root = reader()?.shadowRoot;
    if (!root) return;
    const views = new Set(mounted().map(({ host }) => host.shadowRoot));
    for (const element of elementsOf(root)) {
      const at = element.getRootNode();
      const isBook = at instanceof ShadowRoot && views.has(at);
      lookAtElement(element, isBook);
      if (element.shadowRoot) lookAtStyles(element.shadowRoot);
      if (!isBook) continue;
      for (const name of events.split(' ')) element.dispatchEvent(new Event(name));
    }
  };

  // The page around the reader must not change.
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      if (target === reader()) continue;
      if (addedNodes.length > 0 && [...addedNodes].every(isPreload)) continue;
      report('outside', `${target.nodeName} was changed`);
    }
  });
  const stateOf = () => ({
    title: document.title,
    address: location.href,
    cookies: document.cookie,
    name: window.name,
    history: String(history.length),
    prototypes: [Object.prototype, Array.prototype, Element.prototype]
      .map((one) => Reflect.ownKeys(one).length)
      .join(),
    globals: Object.keys(window).sort().join(),
    // Firefox and Chromium list frames as numbered members of the window.
    frames: String(window.length),
    stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)]
      .filter((key) => !key.startsWith('svc-') && !key.startsWith('svc:'))
      .join(),
    fonts: [...document.fonts]
      .map(({ family }) => family.replaceAll(/["']/g, ''))
      .filter((family) => !family.startsWith('svc-'))
      .join(),
  });
  let before: ReturnType<typeof stateOf> | null = null;
  const lookAround = () => {
    for (const { target, addedNodes } of observer.takeRecords()) {
      if (target !== reader() && ![...addedNodes].every(isPreload))
        report('outside', target.nodeName);
    }
    if (!before) return;
    const now = stateOf();
    for (const [name, value] of Object.entries(before)) {
      const is = Reflect.get(now, name);
      if (is !== value) report('outside', `${name} was “${value}” and is now “${is}”`);
    }
    before = now;
  };

  const frames = async (count: number) => {
    // A page in the background renders no frames.
    const frame = () =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 50);
        requestAnimationFrame(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    for (let at = 0; at < count; at++) await frame();
  };
  const ask = (type: string, more: object) =>
    reader()?.dispatchEvent(
      Object.assign(new Event(type, { bubbles: true, composed: true, cancelable: true }), more),
    );

  window.hostileWatch = {
    async opened() {
      const isOpen = () => reader()?.locator && reader()?.shadowRoot?.querySelector('svc-toolbar');
      if (!(await until(isOpen, 'the book did not open'))) return taken();
      await frames(2);
      observer.observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
      before = stateOf();
      return taken();
    },
    async visit(section) {
      reader()?.goTo({ section, offset: 0 });
      const isShown = () =>
        rendition()?.views.mounted.get(section)?.host.classList.contains('hidden') === false &&
        reader()?.locator?.locations.section === section;
      await until(isShown, `section ${section} did not open`);
      await frames(1);
      lookAtAll();
      lookAround();
      return taken();
    },
    async openPanels() {
      for (const panel of ['contents', 'pages', 'search', 'marks', 'menu', 'about', 'help']) {
        ask('svc-panel-request', { panel });
        await frames(3);
        if (panel === 'search') ask('svc-search-request', { request: { query: 'alert' } });
        await new Promise((resolve) => setTimeout(resolve, 40));
        lookAtAll();
      }
      ask('svc-panel-request', { panel: null });
      await frames(2);
      lookAround();
      return taken();
    },
    async look() {
      await frames(3);
      for (const element of elementsOf(document)) {
        if (!isOfPage(element)) lookAtElement(element, false);
      }
      return taken();
    },
    fetched: () => performance.getEntriesByType('resource').map(({ name }) => name),
    async misbehave(action) {
      const section = mounted()[0]?.host.shadowRoot?.querySelector('.svc-html');
      if (!section) report('stuck', 'the section does not exist');
      else {
        try {
          window.hostileActions[action](section);
        } catch (error) {
          report('policy', String(error));
        }
      }
      await frames(3);
      lookAtAll();
      lookAround();
      return taken();
    },
  };
}
