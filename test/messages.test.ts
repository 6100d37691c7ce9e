import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import {
  compileMessages,
  readCatalogue,
  type Catalogue,
  type MessageGroup,
} from '../scripts/compile-messages.ts';

const root = new URL('../', import.meta.url);
const languages = readdirSync(new URL('shared/messages/', root)).map((file) =>
  file.replace('.json', ''),
);

/** Every message in a catalog by its path, such as `reader.colors.yellow`. */
function textsOf(catalogue: Catalogue): Map<string, string> {
  return new Map(Object.entries(catalogue).flatMap(([name, group]) => textsIn(group, `${name}.`)));
}

function textsIn(group: MessageGroup, path: string): [string, string][] {
  return Object.entries(group).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : textsIn(value, `${path}${key}.`),
  );
}

/** Names of a message's arguments. */
function argumentsOf(elements: MessageFormatElement[]): Set<string> {
  const names = new Set<string>();
  for (const element of elements) {
    if (element.type !== TYPE.literal && element.type !== TYPE.pound) names.add(element.value);
    if (element.type !== TYPE.select && element.type !== TYPE.plural) continue;
    for (const { value } of Object.values(element.options)) {
      for (const name of argumentsOf(value)) names.add(name);
    }
  }
  return names;
}

/** Differences between a message catalog and the English one, each with its language and key. */
function problemsOf(language: string): string[] {
  const english = textsOf(readCatalogue('en'));
  const texts = textsOf(readCatalogue(language));
  const missing = [...english.keys()].filter((key) => !texts.has(key));
  const extra = [...texts.keys()].filter((key) => !english.has(key));
  const wrong = [...texts].filter(([key, text]) => {
    const expected = english.get(key);
    if (expected === undefined) return false;
    const [used, wanted] = [text, expected].map((one) =>
      [...argumentsOf(parse(one, { ignoreTag: true }))].sort().join(', '),
    );
    return used !== wanted;
  });
  return [
    ...missing.map((key) => `${language}: ${key} is missing`),
    ...extra.map((key) => `${language}: ${key} is not a message`),
    ...wrong.map(([key]) => `${language}: ${key} has other arguments than in English`),
  ];
}

/** Keys of `interface Messages`, which `number`, `percent` and `locale` complete. */
function declaredKeys(): string[] {
  const source = readFileSync(new URL('src/i18n/messages.ts', root), 'utf8');
  const body = source.slice(source.indexOf('export interface Messages'));
  return Array.from(body.matchAll(/^  (\w+): /gm), ([, key = '']) => key).filter(
    (key) => !['locale', 'number', 'percent'].includes(key),
  );
}

describe('the message catalogues', () => {
  it('have the keys of the interface `Messages`', () => {
    const { shared, reader } = readCatalogue('en');
    const unused = new Set(Object.keys(shared));
    for (const key of declaredKeys()) {
      assert.ok(key in shared || key in reader, `en: ${key} is missing`);
      unused.delete(key);
    }
    const extra = Object.keys(reader).filter((key) => !declaredKeys().includes(key));
    assert.deepEqual([...extra, ...unused], [], 'not in the interface');
  });

  for (const language of languages) {
    it(`have the same keys and arguments in “${language}” as in English`, () => {
      assert.deepEqual(problemsOf(language), []);
    });

    it(`compile in “${language}”`, () => {
      assert.match(compileMessages(language, './message-format.ts'), /export const messages = /);
    });
  }
});
