import * as fc from 'fast-check';
import type { Engine } from '../../../server/db/open.ts';
import type { Environment } from '../../../server/values/environment.ts';
import { ApiDocument, type Operation, operationsOf, type Parameter } from '../api-document.ts';
import { addBook } from '../books/add-book.ts';
import { testApi } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';

/** Numbers from which a request is derived. */
export interface Step {
  environment: Environment;
  operation: number;
  /** Chooses among the known ids. */
  choice: number;
  /** Whether the request names ids of the other environment. */
  isForeign: boolean;
}

/** Random steps in these environments. The same seed returns the same steps. */
export function randomSteps(
  environments: readonly Environment[],
  numRuns: number,
  seed: number,
): Step[] {
  const step: fc.Arbitrary<Step> = fc.record({
    environment: fc.constantFrom(...environments),
    operation: fc.nat(),
    choice: fc.nat(),
    isForeign: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
  });
  return fc.sample(step, { numRuns, seed });
}

/** The id in the document's examples, which some requests name. */
const exampleId = '01KAJ0Q1V4T2M8Y6ZP3W5X7E9R';

/**
 * Steps through all operations. Operations that create and read are first, several times with
 * different ids.
 */
export function everyOperation(
  operations: TwoEnvironments['operations'],
  environments: readonly Environment[],
  { isForeign }: { isForeign: boolean },
): Step[] {
  const indexes = operations.keys().toArray();
  const isDelete = (operation: number) => operations[operation]?.method === 'DELETE';
  const rounds = [0, 1, 2].flatMap((choice) =>
    indexes.filter((one) => !isDelete(one)).map((operation) => ({ operation, choice })),
  );
  const deletions = indexes.filter(isDelete).map((operation) => ({ operation, choice: 0 }));
  return [...rounds, ...(isForeign ? deletions : [])].flatMap((one) =>
    environments.map((environment) => ({ ...one, environment, isForeign })),
  );
}

/** An id with its prefix, as in responses. */
const idPattern =
  /\b(?:bk|ver|ch|rv|sale|rfd|wh|dlv|evt|dep|prt|pay|cnv|trc|clk|ses|key)_[0-9A-Z]{26}\b/g;

/** Live books can be read with test keys, with their text, chapters and approved reviews. */
const readableInTest = /^(?:bk|ver|ch|rv)_/;

const price = { amount: '9.99', currency: 'EUR' };

export type TwoEnvironments = Awaited<ReturnType<typeof twoEnvironments>>;

/**
 * Creates an account with a live key, a test key and a live book, and the functions to send random
 * requests.
 */
