import { type Schemas, unwrap } from '../../../client/index.ts';
import { printJson, printTable } from '../print.ts';
import { collectPages } from './pages.ts';
import { type RemoteServer, request } from './server.ts';

type ApiKey = Schemas['ApiKey'];

/** Above the number of keys in a typical account. */
const maxKeys = 100_000;

export async function createKey(
  server: RemoteServer,
  body: Schemas['NewApiKey'],
  json?: boolean,
): Promise<void> {
  const { data } = await request(server, () => unwrap(server.api.POST('/v1/keys', { body })));
  if (json) printJson(data);
  else printNewKey(data);
}

/** Lists keys, oldest first. */
export async function listKeys(server: RemoteServer, json?: boolean): Promise<void> {
  const newestFirst = await collectPages(server, maxKeys, (query) =>
    server.api.GET('/v1/keys', { params: { query } }),
  );
  const all = newestFirst.toReversed();
  if (json) printJson(all);
  else printTable(all.map(toRow), 'No keys yet. Create one with: svc keys create --tier basic');
}

export async function changeKey(
  server: RemoteServer,
  keyId: string,
  body: Schemas['ApiKeyChange'],
  json?: boolean,
): Promise<void> {
  const params = { path: { keyId } };
  const { data } = await request(server, () =>
    unwrap(server.api.PATCH('/v1/keys/{keyId}', { params, body })),
  );
  if (json) printJson(data);
  else printTable([toRow(data)], '');
}

export async function rotateRemoteKey(
  server: RemoteServer,
  keyId: string,
  graceSeconds: number,
  json?: boolean,
): Promise<void> {
  const params = { path: { keyId } };
  const { data } = await request(server, () =>
    unwrap(server.api.POST('/v1/keys/{keyId}/rotate', { params, body: { graceSeconds } })),
  );
  if (json) return printJson(data);
  printNewKey(data);
  console.log(`The previous key ${keyId} remains valid until ${data.predecessor.expiresAt}.`);
}

export async function revokeRemoteKey(
  server: RemoteServer,
  keyId: string,
  json?: boolean,
): Promise<void> {
  const params = { path: { keyId } };
  const { data } = await request(server, async () => {
    await unwrap(server.api.DELETE('/v1/keys/{keyId}', { params }));
    return await unwrap(server.api.GET('/v1/keys/{keyId}', { params }));
  });
  if (json) printJson(data);
  else console.log(`Revoked ${data.id} on ${data.revokedAt}.`);
}

function toRow(key: ApiKey) {
  return {
    id: key.id,
    name: key.name,
    tier: key.tier,
    kind: key.kind,
    environment: key.environment,
    origins: key.allowedOrigins.join(', '),
    key: `…${key.ending}`,
    state: key.state,
    used: key.lastUsedAt?.slice(0, 10) ?? null,
    expires: key.expiresAt,
  };
}

function printNewKey(key: ApiKey & { key: string }): void {
  printTable([toRow(key)], '');
  console.log(`\n${key.key}\n\nStore this key now. It cannot be shown again.`);
}
