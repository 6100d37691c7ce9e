import { SaxesParser } from 'saxes';

const svgNamespace = 'http://www.w3.org/2000/svg';
const forbiddenElements = new Set([
  'script',
  'foreignobject',
  'iframe',
  'audio',
  'video',
  'handler',
  'listener',
  'set',
  'animate',
  'animatemotion',
  'animatetransform',
]);
/** Maximum number of elements. Larger SVGs take long to render, and no logo needs them. */
const maxElements = 5_000;
const maxDepth = 50;

/**
 * Returns the first construct in an SVG that could run code or load external content, or null if
 * there is none. Called before rendering, which must never fetch anything.
 */
export function findSvgViolation(text: string): string | null {
  const violations: string[] = [];
  const reject = (violation: string) => violations.push(violation);
  let elements = 0;
  let depth = 0;
  let styleDepth = 0;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', ({ message }) => reject(`Must be well-formed XML: ${message}.`));
  // A document type could declare entities or reference files.
  parser.on('doctype', () => reject('Must not have a document type.'));
  parser.on('processinginstruction', ({ target }) =>
    reject(`Must not have the processing instruction ${target}.`),
  );
  parser.on('opentag', ({ local, uri, attributes }) => {
    elements += 1;
    depth += 1;
    const name = local.toLowerCase();
    if (elements === 1 && (name !== 'svg' || uri !== svgNamespace)) reject('Must be an SVG.');
    if (forbiddenElements.has(name)) reject(`Must not contain <${local}>.`);
    if (name === 'style') styleDepth = depth;
    if (depth > maxDepth || elements > maxElements) reject('The SVG has too many elements.');
    for (const { local: attribute, value } of Object.values(attributes)) {
      const violation = attributeViolation(attribute.toLowerCase(), value);
      if (violation) reject(violation);
    }
  });
  parser.on('closetag', () => {
    if (styleDepth === depth) styleDepth = 0;
    depth -= 1;
  });
  const readText = (content: string) => {
    if (styleDepth > 0 && hasExternalReference(content))
      reject('<style> must not contain external references.');
  };
  parser.on('text', readText);
  parser.on('cdata', readText);
  parser.write(text).close();
  return violations[0] ?? null;
}

function attributeViolation(name: string, value: string): string | null {
  if (name.startsWith('on')) return `Must not have the attribute ${name}.`;
  if (name === 'href' || name === 'src') {
    return isInternalReference(value)
      ? null
      : `The attribute ${name} must not contain external references.`;
  }
  if (name === 'base') return 'Must not have the attribute base.';
  return hasExternalReference(value)
    ? `The attribute ${name} must not contain external references.`
    : null;
}

/** A reference to a part of the same image, or an embedded raster image. */
function isInternalReference(reference: string): boolean {
  return /^\s*(#|data:image\/(png|jpeg|webp);base64,)/i.test(reference);
}

/** Detects external references in CSS. Rejects escapes because they could hide keywords. */
function hasExternalReference(css: string): boolean {
  if (/\\|@import|image-set|expression\s*\(|javascript:/i.test(css)) return true;
  const references = [...css.matchAll(/url\s*\(\s*["']?([^)]*)/gi)];
  return references.some(([, reference = '']) => !/^\s*#/.test(reference));
}
