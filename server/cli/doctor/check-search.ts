import type { Config } from '../../config.ts';
import { openEngine } from '../../search/external/engine.ts';
import { currentGeneration } from '../../search/external/generations.ts';
import { type Check, failed, ok, skipped, warning } from './check.ts';

/** Asks the external search engine for its version and its index. */
export async function checkSearch({ searchUrl }: Pick<Config, 'searchUrl'>): Promise<Check> {
  if (searchUrl === null) return skipped('search', 'Each process searches its own index.');
  const engine = openEngine(searchUrl);
  try {
    const found = await engine.request('GET', '/');
    const version = String(found?.['version']?.number ?? 'unknown');
    const name = `OpenSearch ${version} at ${engine.url}`;
    return (await currentGeneration(engine))
      ? ok('search', `${name} answers, and has an index.`)
      : warning(
          'search',
          `${name} answers, but has no index yet.`,
          'Start a server, which fills it, or run svc search reindex.',
        );
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return failed(
      'search',
      `${engine.url} does not answer: ${message}`,
      'Check SVC_SEARCH_URL and that the engine runs. Until then, searches are answered with 503.',
    );
  } finally {
    await engine.close();
  }
}
