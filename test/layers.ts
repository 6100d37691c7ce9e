/**
 * The imports allowed between folders, at run time and for types. A folder may import only the
 * folders of the layers in `uses`, so folders of one layer do not import each other.
 * `docs/architecture.md` shows this table.
 */
export interface Layer {
  name: string;
  /** Folders, or single files without `.ts`. `src` and `server` are the files directly in them. */
  folders: readonly string[];
  /** Names of earlier layers. */
  uses: readonly string[];
}

const base = ['shared', 'values', 'telemetry', 'storage', 'database', 'http', 'context'];
const library = [...base, 'services', 'epub', 'books'];
const measured = [...library, 'analytics'];
const features = [...measured, 'book features'];
const model = ['shared', 'client', 'events', 'state'];
const screen = [...model, 'i18n', 'rendition', 'ui'];

export const layers: readonly Layer[] = [
  layer('shared', 'shared', []),
  layer('api client', 'client', []),
  // The server.
  layer('values', 'server/values server/failure server/heap server/run-periodically', ['shared']),
  layer('telemetry', 'server/telemetry', ['values']),
  layer('storage', 'server/storage', ['values', 'telemetry']),
  layer('database', 'server/db', ['values', 'telemetry', 'storage']),
  layer('http', 'server/http server/events', [
    'shared',
    'values',
    'telemetry',
    'storage',
    'database',
  ]),
  layer('context', 'server/app-context server/config', [
    'values',
    'telemetry',
    'storage',
    'database',
    'http',
  ]),
  layer('epub', 'server/epub', ['shared', 'values']),
  layer(
    'services',
    'server/component server/deployments server/idempotency server/keys server/openapi',
    base,
  ),
  layer('services', 'server/rates server/request-log server/retention server/search', base),
  layer('books', 'server/books', [...base, 'services', 'epub']),
  layer('analytics', 'server/analytics', library),
  layer('book features', 'server/affiliates server/chapters', measured),
  layer('book features', 'server/metadata server/reviews', measured),
  layer('reading', 'server/reading-sessions server/sales', features),
  layer('delivery', 'server/embed-page server/import', [...features, 'reading']),
  layer('webhooks', 'server/webhooks', [...features, 'reading', 'delivery']),
  layer('guide', 'server/guide', [...features, 'reading', 'delivery']),
  layer('console', 'server/console', [...features, 'reading', 'delivery', 'webhooks']),
  layer('server', 'server', [...features, 'reading', 'delivery', 'webhooks', 'guide', 'console']),
  layer('cli', 'server/cli', [
    ...features,
    'reading',
    'delivery',
    'webhooks',
    'guide',
    'console',
    'server',
    'api client',
  ]),
  // The element.
  layer('client', 'src/annotations src/api src/theme', ['shared']),
  layer('events', 'src/events', ['client']),
  layer('state', 'src/state', ['shared', 'client']),
  layer('i18n', 'src/i18n src/embedding', ['shared', 'state']),
  layer('rendition', 'src/rendition', model),
  layer('ui', 'src/ui', [...model, 'i18n', 'rendition']),
  layer('feature contract', 'src/features', screen),
  layer('features', 'src/features/*', [...screen, 'feature contract']),
  layer('session', 'src/session', [...screen, 'feature contract', 'features']),
  layer('element', 'src', [...screen, 'features', 'session']),
];

/**
 * The only feature file that imports other features, because it loads all code that works without a
 * network.
 */
export const preloader = 'src/features/offline/preload-code.ts';

/** The folder or file of the table that a file belongs to, or undefined if the table lacks it. */
export function nodeOf(file: string): string | undefined {
  const folder = file.replace(/\/[^/]+$/, '');
  return layers
    .flatMap(({ folders }) => folders)
    .map((one) =>
      one === 'src/features/*' ? (/^src\/features\/[^/]+(?=\/)/.exec(file)?.[0] ?? one) : one,
    )
    .filter((one) => {
      if (one === 'src' || one === 'server' || one === 'src/features') return folder === one;
      return file === `${one}.ts` || file.startsWith(`${one}/`);
    })
    .sort((a, b) => b.length - a.length)[0];
}

/** The layer of a folder of the table. */
export function layerOf(node: string): Layer | undefined {
  const folder = /^src\/features\/[^/]+$/.test(node) ? 'src/features/*' : node;
  return layers.find(({ folders }) => folders.includes(folder));
}

function layer(name: string, folders: string, uses: readonly string[]): Layer {
  return { name, folders: folders.split(' '), uses };
}
