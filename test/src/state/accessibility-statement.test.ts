import { expect } from '@open-wc/testing';
import {
  accessibilityHeadings,
  accessibilityStatement,
  type AccessibilityMetadata,
} from '../../../src/state/accessibility-statement.ts';

const none: AccessibilityMetadata = {
  conformsTo: [],
  accessModes: [],
  features: [],
  hazards: [],
  summary: null,
  accessModesSufficient: [],
  certifiedBy: null,
  certifierCredential: null,
  certifierReport: null,
  certifiedAt: null,
  exemptions: [],
};
const ways = (metadata: Partial<AccessibilityMetadata>, layout: 'reflowable' | 'fixed') =>
  accessibilityStatement({ ...none, ...metadata }, layout).waysOfReading;

describe('the accessibility statement', () => {
  it('of a certified book follows the display guide', () => {
    const statement = accessibilityStatement(
      {
        conformsTo: [
          'http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-a',
          'EPUB Accessibility 1.1 - WCAG 2.2 Level AAA',
        ],
        accessModes: ['textual', 'visual'],
        features: ['MathML', 'pageNavigation', 'alternativeText', 'tableOfContents', 'ARIA'],
        hazards: ['noFlashingHazard', 'noMotionSimulationHazard', 'unknownSoundHazard'],
        summary: ' From the publisher. ',
        accessModesSufficient: ['textual,visual', 'textual'],
        certifiedBy: 'Accessible Books',
        certifierCredential: 'Gold',
        certifierReport: 'https://example.com/report',
        certifiedAt: '2026-05-04',
        exemptions: ['eaa-microenterprise'],
      },
      'reflowable',
    );
    expect(statement).to.deep.equal({
      waysOfReading: [
        { key: 'modifiableUnknown' },
        { key: 'readable' },
        { key: 'alternativeText' },
        { key: 'audioUnknown' },
      ],
      conformance: [
        { key: 'conforms', value: 'AAA' },
        { key: 'certifier', value: 'Accessible Books' },
        { key: 'credential', value: 'Gold' },
        { key: 'claim', value: 'EPUB Accessibility 1.1 WCAG 2.2 Level AAA' },
        { key: 'certifiedOn', value: '2026-05-04' },
        { key: 'report', url: 'https://example.com/report' },
      ],
      navigation: [{ key: 'tableOfContents' }, { key: 'pageList' }],
      rich: [{ key: 'mathMathml' }],
      hazards: [{ key: 'flashingNone' }, { key: 'motionNone' }, { key: 'soundUnknown' }],
      summary: [{ quote: 'From the publisher.' }],
      legal: [{ key: 'exempt' }],
      additional: [{ key: 'aria' }],
    });
    expect(Object.keys(statement)).to.deep.equal([...accessibilityHeadings]);
  });

  it('of a book without metadata says under every heading that there is no information', () => {
    const { waysOfReading, ...rest } = accessibilityStatement(null, 'fixed');
    expect(waysOfReading).to.deep.equal([
      { key: 'unmodifiable' },
      { key: 'readableUnknown' },
      { key: 'audioUnknown' },
    ]);
    for (const lines of Object.values(rest))
      expect(lines).to.deep.equal([{ key: 'noInformation' }]);
  });

  it('names the ways of reading that the modes allow', () => {
    const cases: [Partial<AccessibilityMetadata>, string[]][] = [
      [{ accessModes: ['textual'] }, ['modifiableUnknown', 'readable', 'audioUnknown']],
      [
        { accessModes: ['textual', 'visual'], accessModesSufficient: ['textual,visual'] },
        ['modifiableUnknown', 'notFullyReadable', 'audioUnknown'],
      ],
      [{ accessModes: ['visual'] }, ['modifiableUnknown', 'notReadable', 'audioUnknown']],
      [
        { accessModes: ['auditory'], accessModesSufficient: ['auditory'] },
        ['modifiableUnknown', 'notReadable', 'audioOnly'],
      ],
      [
        {
          accessModes: ['textual', 'auditory'],
          features: ['synchronizedAudioText', 'displayTransformability'],
        },
        ['modifiable', 'notFullyReadable', 'audioSynchronized'],
      ],
      [
        { accessModes: ['textual', 'auditory'] },
        ['modifiableUnknown', 'notFullyReadable', 'audioComplementary'],
      ],
    ];
    for (const [metadata, keys] of cases) {
      const lines = ways(metadata, 'reflowable').map((line) => 'key' in line && line.key);
      expect(lines, JSON.stringify(metadata)).to.deep.equal(keys);
    }
  });

  it('reports hazards and claims that cannot be determined', () => {
    const statement = accessibilityStatement(
      { ...none, hazards: ['unknown'], conformsTo: ['Our own standard'] },
      'reflowable',
    );
    expect(statement.hazards).to.deep.equal([{ key: 'hazardUnknown' }]);
    expect(statement.conformance).to.deep.equal([{ key: 'conformsUnknown' }]);
  });

  it('recognizes the URL of the older standard', () => {
    const conformsTo = ['http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-aa'];
    expect(
      accessibilityStatement({ ...none, conformsTo }, 'reflowable').conformance,
    ).to.deep.include({ key: 'claim', value: 'EPUB Accessibility 1.0 WCAG 2.0 Level AA' });
  });
});