export async function twoEnvironments(engine: Engine) {
  const api = await testApi(engine);
  const keys = {
    live: (await api.newKey({ tier: 'unlimited' })).text,
    test: (await api.newKey({ tier: 'unlimited', environment: 'test' })).text,
  };
  const books = {
    public: await addBook(api, { title: 'Whale', price, isbn: '9783161484100' }),
    private: await addBook(api, { title: 'Whaling', price, visibility: 'private' }),
  };
  const buyUrl = 'https://shop.example/?ref={affiliate}&click={clickId}';
  await sendJson(api, 'PATCH', `/v1/books/${books.public}`, keys.live, { buyUrl });
  const document = ApiDocument.parse(api.app.swagger());
  const operations = operationsOf(document).filter(
    ({ operation }) => 'apiKey' in Object.assign({}, ...operation.security),
  );
  /** Ids in successful responses, without those that the request named. */
  const seen = { live: new Set<string>(), test: new Set<string>() };
  /** Ids of resources that a request of the environment created. */
  const created = {
    live: new Set<string>([books.public, books.private]),
    test: new Set<string>(),
  };
  /** Click ids in recorded sales. Later responses contain them even if they belong to no click. */
  const claimed = { live: new Set<string>(), test: new Set<string>() };
  const violations: string[] = [];
  const statuses = new Map<string, Set<number>>();
  let sent = 0;

  async function send({ environment, operation: number, choice, isForeign }: Step) {
    const known = operations[number % operations.length];
    if (!known) return;
    const { path, method, operation, parameters } = known;
    const other = environment === 'live' ? 'test' : 'live';
    sent += 1;
    const pick = (prefix: string): string | undefined => {
      const pools = isForeign ? ([other, environment] as const) : ([environment] as const);
      const all = pools.flatMap((one) => [...created[one], ...seen[one]]);
      const own = all.filter((id) => id.startsWith(`${prefix}_`));
      // Runs first so that the first round of operations finds a book with text in both
      // environments.
      const shared = prefix === 'bk' ? [books.public, books.private] : [];
      const candidates = isForeign && own.length > 0 ? own : [...shared, ...own];
      return candidates[choice % candidates.length];
    };
    const address = addressOf(path, parameters, pick);
    const body = bodyOf(document, operation, pick, sent);
    const request = {
      method,
      key: keys[environment],
      ...(body !== null && {
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
      }),
    };
    const response = await api.request(address, request);
    const name = `${method} ${path}`;
    statuses.set(name, (statuses.get(name) ?? new Set()).add(response.status));
    const text = await response.text();
    const header = response.headers.get('Svc-Environment');
    if (header !== (environment === 'test' ? 'test' : null)) {
      violations.push(`${environment}: ${name}: Svc-Environment is ${header}`);
    }
    const named = new Set(`${address} ${JSON.stringify(body)}`.match(idPattern));
    for (const id of named) if (id.startsWith('clk_')) claimed[environment].add(id);
    const [target] = address.match(idPattern) ?? [];
    if (response.ok && target && isHidden(environment, target)) {
      violations.push(`${environment}: ${name}: ${response.status} for ${target} of ${other}`);
    }
    if (!response.ok) return;
    const ids = (text.match(idPattern) ?? []).filter(
      (id) => !named.has(id) && !claimed[environment].has(id) && !id.endsWith(exampleId),
    );
    for (const id of ids) seen[environment].add(id);
    const [id] = method === 'POST' && response.status === 201 ? ids : [];
    if (id) created[environment].add(id);
    await followBuyLink(text);
  }

  /** Whether a key of the environment must not find the id. */
  function isHidden(environment: Environment, id: string): boolean {
    if (environment === 'live') return created.test.has(id);
    return created.live.has(id) && !readableInTest.test(id);
  }

  async function followBuyLink(text: string): Promise<void> {
    const link = /http:\/\/svc\.test(\/buy\/[^"]+)/.exec(text)?.[1];
    if (link) await fetch(api.url + link, { redirect: 'manual' });
  }

  return {
    api,
    keys,
    books,
    created,
    seen,
    statuses,
    operations,
    send,

    /** Ids and markers in the wrong environment. */
    leaks(): string[] {
      const testIds = [...seen.test].filter((id) => !readableInTest.test(id));
      const shared = testIds.filter((id) => seen.live.has(id) || created.live.has(id));
      const exposed = [...created.test].filter((id) => seen.live.has(id));
      return [...violations, ...shared, ...exposed];
    },
  };
}

type Pick = (prefix: string) => string | undefined;

const prefixes: Record<string, string> = {
  book: 'bk',
  bookId: 'bk',
  chapterId: 'ch',
  reviewId: 'rv',
  saleId: 'sale',
  webhookId: 'wh',
  deliveryId: 'dlv',
  deploymentId: 'dep',
  deployment: 'dep',
  affiliateId: 'prt',
  traceId: 'trc',
  sessionId: 'ses',
};

function addressOf(path: string, parameters: Parameter[], pick: Pick): string {
  const valueOf = ({ name, example }: Parameter) =>
    encodeURIComponent(
      pick(prefixes[name] ?? '-') ?? (name === 'q' ? 'whale' : String(example ?? 'x')),
    );
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return parameter ? valueOf(parameter) : whole;
  });
  const query = parameters
    .filter((one) => one.in === 'query' && (one.required || one.name === 'q'))
    .map((one) => `${one.name}=${valueOf(one)}`);
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

/** The documented example of a request body, with known ids and unique names. */
function bodyOf(
  document: ApiDocument,
  { requestBody }: Operation,
  pick: Pick,
  serial: number,
): object | null {
  const schema = JSON.stringify(requestBody?.content['application/json']?.schema ?? null);
  const [, name = ''] = /"#\/components\/schemas\/([^"]+)"/.exec(schema) ?? [];
  const [example] = document.components.schemas[name]?.examples ?? [];
  if (typeof example !== 'object' || !example) return null;
  const text = JSON.stringify(example).replaceAll(
    /"((?:bk|ch|clk|dep|prt|wh|sale)_[0-9A-Z]{26})"/g,
    (whole, id: string) => {
      const known = pick(id.replace(/_.*/, ''));
      return known ? JSON.stringify(known) : whole;
    },
  );
  const body: Record<string, unknown> = JSON.parse(text);
  for (const member of ['orderId', 'reviewer', 'code']) {
    if (member in body) body[member] = `${member}${serial}`;
  }
  return body;
}
