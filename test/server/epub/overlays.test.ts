import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseClockValue } from '../../../server/epub/overlay/read-overlay.ts';
import { compileOverlay } from '../../../server/epub/overlay/compile-overlay.ts';
import { truncateSection } from '../../../server/books/licence/truncate-section.ts';
import type { Clip, Section } from '../../../server/epub/contract.ts';
import { compileFixture, textOfTree } from './fixtures/compile-fixture.ts';
import { narratedBook } from './fixtures/narrated-book.ts';

const clipsOf = ({ overlay }: Section): Clip[] => overlay?.clips ?? [];

describe('media overlays', () => {
  it('become clips that pair text with audio', async () => {
    const { sections, readingOrder, resources } = await compileFixture(narratedBook());
    const [first, second] = sections;
    assert.ok(first && second);
    assert.deepEqual(
      clipsOf(first).map(({ id, start, end, src, beginSeconds, endSeconds }) => ({
        id,
        text: textOfTree(first.tree).slice(start, end),
        src,
        seconds: [beginSeconds, endSeconds],
      })),
      [
        { id: 'a', text: 'One', src: 'resource:OEBPS/one.wav', seconds: [0, 0.5] },
        { id: 'n', text: 'A note', src: 'resource:OEBPS/one.wav', seconds: [0.5, 1] },
        { id: 'b', text: 'Two words', src: 'resource:OEBPS/one.wav', seconds: [1, null] },
      ],
    );
    assert.equal(first.overlay?.activeClass, 'spoken');
    assert.equal(first.overlay?.playbackClass, null);
    assert.deepEqual(
      readingOrder.map(({ isNarrated }) => isNarrated),
      [true, undefined],
    );
    assert.equal(second.overlay, undefined);
    assert.ok(resources.some(({ path }) => path === 'OEBPS/one.wav'));
  });

  it('narrate the elements of an SVG document in the spine', async () => {
    const svg = (script: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><g id="a"><text>One</text></g>${script}</svg>`;
    const book = narratedBook();
    const { sections } = await compileFixture({
      ...book,
      chapters: [
        {
          body: '',
          path: 'chapter-1.xhtml',
          source: svg('<script>alert(1)</script>'),
          mediaType: 'image/svg+xml',
          item: 'media-overlay="smil"',
          itemref: 'properties="rendition:layout-pre-paginated"',
        },
      ],
    });

    const [section] = sections;
    assert.ok(section);
    assert.deepEqual(section.viewport, { width: 30, height: 20 });
    const [clip] = clipsOf(section);
    assert.equal(textOfTree(section.tree).slice(clip?.start, clip?.end), 'One');
    assert.doesNotMatch(JSON.stringify(section.tree), /script|alert/);
  });

  it('list skippable types and the end of escapable structures', async () => {
    const { sections } = await compileFixture(narratedBook());
    const [first] = sections;
    assert.ok(first);
    assert.deepEqual(
      clipsOf(first).map(({ types, escape }) => [types, escape]),
      [
        [[], null],
        [['footnote'], 2],
        [[], null],
      ],
    );
  });

  it('set the end of the enclosing structure for every clip, even for very many clips', () => {
    const escapesOf = (structures: (number | null)[]) =>
      compileOverlay(
        { tree: ['div', {}, ['p', { id: 'a' }, 'One']], length: 3 },
        structures.map((structure) => ({
          path: 'one.xhtml',
          id: 'a',
          audio: 'one.wav',
          begin: 0,
          end: null,
          types: [],
          structure,
        })),
        { active: null, playback: null },
        (address) => address,
      )?.clips.map(({ escape }) => escape);
    assert.deepEqual(escapesOf([1, 1, 2, null, 3, 3]), [2, 2, 3, null, 6, 6]);
    const many = escapesOf(Array.from({ length: 500_000 }, () => 1));
    assert.equal(many?.[0], 500_000);
  });

  it('omit missing overlays with a warning', async () => {
    const book = narratedBook();
    const { sections, warnings } = await compileFixture({
      ...book,
      extra: { 'OEBPS/one.smil': '<smil xmlns="http://www.w3.org/ns/SMIL"><body/></smil>' },
    });
    assert.equal(sections[0]?.overlay, undefined);
    assert.ok(warnings.some(({ code }) => code === 'overlay_empty'));
    const without = await compileFixture({ ...book, files: {}, manifest: '' });
    assert.ok(without.warnings.some(({ code }) => code === 'overlay_missing'));
  });

  it('are truncated with their text, including audio that continues after the end', async () => {
    const { sections } = await compileFixture(narratedBook());
    const [first] = sections;
    assert.ok(first?.overlay);
    assert.equal(truncateSection(first, first.length).overlay?.clips.length, 3);
    assert.deepEqual(truncateSection(first, 5).overlay?.clips, []);
    const [one, ...others] = first.overlay.clips;
    assert.ok(one);
    const inside = { ...one, src: 'resource:own.wav', escape: 3 };
    const apart = { ...first, overlay: { ...first.overlay, clips: [inside, ...others] } };
    assert.deepEqual(truncateSection(apart, 5).overlay?.clips, [{ ...inside, escape: 1 }]);
  });

  it('support every time format of SMIL', () => {
    const values = {
      '0:00:24.5': 24.5,
      '5:34': 334,
      '1:00:00': 3600,
      '12.345s': 12.345,
      '345ms': 0.345,
      '2min': 120,
      '1.5h': 5400,
      '24': 24,
      'npt=3.2s': 3.2,
    };
    for (const [text, seconds] of Object.entries(values))
      assert.equal(parseClockValue(text), seconds);
    for (const text of ['', 'soon', '1:99', '-3s', '1:2:3:4'])
      assert.equal(parseClockValue(text), null);
  });
});
