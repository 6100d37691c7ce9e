import { generate, type CssNode, type MediaQuery } from 'css-tree';
import { toReaderLength } from './lengths.ts';

/** Window features, applied to the page inside the reader. */
const sizeFeature =
  /^(?:min-|max-)?(?:device-)?(width|height|inline-size|block-size|aspect-ratio|orientation)$/;

/** Features that have the same meaning inside the reader. */
const deviceFeature =
  /^(?:prefers-reduced-motion|prefers-contrast|prefers-reduced-transparency|forced-colors|inverted-colors|(?:any-)?(?:hover|pointer)|(?:min-|max-)?(?:resolution|color|color-index|monochrome)|color-gamut|dynamic-range|grid|update|scripting)$/;

/**
 * A query split into conditions on the page size and on the device. Null if the query never
 * applies.
 */
interface SplitQuery {
  container: string[];
  media: string[];
}

/**
 * Wraps rules in media queries adapted to the reader. Size conditions become a container query,
 * `screen` and `all` are dropped, and queries for other devices or a dark color scheme never apply.
 */
export function wrapInMedia(queries: CssNode[], css: string): string {
  if (css === '') return '';
  const split = queries.flatMap((query) =>
    query.type === 'MediaQuery' ? [splitQuery(query)] : [],
  );
  const applying = split.filter((query) => query !== null);
  if (queries.length === 0 || applying.some(isUnconditional)) return css;
  if (applying.length === 0) return '';
  if (applying.every(({ media }) => media.length === 0)) {
    const conditions = applying.map(({ container }) => container.join(' and '));
    const condition =
      conditions.length === 1
        ? conditions.join('')
        : conditions.map((one) => `(${one})`).join(' or ');
    return `@container svc-page ${condition}{${css}}`;
  }
  // The rules are repeated for each query, so nested queries could exhaust the memory.
  const maxQueries = Math.max(1, Math.min(8, Math.floor(1_000_000 / css.length)));
  return applying
    .slice(0, maxQueries)
    .map((query) => wrapOne(query, css))
    .join('');
}

/**
 * Whether rules inside media queries apply in the reader: always, depending on the page or device,
 * or never.
 */
export function applicability(queries: CssNode[]): 'always' | 'sometimes' | 'never' {
  const split = queries.flatMap((query) =>
    query.type === 'MediaQuery' ? [splitQuery(query)] : [],
  );
  const applying = split.filter((query) => query !== null);
  if (queries.length === 0 || applying.some(isUnconditional)) return 'always';
  return applying.length === 0 ? 'never' : 'sometimes';
}

function wrapOne({ container, media }: SplitQuery, css: string): string {
  const inner =
    container.length > 0 ? `@container svc-page ${container.join(' and ')}{${css}}` : css;
  return media.length > 0 ? `@media ${media.join(' and ')}{${inner}}` : inner;
}

function isUnconditional({ container, media }: SplitQuery): boolean {
  return container.length === 0 && media.length === 0;
}

function splitQuery({ modifier, mediaType, condition }: MediaQuery): SplitQuery | null {
  const isReader = mediaType === null || ['all', 'screen'].includes(mediaType.toLowerCase());
  const negated = modifier?.toLowerCase() === 'not';
  if (!isReader) return negated ? { container: [], media: [] } : null;
  const parts = condition ? splitCondition(condition) : { container: [], media: [] };
  if (!negated || parts === null) return negated ? { container: [], media: [] } : parts;
  if (parts.media.length > 0) return null;
  if (parts.container.length === 0) return null;
  return { container: [`(not ${groupConditions(parts.container)})`], media: [] };
}

function splitCondition(condition: CssNode): SplitQuery | null {
  if (condition.type !== 'Condition') return null;
  const nodes = condition.children.toArray();
  const has = (word: string) =>
    nodes.some((node) => node.type === 'Identifier' && node.name.toLowerCase() === word);
  const features = nodes.filter((node) => node.type !== 'Identifier').map(splitFeature);
  if (has('not')) {
    const [only] = features;
    if (only === null) return { container: [], media: [] };
    if (!only || isUnconditional(only) || (only.container.length > 0 && only.media.length > 0))
      return null;
    const { container, media } = only;
    return {
      container: container.length > 0 ? [`(not ${groupConditions(container)})`] : [],
      media: media.length > 0 ? [`(not ${groupConditions(media)})`] : [],
    };
  }
  if (has('or')) {
    const known = features.filter((feature) => feature !== null);
    if (known.some(isUnconditional)) return { container: [], media: [] };
    const container = known.flatMap((feature) => feature.container);
    const media = known.flatMap((feature) => feature.media);
    // A disjunction of page and device conditions cannot be expressed in one rule.
    if (container.length > 0 && media.length > 0) return null;
    if (known.length === 0) return null;
    const join = (parts: string[]) => (parts.length > 0 ? [`(${parts.join(' or ')})`] : []);
    return { container: join(container), media: join(media) };
  }
  if (features.includes(null)) return null;
  const known = features.filter((feature) => feature !== null);
  return {
    container: known.flatMap((feature) => feature.container),
    media: known.flatMap((feature) => feature.media),
  };
}

function splitFeature(node: CssNode): SplitQuery | null {
  if (node.type === 'Condition') return splitCondition(node);
  if (node.type === 'FeatureRange') {
    const name = [node.left, node.middle].find((part) => part.type === 'Identifier');
    if (name?.type !== 'Identifier' || !sizeFeature.test(name.name)) return null;
    scaleRange(node);
    return { container: [generate(node).replaceAll('device-', '')], media: [] };
  }
  if (node.type !== 'Feature') return null;
  const name = node.name.toLowerCase();
  if (name === 'prefers-color-scheme') {
    // The theme adapts the book's light scheme, so a dark scheme would be adapted twice.
    const isLight = node.value?.type === 'Identifier' && node.value.name === 'light';
    return isLight ? { container: [], media: [] } : null;
  }
  if (sizeFeature.test(name)) {
    const value = node.value && scaleValue(node.value);
    const bare = name.replace('device-', '');
    return { container: [value ? `(${bare}:${generate(value)})` : `(${bare})`], media: [] };
  }
  if (!deviceFeature.test(name)) return null;
  return { container: [], media: [node.value ? `(${name}:${generate(node.value)})` : `(${name})`] };
}

// Queries cannot use variables, and `rem` would refer to the host page's font size, so 1rem is 16px
// here.
function scaleValue(value: CssNode): CssNode {
  if (value.type !== 'Dimension') return value;
  const unit = value.unit.toLowerCase();
  if (unit === 'rem' || unit === 'em') {
    return { type: 'Dimension', value: String(Number(value.value) * 16), unit: 'px' };
  }
  return toReaderLength(value.value, unit, false)?.startsWith('calc')
    ? { type: 'Number', value: '0' }
    : value;
}

function scaleRange(node: CssNode & { type: 'FeatureRange' }): void {
  node.left = asFeaturePart(scaleValue(node.left), node.left);
  node.middle = asFeaturePart(scaleValue(node.middle), node.middle);
  if (node.right) node.right = asFeaturePart(scaleValue(node.right), node.right);
}

function asFeaturePart<T extends CssNode>(
  value: CssNode,
  like: T,
): T | (CssNode & { type: 'Dimension' }) {
  return value.type === 'Dimension' ? value : like;
}

function groupConditions(parts: string[]): string {
  const [only] = parts;
  return parts.length === 1 && only?.startsWith('(') ? only : `(${parts.join(' and ')})`;
}
