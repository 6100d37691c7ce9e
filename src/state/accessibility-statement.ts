/** A book's accessibility metadata in the schema.org vocabulary. */
export interface AccessibilityMetadata {
  conformsTo: readonly string[];
  accessModes: readonly string[];
  features: readonly string[];
  hazards: readonly string[];
  summary: string | null;
  /** Sets of modes that suffice to read the book, such as `textual,visual`. */
  accessModesSufficient: readonly string[];
  certifiedBy: string | null;
  certifierCredential: string | null;
  /** URL of the certifier's report. */
  certifierReport: string | null;
  certifiedAt: string | null;
  exemptions: readonly string[];
}

/** Headings of the guide, in its order. */
export const accessibilityHeadings = [
  'waysOfReading',
  'conformance',
  'navigation',
  'rich',
  'hazards',
  'summary',
  'legal',
  'additional',
] as const;
export type AccessibilityHeading = (typeof accessibilityHeadings)[number];

/** Statements of the guide, by key. `{value}` stands for the line's value. */
export interface StatementTexts {
  modifiable: string;
  unmodifiable: string;
  modifiableUnknown: string;
  readable: string;
  notFullyReadable: string;
  notReadable: string;
  readableUnknown: string;
  alternativeText: string;
  audioSynchronized: string;
  audioOnly: string;
  audioComplementary: string;
  audioUnknown: string;
  conforms: string;
  conformsUnknown: string;
  certifier: string;
  credential: string;
  certifiedOn: string;
  report: string;
  claim: string;
  tableOfContents: string;
  index: string;
  structure: string;
  pageList: string;
  chemistryLatex: string;
  chemistryMathml: string;
  mathLatex: string;
  mathMathml: string;
  mathDescribed: string;
  closedCaptions: string;
  openCaptions: string;
  extendedDescriptions: string;
  transcript: string;
  hazardNone: string;
  hazardUnknown: string;
  flashing: string;
  flashingNone: string;
  flashingUnknown: string;
  motion: string;
  motionNone: string;
  motionUnknown: string;
  sound: string;
  soundNone: string;
  soundUnknown: string;
  exempt: string;
  aria: string;
  audioDescriptions: string;
  braille: string;
  ruby: string;
  fullRuby: string;
  highContrastAudio: string;
  highContrast: string;
  largePrint: string;
  pageBreaks: string;
  signLanguage: string;
  tactileGraphics: string;
  tactileObjects: string;
  speechHints: string;
  noInformation: string;
}

/** A line below a heading: a statement of the guide, or the publisher's own words. */
export type StatementLine =
  | { key: keyof StatementTexts; value?: string; url?: string }
  | { quote: string };

export type AccessibilityStatement = Record<AccessibilityHeading, StatementLine[]>;

type Lines = readonly (readonly [feature: string, key: keyof StatementTexts])[];

const navigation: Lines = [
  ['tableOfContents', 'tableOfContents'],
  ['index', 'index'],
  ['structuralNavigation', 'structure'],
  ['pageNavigation', 'pageList'],
];
const rich: Lines = [
  ['longDescription', 'extendedDescriptions'],
  ['longDescriptions', 'extendedDescriptions'],
  ['MathML-chemistry', 'chemistryMathml'],
  ['latex-chemistry', 'chemistryLatex'],
  ['MathML', 'mathMathml'],
  ['latex', 'mathLatex'],
  ['describedMath', 'mathDescribed'],
  ['closedCaptions', 'closedCaptions'],
  ['openCaptions', 'openCaptions'],
  ['transcript', 'transcript'],
];
const additional: Lines = [
  ['pageBreakMarkers', 'pageBreaks'],
  ['printPageNumbers', 'pageBreaks'],
  ['ARIA', 'aria'],
  ['audioDescription', 'audioDescriptions'],
  ['braille', 'braille'],
  ['rubyAnnotations', 'ruby'],
  ['fullRubyAnnotations', 'fullRuby'],
  ['highContrastAudio', 'highContrastAudio'],
  ['highContrastDisplay', 'highContrast'],
  ['largePrint', 'largePrint'],
  ['signLanguage', 'signLanguage'],
  ['tactileGraphic', 'tactileGraphics'],
  ['tactileObject', 'tactileObjects'],
  ['ttsMarkup', 'speechHints'],
];
const hazards: Lines = [
  ['flashing', 'flashing'],
  ['noFlashingHazard', 'flashingNone'],
  ['unknownFlashingHazard', 'flashingUnknown'],
  ['motionSimulation', 'motion'],
  ['noMotionSimulationHazard', 'motionNone'],
  ['unknownMotionSimulationHazard', 'motionUnknown'],
  ['sound', 'sound'],
  ['noSoundHazard', 'soundNone'],
  ['unknownSoundHazard', 'soundUnknown'],
];

/**
 * Describes a book's accessibility under the eight headings of the W3C Accessibility Metadata
 * Display Guide 2.1 (https://w3c.github.io/publ-a11y/metadata-display-guide/), with the rules of
 * its techniques for EPUB. Every heading has at least one line.
 *
 * @param metadata - Null if the book has none.
 * @param layout - The book's layout. Fixed pages do not adapt to user settings.
 */
