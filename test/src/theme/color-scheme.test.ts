import { expect } from '@open-wc/testing';
import { open, scrollerOf, stageOf } from '../fixtures/reader.ts';

describe('the color scheme of the active theme', () => {
  for (const [theme, scheme] of [
    ['dark', 'dark'],
    ['light', 'light'],
    ['sepia', 'light'],
  ]) {
    it(`applies to controls and text: ${theme}`, async () => {
      const reader = await open({ theme });
      reader.style.setProperty('--svc-accent', 'light-dark(rgb(1, 2, 3), rgb(4, 5, 6))');
      const within = [
        reader.shadowRoot?.querySelector('.frame'),
        reader.shadowRoot?.querySelector('svc-progress')?.shadowRoot?.querySelector('.row'),
        stageOf(reader),
        scrollerOf(reader).querySelector('p'),
      ];
      for (const element of within) {
        if (!element) throw new Error('There is nothing to look at.');
        const probe = element.appendChild(document.createElement('span'));
        probe.style.color = 'var(--svc-accent)';
        const expected = scheme === 'dark' ? 'rgb(4, 5, 6)' : 'rgb(1, 2, 3)';
        expect(getComputedStyle(probe).color, element.className).to.equal(expected);
        probe.remove();
      }
    });
  }
});
