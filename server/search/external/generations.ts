import type { Engine, Json } from './engine.ts';
import { aliasesOf, type Generation } from './indices.ts';

/** Returns the indices that searches use, or null if there are none. */
export async function currentGeneration(engine: Engine): Promise<Generation | null> {
  const aliases = aliasesOf(engine.prefix);
  const indexOf = async (alias: string) =>
    Object.keys((await engine.request('GET', `/_alias/${alias}`)) ?? {})[0];
  const [books, words] = [await indexOf(aliases.books), await indexOf(aliases.words)];
  return books && words ? { books, words } : null;
}

/**
 * Returns the indices of this version that searches do not use, newest first. They are from
 * interrupted runs.
 */
export async function unfinishedGenerations(engine: Engine): Promise<Generation[]> {
  const aliases = aliasesOf(engine.prefix);
  const [books, words] = [
    await indicesOf(engine, `${aliases.books}-*`),
    await indicesOf(engine, `${aliases.words}-*`),
  ];
  const unused = Object.keys(books).filter((name) => !isUsed(books[name]));
  return unused
    .map((name) => ({ books: name, words: aliases.words + name.slice(aliases.books.length) }))
    .filter((one) => Object.hasOwn(words, one.words) && !isUsed(words[one.words]))
    .sort((a, b) => (a.books < b.books ? 1 : -1));
}

/** Makes searches use these indices, and removes all other indices of the same version. */
export async function switchTo(engine: Engine, generation: Generation): Promise<void> {
  const aliases = aliasesOf(engine.prefix);
  const actions: Json[] = [];
  const outdated: string[] = [];
  for (const kind of ['books', 'words'] as const) {
    const [alias, index] = [aliases[kind], generation[kind]];
    const all = await indicesOf(engine, `${alias}-*`);
    const others = Object.keys(all).filter((name) => name !== index);
    outdated.push(...others);
    for (const other of others) {
      if (isUsed(all[other])) actions.push({ remove: { index: other, alias } });
    }
    actions.push({ add: { index, alias } });
  }
  await engine.request('POST', '/_aliases', { actions });
  await removeIndices(engine, outdated);
}

/** Removes the indices of earlier document versions, and returns their names. */
export async function removeEarlierVersions(engine: Engine): Promise<string[]> {
  const aliases = aliasesOf(engine.prefix);
  const names: string[] = [];
  for (const kind of ['books', 'words'] as const) {
    const all = Object.keys(await indicesOf(engine, `${engine.prefix}-${kind}-v*`));
    names.push(...all.filter((name) => !name.startsWith(`${aliases[kind]}-`)));
  }
  await removeIndices(engine, names);
  return names;
}

async function removeIndices(engine: Engine, names: string[]): Promise<void> {
  for (const name of names) await engine.request('DELETE', `/${name}`);
}

async function indicesOf(engine: Engine, pattern: string): Promise<Json> {
  return (await engine.request('GET', `/${pattern}/_alias`)) ?? {};
}

function isUsed(index: Json | undefined): boolean {
  return Object.keys(index?.['aliases'] ?? {}).length > 0;
}
