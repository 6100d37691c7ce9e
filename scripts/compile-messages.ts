// Compiles the message catalogs in shared/messages to modules of plain functions,
// `#messages/<language>`.
import { readFileSync } from 'node:fs';
import {
  parse,
  TYPE,
  type MessageFormatElement,
  type PluralOrSelectOption,
} from '@formatjs/icu-messageformat-parser';
import { messageArguments } from '../src/i18n/message-arguments.ts';
import type { MessageData, MessageForms, MessagePart } from '../src/i18n/message-parts.ts';

/** A group of messages in ICU MessageFormat by key. */
export interface MessageGroup {
  [key: string]: string | MessageGroup;
}

/** A file in `shared/messages` with the messages of the reader, of the served page, and of both. */
export interface Catalogue {
  shared: MessageGroup;
  reader: MessageGroup;
  page: MessageGroup;
}

/** Returns the URL of a language's catalog. */
export function catalogueUrl(language: string): URL {
  return new URL(`../shared/messages/${language}.json`, import.meta.url);
}

/** Returns the URL of the accessibility statements in a language. */
export function statementsUrl(language: string): URL {
  return new URL(`../shared/accessibility-statements/${language}.json`, import.meta.url);
}

export function readCatalogue(language: string): Catalogue {
  return JSON.parse(readFileSync(catalogueUrl(language), 'utf8'));
}

/**
 * Returns the source of a module that exports the reader's messages in one language as `messages`.
 *
 * @param formatUrl - Module specifier of `src/i18n/message-format.ts`.
 * @throws Error with the language and the key if a message cannot be compiled.
 */
export function compileMessages(language: string, formatUrl: string): string {
  const { shared, reader } = readCatalogue(language);
  const [locale = language] = Intl.getCanonicalLocales(language);
  return `${formatFunctions(locale, formatUrl)}export const messages = { locale: ${JSON.stringify(locale)}, number, percent, ${emitGroup({ ...shared, ...reader }, language)} };
`;
}

/**
 * Returns a file of the server's folder `languages` with all messages in one language, for readers
 * in bundled apps.
 *
 * @throws Error with the language and the key if a message cannot be compiled.
 */
export function languageFile(language: string): string {
  const { shared, reader } = readCatalogue(language);
  const [locale] = Intl.getCanonicalLocales(language);
  const messages = toData({ ...shared, ...reader }, language);
  const statements: unknown = JSON.parse(readFileSync(statementsUrl(language), 'utf8'));
  return JSON.stringify({ locale, messages, statements });
}

/**
 * Returns the source of one message: a string, or a function of an object with the message's
 * arguments. It calls the functions of `formatFunctions`.
 *
 * @param path - Identifies the message in errors.
 */
export function emitTextFunction(text: string, path: string): string {
  const elements = parseMessage(text, path);
  const names = [...usedArguments(elements).keys()];
  if (names.length === 0) return JSON.stringify(text.replaceAll("''", "'"));
  return `({ ${names.join(', ')} }) => ${emitText(elements)}`;
}

/**
 * Returns the source of the functions that format the values of messages in a language.
 *
 * @param formatUrl - Module specifier of `src/i18n/message-format.ts`.
 */
export function formatFunctions(locale: string, formatUrl: string): string {
  const tag = JSON.stringify(locale);
  return `import { formatNumber, formatPercent, selectPlural } from ${JSON.stringify(formatUrl)};
const number = (value) => formatNumber(${tag}, value);
const percent = (fraction) => formatPercent(${tag}, fraction);
const plural = (count, forms) => selectPlural(${tag}, count, forms);
`;
}

function toData(group: MessageGroup, path: string): MessageData {
  const entries = Object.entries(group).map(([key, value]): [string, MessageData[string]] => {
    if (typeof value !== 'string') return [key, toData(value, `${path}: ${key}`)];
    const declared = declaredArguments(key);
    if (!declared) return [key, value.replaceAll("''", "'")];
    const elements = parseChecked(value, key, `${path}: ${key}`);
    return [key, toParts(elements, [...declared.keys()])];
  });
  return Object.fromEntries(entries);
}

/** @param counted - Argument of the enclosing plural, which `#` represents. */
function toParts(elements: MessageFormatElement[], names: string[], counted = -1): MessagePart[] {
  return elements.map((element): MessagePart => {
    if (element.type === TYPE.literal) return element.value;
    if (element.type === TYPE.pound) return ['number', counted];
    const at = names.indexOf(element.value);
    switch (element.type) {
      case TYPE.argument:
        return ['text', at];
      case TYPE.number:
        return [element.style === 'percent' ? 'percent' : 'number', at];
      case TYPE.plural:
        return ['plural', at, toForms(element.options, names, at)];
      case TYPE.select:
        return ['select', at, toForms(element.options, names, counted)];
      default:
        throw new Error(`Only text, numbers, plural and select are supported.`);
    }
  });
}

function toForms(
  options: Record<string, PluralOrSelectOption>,
  names: string[],
  counted: number,
): MessageForms {
  const forms = Object.entries(options).map(([form, { value }]): [string, MessagePart[]] => [
    form,
    toParts(value, names, counted),
  ]);
  return { other: [], ...Object.fromEntries(forms) };
}

