import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { compilePublication } from '../../../server/epub/compile-publication.ts';
import { accessibilityStatement } from '../../../src/state/accessibility-statement.ts';
import { compileFixture } from './fixtures/compile-fixture.ts';
import { sampleFolder, sampleFolderMissing } from './fixtures/sample-folder.ts';

describe('accessibility metadata', () => {
  it('is read from both EPUB versions, with the certifier of a claim', async () => {
    const { metadata } = await compileFixture({
      metadata: {
        more: `<meta id="claim" property="dcterms:conformsTo">EPUB Accessibility 1.1 - WCAG 2.2 Level AA</meta>
          <link rel="dcterms:conformsTo" href="http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-aa"/>
          <meta id="certifier" refines="#claim" property="a11y:certifiedBy">Accessible Books</meta>
          <meta refines="#certifier" property="a11y:certifierCredential">Gold</meta>
          <meta refines="#certifier" property="dcterms:date">2026-05-04</meta>
          <link refines="#certifier" rel="a11y:certifierReport" href="https://example.com/report"/>
          <meta property="a11y:exemption">eaa-microenterprise</meta>
          <meta property="schema:accessModeSufficient">textual,visual</meta>
          <meta property="schema:accessMode">textual</meta>
          <meta property="schema:accessMode">visual</meta>
          <meta property="schema:accessMode">textual</meta>
          <meta name="schema:accessibilityFeature" content="alternativeText"/>
          <meta property="schema:accessibilityHazard">none</meta>
          <meta property="schema:accessibilitySummary">Every picture is described.</meta>`,
      },
    });

    assert.deepEqual(metadata.accessibility, {
      conformsTo: [
        'EPUB Accessibility 1.1 - WCAG 2.2 Level AA',
        'http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-aa',
      ],
      accessModes: ['textual', 'visual'],
      features: ['alternativeText'],
      hazards: ['none'],
      summary: 'Every picture is described.',
      accessModesSufficient: ['textual,visual'],
      certifiedBy: 'Accessible Books',
      certifierCredential: 'Gold',
      certifierReport: 'https://example.com/report',
      certifiedAt: '2026-05-04',
      exemptions: ['eaa-microenterprise'],
    });
  });

  it('of real books states what their packages state', { skip: sampleFolderMissing }, async () => {
    const statementOf = async (file: string) => {
      const { metadata } = await compilePublication(join(sampleFolder, 'epubs', file));
      const statement = accessibilityStatement(metadata.accessibility, metadata.layout);
      return Object.values(statement).map((lines) =>
        lines.map((line) =>
          'key' in line ? `${line.key} ${line.value ?? ''}`.trim() : line.quote,
        ),
      );
    };

    assert.deepEqual(await statementOf('se-h-g-wells--the-time-machine.epub'), [
      ['modifiable', 'readable', 'alternativeText', 'audioUnknown'],
      [
        'conforms AA',
        'certifier Standard Ebooks',
        'claim EPUB Accessibility 1.1 WCAG 2.2 Level AA',
      ],
      ['tableOfContents', 'structure'],
      ['noInformation'],
      ['hazardNone'],
      ['This publication conforms to WCAG 2.2 Level AA.'],
      ['noInformation'],
      ['noInformation'],
    ]);
    assert.deepEqual(await statementOf('pg35018.epub'), [
      ['modifiableUnknown', 'readable', 'audioUnknown'],
      ['noInformation'],
      ['noInformation'],
      ['noInformation'],
      ['hazardNone'],
      ['This publication may not have complete alternative text descriptions.'],
      ['noInformation'],
      ['noInformation'],
    ]);
    const [ways, ...others] = await statementOf('idpf-page-blanche.epub');
    assert.deepEqual(ways, ['unmodifiable', 'readableUnknown', 'audioUnknown']);
    assert.deepEqual(
      others.flat(),
      Array.from({ length: 7 }, () => 'noInformation'),
    );
  });
});
