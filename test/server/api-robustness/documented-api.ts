import { ApiDocument, operationsOf, type Operation, type Parameter } from '../api-document.ts';
import { addBook } from '../books/add-book.ts';
import { svgDataUrl } from '../deployments/file-data-urls.ts';
import { type ApiRequest, testApi } from '../harness.ts';
import type { Engine } from '../../../server/db/open.ts';
import { allPermissions } from '../../../server/keys/contract.ts';
import type { Permission } from '../../../server/values/permissions.ts';
import { assertProblem } from './assert-problem.ts';

export interface DocumentedOperation {
  path: string;
  method: string;
  operation: Operation;
  parameters: Parameter[];
}

/** Parameter names and decoded values. */
export type Values = Record<string, string>;

/** Creates an app with data behind every URL, and a valid request for each operation. */
export async function documentedApi(engine: Engine) {
  const api = await testApi(engine);
  const permissions: Permission[] = [...allPermissions, 'write:keys'];
  const { text: key } = await api.newKey({ tier: 'unlimited', permissions });
  const { id: keyId } = await api.newKey({ tier: 'basic' });
  const [bookId = ''] = await Promise.all(
    ['Whale', 'Whales', 'Whaling'].map((title) => addBook(api, { title, isbn: '9783161484100' })),
  );
  const post = async (path: string, body?: object): Promise<{ id: string }> => {
    const json = body && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    };
    const response = await api.request(path, { method: 'POST', key, ...json });
    return (await response.json()).data;
  };
  const read = async (path: string) => (await (await api.request(path, { key })).json()).data;
  const embed = await (await api.request(`/v1/reader/embed?book=${bookId}`, { key })).json();
  const { token, content, resourceQuery } = embed.data.session;
  const webhook = await post('/v1/webhooks', {
    url: 'http://127.0.0.1:9999/hook',
    events: ['*'],
  });
  const delivery = await post(`/v1/webhooks/${webhook.id}/test`);
  const deployment = await post('/v1/reader/deployments', {
    name: 'Whales',
    logo: { data: svgDataUrl() },
  });
  const { logo } = await read(`/v1/reader/deployments/${deployment.id}`);
  const affiliate = await post('/v1/affiliates', { name: 'Weekly', rate: '0.08' });
  const known: Values = {
    affiliateId: affiliate.id,
    deploymentId: deployment.id,
    file: String(logo.url).split('/').at(-1) ?? '',
    keyId,
    webhookId: webhook.id,
    deliveryId: delivery.id,
    bookId,
    book: bookId,
    contentId: String(content).split('/').at(-1) ?? '',
    index: '0',
    revision: '1',
    q: 'whale',
    ...Object.fromEntries(new URLSearchParams(String(resourceQuery))),
  };
  // The request log is a list, too.
  await api.app.flushRecords();
  const document = ApiDocument.parse(api.app.swagger());

  return {
    api,
    key,
    document,
    // Links for readers and oEmbed ignore invalid parameters, so that they still work.
    operations: operationsOf(document).filter(({ path }) => /^\/(?:v1|content)\//.test(path)),

    /** Returns a valid value for the parameter. */
    rightValue({ name, example }: Parameter): string {
      return known[name] ?? String(example ?? 'x');
    },

    /**
     * Returns a valid body for the operation, based on its example, so that only the tested part is
     * rejected.
     */
    rightBody({ requestBody }: Operation): Pick<ApiRequest, 'body' | 'headers'> {
      const schema = JSON.stringify(requestBody?.content['application/json']?.schema ?? null);
      const [, name = ''] = /"#\/components\/schemas\/([^"]+)"/.exec(schema) ?? [];
      const [example] = document.components.schemas[name]?.examples ?? [];
      if (example === undefined) return {};
      const headers = { 'Content-Type': 'application/json' };
      return { body: JSON.stringify(example), headers };
    },

    /** Sends a request with valid credentials and a generous time limit. */
    async send(operation: Operation, address: string, asking: ApiRequest = {}) {
      const isSession = operation.security.some((one) => 'readingSession' in one);
      const isOpen = operation.security.length === 0;
      const credentials = isOpen ? {} : { key: isSession ? String(token) : key };
      const response = await api.request(address, {
        signal: AbortSignal.timeout(60_000),
        ...credentials,
        ...asking,
      });
      if (response.status >= 400 && asking.method !== 'HEAD')
        assertProblem(await response.clone().text());
      return response;
    },
  };
}
export type DocumentedApi = Awaited<ReturnType<typeof documentedApi>>;

/** Optional query parameters of an operation that are valid only together. */
const neededTogether: Partial<Record<string, readonly string[]>> = { getResource: ['g', 'e', 's'] };

/** Returns a request's URL. Values in `raw` are inserted without encoding. */
export function buildRequestPath(
  hostile: DocumentedApi,
  { path, parameters, operation }: DocumentedOperation,
  raw: Values = {},
  more = '',
): string {
  const isNeeded = ({ name, required }: Parameter) =>
    required || name in raw || neededTogether[operation.operationId]?.includes(name);
  const valueOf = (one: Parameter) => raw[one.name] ?? encodeURIComponent(hostile.rightValue(one));
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return parameter ? valueOf(parameter) : whole;
  });
  const pairs = parameters
    .filter((one) => one.in === 'query' && isNeeded(one))
    .map((one) => `${one.name}=${valueOf(one)}`);
  const query = [...pairs, ...(more ? [more] : [])].join('&');
  return query ? `${filled}?${query}` : filled;
}
