/** A page or an app in which the reader is embedded. */
export const embedTargets = [
  'html',
  'iframe',
  'wordpress',
  'shopify',
  'react',
  'vue',
  'svelte',
  'link',
] as const;
export type EmbedTarget = (typeof embedTargets)[number];

/** The reader to embed. */
export interface EmbeddedReader {
  /** Origin of the server. */
  origin: string;
  /** Attributes of the tag. An empty string stands for an attribute without a value. */
  attributes: ReadonlyMap<string, string>;
  /** Theme tokens. Served pages, in frames and links, use only their deployment's tokens. */
  tokens: ReadonlyMap<string, string>;
  /** Title of the book, for frames and links. */
  title?: string;
}

/** Attributes that are also parameters of the served page. */
const pageParameters = [
  'book',
  'key',
  'deployment',
  'theme',
  'locale',
  'currency',
  'affiliate',
  'campaign',
  'sub',
  'consent',
];

/** Returns the complete code that embeds a reader. */
export function embedCode(target: EmbedTarget, reader: EmbeddedReader): string {
  if (target === 'react') return reactCode(reader);
  if (target === 'vue') return vueCode(reader);
  if (target === 'svelte') return svelteCode(reader);
  if (target === 'wordpress') return `<!-- wp:html -->\n${blockCode(reader)}\n<!-- /wp:html -->`;
  if (target === 'shopify') return blockCode(reader);
  if (target === 'iframe') return frameCode(reader);
  if (target === 'link') return linkCode(reader);
  const rules = [...reader.tokens].map(([name, value]) => `    ${name}: ${value};`);
  const style =
    rules.length > 0 ? `<style>\n  svc-reader {\n${rules.join('\n')}\n  }\n</style>\n` : '';
  return `${scriptTag(reader)}\n${style}<svc-reader${htmlAttributes(reader.attributes)}></svc-reader>`;
}

/** Returns the URL of the served page with the same book and settings. */
export function servedPageUrl({ origin, attributes }: EmbeddedReader): string {
  const query = new URLSearchParams();
  for (const name of pageParameters) {
    const value = attributes.get(name);
    if (value) query.set(name, value);
  }
  return `${origin}/v1/reader/embed?${query.toString()}&format=html`;
}

/** A block with custom HTML. The editor has no style sheet, so the tag contains the tokens. */
function blockCode(reader: EmbeddedReader): string {
  const tokens = [...reader.tokens].map(([name, value]) => `${name}: ${value}`).join('; ');
  const attributes = new Map(reader.attributes);
  attributes.set('style', ['display: block; block-size: 80vh', tokens].filter(Boolean).join('; '));
  return `${scriptTag(reader)}\n<svc-reader${htmlAttributes(attributes)}></svc-reader>`;
}

function frameCode(reader: EmbeddedReader): string {
  const frame = new Map([
    ['data-svc-frame', ''],
    ['src', servedPageUrl(reader)],
    ['title', reader.title ?? 'Book'],
    ['allow', 'fullscreen; clipboard-write; web-share'],
    ['style', 'width:100%;border:0'],
    ['height', '760'],
  ]);
  return `<iframe${htmlAttributes(frame)}></iframe>
<script async src="${reader.origin}/svc-frame.js"></script>`;
}

/** Scripts on the page replace the link with the reader. */
function linkCode(reader: EmbeddedReader): string {
  const link = new Map([
    ['data-svc-reader', ''],
    ['href', servedPageUrl(reader)],
  ]);
  const text = escapeText(reader.title ?? 'Read the book');
  return `<a${htmlAttributes(link)}>${text}</a>
<script src="${reader.origin}/svc-loader.js"></script>`;
}

/** A component. React reserves `key`, and a bundled script needs the URL of the API. */
function reactCode(reader: EmbeddedReader): string {
  const properties = appAttributes(reader).map(([name, value]) => `${name}=${jsxValue(value)}`);
  if (reader.tokens.size > 0) {
    const values = [...reader.tokens].map(
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

function vueCode(reader: EmbeddedReader): string {
  return `<script setup>
import 'svc-reader/define';
</script>

<template>
${appTag(reader, '  ')}
</template>`;
}

function svelteCode(reader: EmbeddedReader): string {
  const tag = appTag(reader, '')
    // Braces in attributes and text would begin an expression.
    .replaceAll('{', '&lbrace;')
    .replaceAll('}', '&rbrace;');
  return `<script>
  import 'svc-reader/define';
</script>

${tag}`;
}

/** The tag in an HTML template, with one attribute per line. */
function appTag(reader: EmbeddedReader, indent: string): string {
  const attributes = appAttributes(reader);
  const style = [...reader.tokens].map(([name, value]) => `${name}: ${value}`).join('; ');
  if (style) attributes.push(['style', style]);
  const lines = attributes.map((one) => `${indent} ${htmlAttributes(new Map([one]))}`);
  return `${indent}<svc-reader\n${lines.join('\n')}\n${indent}></svc-reader>`;
}

/** Frameworks reserve `key`, and a bundled script needs the URL of the API. */
function appAttributes({ origin, attributes }: EmbeddedReader): [string, string][] {
  const renamed = [...attributes].map(([name, value]): [string, string] => [
    name === 'key' ? 'api-key' : name,
    value,
  ]);
  renamed.splice(1, 0, ['api', origin]);
  return renamed;
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

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** JSX strings have no escapes, so values with quotes are expressions. */
function jsxValue(value: string): string {
  return /["&\\]/.test(value) ? `{${JSON.stringify(value)}}` : `"${value}"`;
}