export function accessibilityStatement(
  metadata: AccessibilityMetadata | null,
  layout: 'reflowable' | 'fixed',
): AccessibilityStatement {
  const {
    features = [],
    hazards: hazardNames = [],
    exemptions = [],
    summary = null,
  } = metadata ?? {};
  const statement: AccessibilityStatement = {
    waysOfReading: waysOfReading(metadata, layout),
    conformance: metadata ? conformance(metadata) : [],
    navigation: linesFor(navigation, features),
    rich: linesFor(rich, features),
    hazards: hazardLines(hazardNames),
    summary: summary?.trim() ? [{ quote: summary.trim() }] : [],
    legal: exemptions.length > 0 ? [{ key: 'exempt' }] : [],
    additional: linesFor(additional, features),
  };
  for (const heading of accessibilityHeadings) {
    if (statement[heading].length === 0) statement[heading] = [{ key: 'noInformation' }];
  }
  return statement;
}

function waysOfReading(
  metadata: AccessibilityMetadata | null,
  layout: 'reflowable' | 'fixed',
): StatementLine[] {
  const features = namesOf(metadata?.features ?? []);
  const modes = namesOf(metadata?.accessModes ?? []);
  const sufficient = (metadata?.accessModesSufficient ?? []).map((set) =>
    namesOf(set.split(/[\s,]+/)),
  );
  const isOnly = (mode: string) => modes.has(mode) && modes.size === 1;
  const suffices = (mode: string) => sufficient.some((set) => set.has(mode) && set.size === 1);
  const hasText = modes.has('textual') || sufficient.some((set) => set.has('textual'));
  const hasAlternatives = [
    'longdescription',
    'alternativetext',
    'describedmath',
    'transcript',
  ].some((one) => features.has(one));
  const lines: StatementLine[] = [];
  if (features.has('displaytransformability')) lines.push({ key: 'modifiable' });
  else lines.push({ key: layout === 'fixed' ? 'unmodifiable' : 'modifiableUnknown' });
  if (isOnly('textual') || suffices('textual')) lines.push({ key: 'readable' });
  else if (hasText || hasAlternatives) lines.push({ key: 'notFullyReadable' });
  else if (isOnly('auditory') || isOnly('visual')) lines.push({ key: 'notReadable' });
  else lines.push({ key: 'readableUnknown' });
  if (hasAlternatives) lines.push({ key: 'alternativeText' });
  if (features.has('synchronizedaudiotext')) lines.push({ key: 'audioSynchronized' });
  else if (suffices('auditory')) lines.push({ key: 'audioOnly' });
  else if (modes.has('auditory')) lines.push({ key: 'audioComplementary' });
  else lines.push({ key: 'audioUnknown' });
  return lines;
}

function conformance(metadata: AccessibilityMetadata): StatementLine[] {
  const { conformsTo, certifiedBy, certifierCredential, certifierReport, certifiedAt } = metadata;
  if (conformsTo.length === 0 && !certifiedBy) return [];
  const best = conformsTo
    .flatMap((claim) => parseClaim(claim) ?? [])
    .sort((one, other) => other.level.length - one.level.length)[0];
  const lines: StatementLine[] = [];
  if (best) lines.push({ key: 'conforms', value: best.level });
  else lines.push({ key: 'conformsUnknown' });
  if (certifiedBy) lines.push({ key: 'certifier', value: certifiedBy });
  if (certifierCredential) lines.push({ key: 'credential', value: certifierCredential });
  if (best) {
    const { epub, wcag, level } = best;
    lines.push({ key: 'claim', value: `EPUB Accessibility ${epub} WCAG ${wcag} Level ${level}` });
  }
  if (certifiedAt) lines.push({ key: 'certifiedOn', value: certifiedAt });
  if (certifierReport) lines.push({ key: 'report', url: certifierReport });
  return lines;
}

/** Parses a claim in the form of EPUB Accessibility 1.1 or as one of the URLs of version 1.0. */
function parseClaim(claim: string): { epub: string; wcag: string; level: string } | null {
  const text = claim.trim().replaceAll(/\s+/g, ' ');
  const [, epub, wcag, level] =
    /^EPUB Accessibility (\d\.\d) [-–—] WCAG (\d\.\d) Level (A{1,3})$/i.exec(text) ?? [];
  if (epub && wcag && level) return { epub, wcag, level: level.toUpperCase() };
  const [, old] = /\/accessibility-20170105\.html#wcag-(a{1,3})$/i.exec(text) ?? [];
  return old ? { epub: '1.0', wcag: '2.0', level: old.toUpperCase() } : null;
}

function hazardLines(stated: readonly string[]): StatementLine[] {
  const names = namesOf(stated);
  if (names.has('none')) return [{ key: 'hazardNone' }];
  const lines = linesFor(hazards, stated);
  if (lines.length > 0) return lines;
  return names.has('unknown') ? [{ key: 'hazardUnknown' }] : [];
}

function linesFor(lines: Lines, stated: readonly string[]): StatementLine[] {
  const names = namesOf(stated);
  const keys = lines.flatMap(([name, key]) => (names.has(name.toLowerCase()) ? key : []));
  return [...new Set(keys)].map((key) => ({ key }));
}

/** Case-insensitive names, because books vary in case. */
function namesOf(stated: readonly string[]): Set<string> {
  return new Set(stated.map((name) => name.trim().toLowerCase()).filter(Boolean));
}
