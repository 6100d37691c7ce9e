// The tests that `npm test` leaves to `npm run test:all`, so that a run is short enough for every
// change. A test is here only if `npm test` also runs another test of the same code, or if
// only a release needs it. Everything that is not listed runs in both.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.js';

/** Set for every suite of `npm test`. Without it, a test file runs all of its tests. */
export const isShort = process.env.SVC_TEST_SHORT === '1';

/** Share of generated and listed cases that `npm test` runs. */
const shortShare = 1 / 8;

/**
 * In `npm test`, returns every eighth value. `at` selects which, so that all values are used.
 *
 * @type {<Value>(values: Value[], at: number) => Value[]}
 */
export const someOf = (values, at) =>
  isShort ? values.filter((_, index) => (index + at) % (1 / shortShare) === 0) : values;

/**
 * In `npm test`, properties run an eighth as often.
 *
 * @type {(runs: number) => number}
 */
export const runsOf = (runs) => (isShort ? Math.ceil(runs * shortShare) : runs);

const expand = (patterns) =>
  globSync(patterns, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

/** All test files of the server. */
export const serverPatterns = ['test/*.test.ts', 'test/{server,demo,console}/**/*.test.ts'];

/** Files that run only in `npm run test:all`. */
const releaseFiles = {
  server: [
    // Packs the packages and checks them as a registry would.
    'test/packages.test.ts',
    // Grade the ranking of a whole catalog. `quality.test.ts` detects changes of the ranking.
    'test/server/search/relevance.test.ts',
    // `external-search.test.ts` fills and searches the same engine.
    'test/server/search/external-indexer.test.ts',
  ],
};

/**
 * Titles of tests that run only in `npm run test:all`, by suite. A title includes those of the
 * groups that it belongs to.
 */
export const releaseTitles = {
  // Conformance tests, hostile and generated books are compiled in each run.
  // Three processes share PostgreSQL in each run.
  server: [/^real books/, /three server processes on one database, on SQLite/],
  // Another engine, database, width, color scheme, queue or kind of name remains for each.
  e2e: [
    /names of the kind (?:long stay apart from other text|overrides .*, for the owner)/,
    /the pages and dialogs work in (?:firefox at |webkit at 480)/,
    /a publisher sells a first book without the command line, on SQLite/,
    /serial fiction, (?!phone, light)/,
    /a sample, desk/,
    /a large file is uploaded once after a reload of the page and a crash of the server/,
    /the API reference (?:is complete at 390 pixels|can be searched)/,
    /the page, (?:phone, left to right, light(?!,)|desk, right to left)/,
    /\/demo\/shop\/(?:zap-alley|northmoor)\/ works and is accessible at 390 pixels/,
    /\/demo\/(?:shop\/hollis-wren|blog)\/ works and is accessible at 1280 pixels/,
  ],
  // Sections that failed remain in their engine, and twelve others in every engine.
  reading: [
    /in chromium .*from seed (?:241|11079|30009|2161|2276|2474|2657|30027|50158|50425|95064)$/,
    /in firefox .*from seed (?!(?:61|11079|30009)$)/,
    /in webkit .*from seed (?!(?:61|2161|2276|30027)$)/,
  ],
};

/**
 * Server tests that run on one database in `npm test`. PostgreSQL is stricter with types, text and
 * transactions, so routes that query much run there. Commands, checks of requests, and imports
 * query little, and SQLite is faster. Tests of storage, quotas, deliveries and totals are not
 * listed, and run on both.
 */
const oneDatabase = {
  PostgreSQL: [
    'test/server/{affiliates,books,chapters,console,reading-sessions,reviews}/**/*.test.ts',
    'test/server/{request-log,sales}/**/*.test.ts',
    'test/server/analytics/{analytics,limit-campaigns}.test.ts',
    'test/server/idempotency/{concurrent-requests,hooks}.test.ts',
    'test/server/keys/{managed-keys,private-books}.test.ts',
    'test/server/webhooks/{certificates,endpoints,event-types,previous-values}.test.ts',
    'test/server/environments/!(clear*).test.ts',
    'test/server/rates/{rates,refresh*,routes,real-tables}.test.ts',
    'test/server/cli/doctor.test.ts',
  ],
  SQLite: [
    'test/demo/**/*.test.ts',
    'test/server/{api-robustness,deployments,embed-page,http,import,metadata}/**/*.test.ts',
    'test/server/environments/clear*.test.ts',
    'test/server/secret-rotation.test.ts',
    'test/server/{cli,rates/cli,webhooks/cli}.test.ts',
    'test/server/cli/**/*.test.ts',
  ],
};

/**
 * Component tests that also run in Firefox and in WebKit in `npm test`, because the engine lays out
 * or scrolls the text that they check. All component tests run in Chromium.
 */
const engineFiles = [
  'test/src/{reading,svc-reader}.test.ts',
  'test/src/rendition/{deferred-tail,drop-caps,line-breaks,oversized-content}.test.ts',
  'test/src/rendition/{page-boxes,partial-section,section-view}.test.ts',
  'test/src/rendition/{paginated,repair}/*.test.ts',
];

/**
 * Component tests that depend on selection, focus, input, fonts, storage, media or styles of the
 * browser. In `npm test`, an eighth of them also runs in WebKit, and another eighth in Firefox.
 */
const sampledFiles = [
  'test/src/{accessibility,reader-attributes}.test.ts',
  'test/src/i18n/korean-line-breaks.test.ts',
  'test/src/{annotations/storage,i18n/format-money}.test.ts',
  'test/src/embedding/**/*.test.ts',
  'test/src/features/{annotating,footnotes,media-viewer,read-aloud}/*.test.ts',
  'test/src/rendition/{book-style-sheets,build,fonts,paint,pending-navigation}.test.ts',
  'test/src/rendition/{hyphenation,read-text,text-range,user-styles}.test.ts',
  'test/src/rendition/{fixed,input,scrolled}/*.test.ts',
  'test/src/session/{beacons,deep-links,focus,page-turns,print,reload,type-ahead}.test.ts',
  'test/src/theme/color-scheme.test.ts',
  'test/src/ui/{controls,fullscreen,host-page-styles,narrow-screens,requested-size}.test.ts',
  'test/src/ui/{right-to-left,shell}.test.ts',
  'test/src/ui/{shortcuts-and-menu,small-screens-details}.test.ts',
  'test/src/ui/panels/{settings,sheet}.test.ts',
];

/**
 * Returns the component's test files that run in an engine other than Chromium in `npm test`.
 *
 * @param {string} engine
 */
export const filesOfEngine = (engine) => [
  ...expand(engineFiles),
  ...expand(sampledFiles).filter((_, at) => at % 8 === (engine === 'webkit' ? 1 : 5)),
];

/**
 * Divides the server's test files of `npm test` into those that run on both databases and those
 * that run on one.
 */
export function serverFiles() {
  const PostgreSQL = expand(oneDatabase.PostgreSQL);
  const SQLite = expand(oneDatabase.SQLite).filter((file) => !PostgreSQL.includes(file));
  const listed = new Set([...SQLite, ...PostgreSQL, ...releaseFiles.server]);
  const both = expand(serverPatterns).filter((file) => !listed.has(file));
  return { both, PostgreSQL, SQLite };
}

/** Describes in one sentence what `npm test` omits. */
export function describeRelease() {
  const { PostgreSQL, SQLite } = serverFiles();
  const halved = [...PostgreSQL, ...SQLite].filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('forEachEngine('),
  );
  const files = expand(['test/src/**/*.test.ts']).length;
  const titles = Object.values(releaseTitles).flat().length;
  const inChromium = (engine) => files - filesOfEngine(engine).length;
  return (
    `This run omitted ${releaseFiles.server.length} files of the server, the second database for ` +
    `${halved.length} files, Firefox for ${inChromium('firefox')} and WebKit for ${inChromium('webkit')} ` +
    `files of the component, tests with ${titles} kinds of titles, states of the console, ` +
    `failures of the network, malformed requests, and types in other frameworks. To run all ` +
    `tests: npm run test:all`
  );
}