function emitGroup(group: MessageGroup, path: string): string {
  const entries = Object.entries(group).map(([key, value]) => {
    const here = `${path}: ${key}`;
    return `${JSON.stringify(key)}: ${typeof value === 'string' ? emitMessage(value, key, here) : `{ ${emitGroup(value, here)} }`}`;
  });
  return entries.join(',\n');
}

function emitMessage(text: string, key: string, path: string): string {
  const declared = declaredArguments(key);
  const body = emitText(parseChecked(text, key, path));
  return declared ? `(${[...declared.keys()].join(', ')}) => ${body}` : body;
}

function parseChecked(text: string, key: string, path: string): MessageFormatElement[] {
  const elements = parseMessage(text, path);
  const problem = argumentProblem(elements, key);
  if (problem) throw new Error(`${path}: ${problem}`);
  return elements;
}

function parseMessage(text: string, path: string): MessageFormatElement[] {
  try {
    return parse(text, { ignoreTag: true });
  } catch (error) {
    throw new Error(`${path}: not valid ICU MessageFormat: ${String(error)}`, { cause: error });
  }
}

/** Returns the names and kinds of a message's arguments, or null for plain text. */
function declaredArguments(key: string): Map<string, string> | null {
  const found: readonly string[] | undefined = Object.entries(messageArguments).find(
    ([name]) => name === key,
  )?.[1];
  if (!found) return null;
  return new Map(
    found.map((one): [string, string] => {
      const [name = '', kind = ''] = one.split(': ');
      return [name, kind];
    }),
  );
}

/** Returns how a message's arguments differ from those of its key, or null if they match. */
function argumentProblem(elements: MessageFormatElement[], key: string): string | null {
  const declared = declaredArguments(key) ?? new Map<string, string>();
  const used = usedArguments(elements);
  for (const [name, use] of used) {
    const kind = declared.get(name);
    if (!kind) return `unknown argument {${name}}`;
    if (!(usesOf[kind] ?? []).includes(use)) return `{${name}} is a ${kind}, used as ${use}`;
  }
  const unused = [...declared.keys()].find((name) => !used.has(name));
  return unused === undefined ? null : `missing argument {${unused}}`;
}

/** The allowed uses of each kind of argument. */
const usesOf: Readonly<Record<string, readonly string[]>> = {
  string: ['text', 'select'],
  number: ['number', 'plural'],
  boolean: ['select'],
};

function usedArguments(elements: MessageFormatElement[]): Map<string, string> {
  const used = new Map<string, string>();
  for (const element of elements) {
    if (element.type === TYPE.argument) used.set(element.value, 'text');
    if (element.type === TYPE.number) used.set(element.value, 'number');
    if (element.type === TYPE.select || element.type === TYPE.plural) {
      used.set(element.value, element.type === TYPE.select ? 'select' : 'plural');
      for (const { value } of Object.values(element.options)) {
        for (const [name, use] of usedArguments(value)) used.set(name, use);
      }
    }
  }
  return used;
}

/** @param counted - Argument of the enclosing plural, which `#` represents. */
function emitText(elements: MessageFormatElement[], counted = ''): string {
  if (elements.length === 1 && elements[0] && elements[0].type !== TYPE.literal) {
    const [only] = elements;
    return only.type === TYPE.argument ? only.value : emitElement(only, counted);
  }
  const parts = elements.map((element) =>
    element.type === TYPE.literal
      ? element.value.replaceAll(/[`\\]|\$\{/g, String.raw`\$&`)
      : `\${${emitElement(element, counted)}}`,
  );
  return `\`${parts.join('')}\``;
}

function emitElement(element: MessageFormatElement, counted: string): string {
  switch (element.type) {
    case TYPE.argument:
      return element.value;
    case TYPE.number:
      return `${element.style === 'percent' ? 'percent' : 'number'}(${element.value})`;
    case TYPE.pound:
      return `number(${counted})`;
    case TYPE.plural:
      return `plural(${element.value}, { ${emitForms(element.options, element.value)} })`;
    case TYPE.select:
      return emitSelect(element.value, element.options, counted);
    default:
      throw new Error(`Only text, numbers, plural and select are supported.`);
  }
}

function emitForms(options: Record<string, PluralOrSelectOption>, counted: string): string {
  return Object.entries(options)
    .map(([form, { value }]) => `${JSON.stringify(form)}: ${emitText(value, counted)}`)
    .join(', ');
}

/** `none` selects an empty string or null. */
function emitSelect(
  argument: string,
  options: Record<string, PluralOrSelectOption>,
  counted: string,
): string {
  const { other, ...cases } = options;
  const choices = Object.entries(cases).map(([name, { value }]) => {
    const test =
      name === 'none' ? `!${argument}` : `String(${argument}) === ${JSON.stringify(name)}`;
    return `${test} ? ${emitText(value, counted)} : `;
  });
  return `(${choices.join('')}${emitText(other?.value ?? [], counted)})`;
}
