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
/** Deeper or longer ones take a renderer long, and no logo is so. */
const maxElements = 5_000;
const maxDepth = 50;

/**
 * What in an SVG would run or lead out of it; null: nothing. It is asked before anything draws the
 * picture, so that nothing is ever fetched for one.
 */
export function findSvgViolation(text: string): string | null {
  const faults: string[] = [];
  const refuse = (fault: string) => faults.push(fault);
  let elements = 0;
  let depth = 0;
  let styleDepth = 0;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', ({ message }) => refuse(`It is not well-formed XML: ${message}.`));
  // Entities would be declared in it, files named.
  parser.on('doctype', () => refuse('It must not have a document type.'));
  parser.on('processinginstruction', ({ target }) =>
    refuse(`It must not have the instruction ${target}.`),
  );
  parser.on('opentag', ({ local, uri, attributes }) => {
    elements += 1;
    depth += 1;
    const name = local.toLowerCase();
    if (elements === 1 && (name !== 'svg' || uri !== svgNamespace)) refuse('It is not an SVG.');
    if (forbiddenElements.has(name)) refuse(`It must not have <${local}>.`);
    if (name === 'style') styleDepth = depth;
    if (depth > maxDepth || elements > maxElements) refuse('It is too large.');
    for (const { local: attribute, value } of Object.values(attributes)) {
      const fault = attributeViolation(attribute.toLowerCase(), value);
      if (fault) refuse(fault);
    }
  });
  parser.on('closetag', () => {
    if (styleDepth === depth) styleDepth = 0;
    depth -= 1;
  });
  const readText = (content: string) => {
    if (styleDepth > 0 && hasExternalReference(content))
      refuse('Its <style> must not lead out of it.');
  };
  parser.on('text', readText);
  parser.on('cdata', readText);
  parser.write(text).close();
  return faults[0] ?? null;
}

function attributeViolation(name: string, value: string): string | null {
  if (name.startsWith('on')) return `It must not have the attribute ${name}.`;
  if (name === 'href' || name === 'src') {
    return isInternalReference(value) ? null : `Its ${name} must not lead out of it.`;
  }
  if (name === 'base') return 'It must not have the attribute base.';
  return hasExternalReference(value) ? `Its ${name} must not lead out of it.` : null;
}

/** A part of the same picture, or a picture in it that is no SVG of its own. */
function isInternalReference(reference: string): boolean {
  return /^\s*(#|data:image\/(png|jpeg|webp);base64,)/i.test(reference);
}

/** By CSS; an escape could spell the same words in another way. */
function hasExternalReference(css: string): boolean {
  if (/\\|@import|image-set|expression\s*\(|javascript:/i.test(css)) return true;
  const references = [...css.matchAll(/url\s*\(\s*["']?([^)]*)/gi)];
  return references.some(([, reference = '']) => !/^\s*#/.test(reference));
}
