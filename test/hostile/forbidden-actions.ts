import type { ForbiddenAction } from './violation.ts';

declare global {
  interface Window {
    hostileActions: Record<ForbiddenAction, (section: Element) => void>;
  }
}

/**
 * Runs in the page: performs a forbidden action from within a section, to check that the monitor
 * detects it.
 */
export function installForbiddenActions(foreignOrigin: string): void {
  const createElement = (tag: string, attributes: Record<string, string>) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  window.hostileActions = {
    run: (section) =>
      section.append(createElement('img', { src: 'data:,', onerror: 'alert("ran")' })),
    request: (section) => section.append(createElement('img', { src: `${foreignOrigin}/a.png` })),
    dialog: (section) => {
      const frame = document.createElement('iframe');
      section.append(frame);
      frame.contentWindow?.alert('a dialog');
    },
    navigation: () => location.assign('/elsewhere'),
    // Runs without user activation. Engines that require it are configured to allow the action.
    window: () => createElement('a', { href: '/elsewhere', target: '_blank' }).click(),
    outside: () => (document.title += '!'),
    markup: (section) => section.append(createElement('base', { href: foreignOrigin })),
  };
}
