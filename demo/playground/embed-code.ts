/** A page or an app in which the reader is embedded. */
export const embedTargets = ['html', 'react', 'wordpress'] as const;
export type EmbedTarget = (typeof embedTargets)[number];

/** The reader to embed. */
export interface EmbeddedReader {
  /** Origin of the server. */
  origin: string;
  /** Attributes of the tag, where an empty value means without a value. */
  attributes: ReadonlyMap<string, string>;
  /** Theme tokens. */
  tokens: ReadonlyMap<string, string>;
}

/** Returns the complete code that embeds a reader. */
export function embedCode(target: EmbedTarget, reader: EmbeddedReader): string {
  if (target === 'react') return reactCode(reader);
  if (target === 'wordpress') return wordPressCode(reader);
  const rules = [...reader.tokens].map(([name, value]) => `    ${name}: ${value};`);
  const style =
    rules.length > 0 ? `<style>\n  svc-reader {\n${rules.join('\n')}\n  }\n</style>\n` : '';
  return `${scriptTag(reader)}\n${style}<svc-reader${htmlAttributes(reader.attributes)}></svc-reader>`;
}

/** A block with custom HTML. Its editor has no style sheet, so the tokens are in the tag. */
function wordPressCode(reader: EmbeddedReader): string {
  const tokens = [...reader.tokens].map(([name, value]) => `${name}: ${value}`).join('; ');
  const attributes = new Map(reader.attributes);
  attributes.set('style', ['display: block; block-size: 80vh', tokens].filter(Boolean).join('; '));
  const tag = `<svc-reader${htmlAttributes(attributes)}></svc-reader>`;
  return `<!-- wp:html -->\n${scriptTag(reader)}\n${tag}\n<!-- /wp:html -->`;
}

/** A component. React reserves `key`, and a bundled script needs the URL of the API. */
function reactCode({ origin, attributes, tokens }: EmbeddedReader): string {
  const properties = [...attributes].map(
    ([name, value]) => `${name === 'key' ? 'api-key' : name}=${jsxValue(value)}`,
  );
  properties.splice(1, 0, `api=${jsxValue(origin)}`);
  if (tokens.size > 0) {
    const values = [...tokens].map(
      ([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
    );
    properties.push(`style={{\n${values.join('\n')}\n      }}`);
  }
  const lines = properties.map((one) => `      ${one}`);
  return `import 'svc-reader/define';

export function Book() {
  return (
    <svc-reader
${lines.join('\n')}
    />
  );
}`;
}

function scriptTag({ origin }: EmbeddedReader): string {
  return `<script type="module" src="${origin}/svc-reader.js"></script>`;
}

function htmlAttributes(attributes: ReadonlyMap<string, string>): string {
  return [...attributes]
    .map(([name, value]) => (value ? ` ${name}="${escapeAttribute(value)}"` : ` ${name}`))
    .join('');
}

function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

/** JSX strings have no escapes, so values with quotes are expressions. */
function jsxValue(value: string): string {
  return /["&\\]/.test(value) ? `{${JSON.stringify(value)}}` : `"${value}"`;
}
