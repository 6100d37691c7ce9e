import type { Command } from 'commander';
import { readConfig, UsageError } from '../config.ts';
import type { Database } from '../db/open.ts';
import { EngineError, type Engine, openEngine } from '../search/external/engine.ts';
import { currentGeneration, removeEarlierVersions } from '../search/external/generations.ts';
import { indexWriter } from '../search/external/index-writer.ts';
import { fillIndex } from '../search/external/indexer.ts';
import { searchStore } from '../search/store.ts';
import { printJson } from './print.ts';
import { withDatabase } from './with-database.ts';

interface ReindexFlags {
  continue?: boolean;
  removeOld?: boolean;
  json?: boolean;
}

export function addSearchCommands(program: Command): void {
  const search = program
    .command('search')
    .description('fill or check the index in the search engine in SVC_SEARCH_URL');

  search
    .command('reindex')
    .description('fill a new index while servers search the current one, then switch to it')
    .option('--continue', 'continue an interrupted run')
    .option('--remove-old', 'also remove the indices of earlier releases')
    .option('--json', 'print {index, revision, seconds, removed}')
    .action((flags: ReindexFlags) =>
      withEngine(async (db, engine) => {
        const startedMs = performance.now();
        let revision = 0;
        const { books: index } = await fillIndex(
          { db, engine, now: () => new Date() },
          {
            canContinue: flags.continue ?? false,
            signal: new AbortController().signal,
            onProgress(done, last) {
              revision = done;
              if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${last}`);
            },
          },
        );
        if (process.stderr.isTTY) process.stderr.write('\n');
        const removed = flags.removeOld ? await removeEarlierVersions(engine) : [];
        const seconds = Math.round((performance.now() - startedMs) / 1000);
        if (flags.json) return printJson({ index, revision, seconds, removed });
        console.log(`Searches use ${index}, which was filled in ${seconds} s.`);
        for (const name of removed) console.log(`Removed ${name}.`);
      }),
    );

  search
    .command('status')
    .description('show which index is searched, and how many changes it lacks')
    .option('--json', 'print {url, index, revision, missing}; index is null without an index')
    .action(({ json }: { json?: boolean }) =>
      withEngine(async (db, engine) => {
        const last = await searchStore(db).revision();
        const current = await currentGeneration(engine);
        const revision = current && (await indexWriter(engine, current).checkpoint());
        const missing = revision === null ? null : Math.max(0, last - revision);
        if (json) {
          const { url } = engine;
          return printJson({ url, index: current?.books ?? null, revision, missing });
        }
        console.log(
          current
            ? `Searches use ${current.books} on ${engine.url}, which lacks ${missing ?? 'all'} changes.`
            : `${engine.url} has no index yet. A server fills it, or "svc search reindex".`,
        );
      }),
    );
}

/** Runs `work` with the database and the engine. A server may use both at the same time. */
async function withEngine(work: (db: Database, engine: Engine) => Promise<void>): Promise<void> {
  const { searchUrl } = readConfig(process.env);
  if (searchUrl === null) {
    throw new UsageError(
      'Set SVC_SEARCH_URL to the search engine, such as http://localhost:9200. Without it, there is no external index.',
    );
  }
  const engine = openEngine(searchUrl);
  try {
    await withDatabase((db) => work(db, engine));
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    console.error(`${engine.url} (SVC_SEARCH_URL) did not answer: ${error.message}`);
    process.exitCode = 1;
  } finally {
    await engine.close();
  }
}
