import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { TocEntry } from '../../../../server/epub/contract.ts';
import { elements, type SvcContents } from '../../../../src/ui/panels/svc-contents.ts';
import { defineElements } from '../../../../src/ui/define-elements.ts';
import { messages as en } from '#messages/en';
import { waitUntil } from '../../fixtures/reader.ts';

defineElements(elements);

const entry = (title: string, offset: number, children: TocEntry[] = []): TocEntry => ({
  title,
  section: 0,
  offset,
  children,
});
const parts = (count: number, size: number) =>
  Array.from({ length: count }, (_, part) =>
    entry(
      `Part ${part + 1}`,
      part * 100,
      Array.from({ length: size }, (_, at) =>
        entry(`Chapter ${part + 1}.${at + 1}`, part * 100 + at + 1),
      ),
    ),
  );

/** The panel in its own container, positioned as it is over a reader. */
async function show(toc: TocEntry[], current: TocEntry | null): Promise<SvcContents> {
  document.querySelector('#box')?.remove();
  const box = document.createElement('div');
  box.id = 'box';
  box.style.cssText = 'position: relative; block-size: 500px; inline-size: 360px';
  const contents = document.createElement('svc-contents');
  Object.assign(contents, { messages: en, toc, current, language: 'en', tabs: [] });
  contents.sample = { end: null, sections: null };
  contents.shareOf = ({ offset }) => offset / 4000;
  box.append(contents);
  document.body.append(box);
  await contents.updateComplete;
  return contents;
}

const titles = (contents: SvcContents) =>
  [...contents.renderRoot.querySelectorAll('.entry .title')].map(({ textContent }) => textContent);
const focused = (contents: SvcContents) =>
  contents.shadowRoot?.activeElement?.querySelector('.title')?.textContent;

describe('the table of contents of a long book', () => {
  after(() => document.querySelector('#box')?.remove());

  it('starts collapsed, except for the ancestors of the current entry', async () => {
    const toc = parts(20, 10);
    const contents = await show(toc, toc[4]?.children[6] ?? null);
    expect(titles(contents).length).to.equal(30);
    expect(focused(contents)).to.equal('Chapter 5.7');
    expect(
      contents.renderRoot.querySelectorAll('.entry[aria-expanded=true] + .fold').length,
    ).to.equal(1);
  });

  it('shows the pages of the printed book, where it states them', async () => {
    const contents = await show(parts(1, 2), null);
    const ends = () =>
      [...contents.renderRoot.querySelectorAll('.entry')].map(
        (line) => line.querySelector('.share')?.textContent,
      );
    expect(ends()).to.deep.equal(['0%', '0%', '0%']);
    contents.pageOf = ({ offset }) => (offset === 0 ? null : `x${offset}`);
    await contents.updateComplete;
    expect(ends()).to.deep.equal(['0%', 'x1', 'x2']);
    expect(contents.renderRoot.querySelector('.spoken')?.textContent).to.equal('Page x1');
  });

  it('is fully expanded if it is short', async () => {
    const contents = await show(parts(3, 4), null);
    expect(titles(contents).length).to.equal(15);
    expect(contents.renderRoot.querySelector('.fold')).to.equal(null);
  });

  it('collapses and expands with its buttons and the arrow keys', async () => {
    const toc = parts(20, 10);
    const contents = await show(toc, toc[0] ?? null);
    expect(titles(contents).length).to.equal(20);
    contents.renderRoot.querySelectorAll<HTMLElement>('.fold')[1]?.click();
    await contents.updateComplete;
    expect(titles(contents).length).to.equal(30);
    await sendKeys({ press: 'ArrowRight' });
    await contents.updateComplete;
    expect(titles(contents).length).to.equal(40);
    await sendKeys({ press: 'ArrowLeft' });
    await contents.updateComplete;
    expect(titles(contents).length).to.equal(30);
  });

  it('is navigated with arrows, Home, End and first letters, and Tab reaches one entry', async () => {
    const toc = [entry('Alpha', 0), entry('Beta', 1), entry('Gamma', 2), entry('Bravo', 3)];
    const contents = await show(toc, toc[0] ?? null);
    await sendKeys({ press: 'ArrowDown' });
    expect(focused(contents)).to.equal('Beta');
    await sendKeys({ press: 'b' });
    expect(focused(contents)).to.equal('Bravo');
    await sendKeys({ press: 'b' });
    expect(focused(contents)).to.equal('Beta');
    await sendKeys({ press: 'End' });
    expect(focused(contents)).to.equal('Bravo');
    await sendKeys({ press: 'Home' });
    expect(focused(contents)).to.equal('Alpha');
    expect(contents.renderRoot.querySelectorAll('.entry[tabindex="0"]').length).to.equal(1);
  });

  it('keeps a tab stop when its entry is collapsed, and if the first entry is not a link', async () => {
    const toc = parts(20, 10);
    const reached = (contents: SvcContents) =>
      [...contents.renderRoot.querySelectorAll('.entry[tabindex="0"] .title')].map(
        ({ textContent }) => textContent,
      );
    const contents = await show(toc, toc[4]?.children[6] ?? null);
    contents.renderRoot.querySelector<HTMLElement>('.entry[aria-expanded=true] + .fold')?.click();
    await contents.updateComplete;
    expect(reached(contents)).to.deep.equal(['Part 5']);
    const heading = { ...entry('Heading', 0), section: null };
    expect(reached(await show([heading, entry('First', 0)], null))).to.deep.equal(['First']);
  });

  it('moves from an entry to its parent with the collapsing arrow', async () => {
    const toc = parts(20, 10);
    const contents = await show(toc, toc[4]?.children[6] ?? null);
    await sendKeys({ press: 'ArrowLeft' });
    expect(focused(contents)).to.equal('Part 5');
    await sendKeys({ press: 'ArrowLeft' });
    await contents.updateComplete;
    expect(titles(contents).length).to.equal(20);
    await sendKeys({ press: 'ArrowLeft' });
    expect(focused(contents)).to.equal('Part 5');
  });

  it('shows the current entry among two thousand, and finally all entries', async () => {
    const toc = Array.from({ length: 2000 }, (_, at) => entry(`Chapter ${at + 1}`, at));
    const contents = await show(toc, toc[1500] ?? null);
    expect(focused(contents)).to.equal('Chapter 1501');
    const body = contents.renderRoot.querySelector('.body')?.getBoundingClientRect();
    await waitUntil(() => titles(contents).length === 2000, 'all entries');
    await waitUntil(() => {
      const line = contents.renderRoot.querySelector('[aria-current]')?.getBoundingClientRect();
      return line && body && line.top >= body.top && line.bottom <= body.bottom;
    }, 'the current one in sight');
  });
});
