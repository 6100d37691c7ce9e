import type { ForbiddenAction } from './violation.ts';

declare global {
  interface Window {
    hostileMisdeeds: Record<ForbiddenAction, (section: Element) => void>;
  }
}

/** Runs in the page: what a book must never do, done from within its section to see that it is seen. */
export function installForbiddenActions(elsewhere: string): void {
  const made = (tag: string, attributes: Record<string, string>) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  window.hostileMisdeeds = {
    run: (section) => section.append(made('img', { src: 'data:,', onerror: 'alert("ran")' })),
    request: (section) => section.append(made('img', { src: `${elsewhere}/a.png` })),
    dialog: (section) => {
      const frame = document.createElement('iframe');
      section.append(frame);
      frame.contentWindow?.alert('a dialog');
    },
    navigation: () => location.assign('/elsewhere'),
    // No click of a person goes before it; engines that ask for one are told to let it be.
    window: () => made('a', { href: '/elsewhere', target: '_blank' }).click(),
    outside: () => (document.title += '!'),
    markup: (section) => section.append(made('base', { href: elsewhere })),
  };
}
