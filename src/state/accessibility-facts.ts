/** A book's accessibility metadata in the schema.org vocabulary. */
export interface AccessibilityMetadata {
  conformsTo: readonly string[];
  accessModes: readonly string[];
  features: readonly string[];
  hazards: readonly string[];
  summary: string | null;
}

/** A statement from the W3C Accessibility Metadata Display Guide 2.0. */
export type AccessibilityFact =
  | 'modifiable'
  | 'fixedLook'
  | 'readAloud'
  | 'notReadAloud'
  | 'alternativeText'
  | 'longDescriptions'
  | 'prerecorded'
  | 'synchronised'
  | 'conformsA'
  | 'conformsAA'
  | 'conformsAAA'
  | 'conformsUnknown'
  | 'tableOfContents'
  | 'index'
  | 'structure'
  | 'pageList'
  | 'math'
  | 'captions'
  | 'transcripts'
  | 'audioDescription'
  | 'signLanguage'
  | 'ruby'
  | 'highContrast'
  | 'hazardNone'
  | 'hazardUnknown'
  | 'hazardFlashing'
  | 'hazardMotion'
  | 'hazardSound';

/** Facts under the guide's headings, in its order. Headings without facts are not shown. */
export interface AccessibilityFacts {
  ways: AccessibilityFact[];
  conformance: AccessibilityFact[];
  navigation: AccessibilityFact[];
  rich: AccessibilityFact[];
  hazards: AccessibilityFact[];
  summary: string | null;
}

const factByFeature: Readonly<Record<string, AccessibilityFact>> = {
  alternativetext: 'alternativeText',
  longdescription: 'longDescriptions',
  longdescriptions: 'longDescriptions',
  tableofcontents: 'tableOfContents',
  index: 'index',
  structuralnavigation: 'structure',
  pagenavigation: 'pageList',
  mathml: 'math',
  'mathml-chemistry': 'math',
  latex: 'math',
  describedmath: 'math',
  closedcaptions: 'captions',
  opencaptions: 'captions',
  transcript: 'transcripts',
  audiodescription: 'audioDescription',
  signlanguage: 'signLanguage',
  rubyannotations: 'ruby',
  fullrubyannotations: 'ruby',
  highcontrastdisplay: 'highContrast',
};

const navigationFacts: readonly AccessibilityFact[] = [
  'tableOfContents',
  'index',
  'structure',
  'pageList',
];
const richContentFacts: readonly AccessibilityFact[] = [
  'math',
  'captions',
  'transcripts',
  'audioDescription',
  'signLanguage',
  'ruby',
  'highContrast',
];

/**
 * Converts a book's metadata to facts, following the W3C Accessibility Metadata Display Guide for Digital
 * Publications (https://w3c.github.io/publ-a11y/a11y-meta-display-guide/2.0/guidelines/).
 *
 * @param layout - The book's layout. Fixed pages do not adapt to user settings.
 */
export function accessibilityFacts(
  metadata: AccessibilityMetadata,
  layout: 'reflowable' | 'fixed',
): AccessibilityFacts {
  const features = new Set(metadata.features.map((feature) => feature.toLowerCase()));
  const facts = new Set(
    [...features].flatMap(
      (feature) => (Object.hasOwn(factByFeature, feature) && factByFeature[feature]) || [],
    ),
  );
  const ways: AccessibilityFact[] = [layout === 'fixed' ? 'fixedLook' : 'modifiable'];
  const modes = metadata.accessModes.map((mode) => mode.toLowerCase());
  if (modes.includes('textual')) ways.push('readAloud');
  else if (modes.length > 0) ways.push('notReadAloud');
  for (const fact of ['alternativeText', 'longDescriptions'] as const) {
    if (facts.has(fact)) ways.push(fact);
  }
  if (features.has('synchronizedaudiotext')) ways.push('synchronised');
  else if (modes.includes('auditory')) ways.push('prerecorded');
  return {
    ways,
    conformance: [conformanceFact(metadata.conformsTo)],
    navigation: navigationFacts.filter((fact) => facts.has(fact)),
    rich: richContentFacts.filter((fact) => facts.has(fact)),
    hazards: hazardFacts(metadata.hazards),
    summary: metadata.summary?.trim() || null,
  };
}

/** Returns the highest claimed level, from the text or URL of an EPUB Accessibility conformance statement. */
function conformanceFact(conformsTo: readonly string[]): AccessibilityFact {
  const claims = conformsTo.map((claim) => claim.toLowerCase());
  const claimed = (level: string) =>
    claims.some(
      (claim) =>
        claim.endsWith(`wcag-${level}`) || new RegExp(`level ${level}$`).test(claim.trim()),
    );
  if (claimed('aaa')) return 'conformsAAA';
  if (claimed('aa')) return 'conformsAA';
  return claimed('a') ? 'conformsA' : 'conformsUnknown';
}

function hazardFacts(hazards: readonly string[]): AccessibilityFact[] {
  const named = new Set(hazards.map((hazard) => hazard.toLowerCase()));
  if (named.has('none')) return ['hazardNone'];
  const found: AccessibilityFact[] = [];
  if (named.has('flashing')) found.push('hazardFlashing');
  if (named.has('motionsimulation')) found.push('hazardMotion');
  if (named.has('sound')) found.push('hazardSound');
  const excludesAllHazards = [
    'noflashinghazard',
    'nomotionsimulationhazard',
    'nosoundhazard',
  ].every((name) => named.has(name));
  if (excludesAllHazards) return ['hazardNone'];
  return found.length > 0 || named.size === 0 ? found : ['hazardUnknown'];
}
