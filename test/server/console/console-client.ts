import { createSetupLink } from '../../../server/console/invitations.ts';
import type { TestApi } from '../harness.ts';

/** A browser in the console. Keeps the session cookie and sends its own origin. */
export interface ConsoleClient {
  cookie: string | null;
  request(method: string, path: string, body?: unknown, more?: RequestMore): Promise<Response>;
  /** Sends a request and returns `data`. Throws unless the status is 2xx. */
  data<Data>(method: string, path: string, body?: unknown): Promise<Data>;
}

interface RequestMore {
  headers?: Record<string, string>;
}

export function consoleClient(api: TestApi): ConsoleClient {
  const client: ConsoleClient = {
    cookie: null,
    async request(method, path, body, { headers = {} } = {}) {
      const response = await fetch(`${api.url}/console/api${path}`, {
        method,
        headers: {
          Origin: 'http://svc.test',
          ...(client.cookie && { Cookie: client.cookie }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const [cookie] = response.headers.getSetCookie();
      if (cookie) client.cookie = /Max-Age=0/.test(cookie) ? null : cookie.replace(/;.*/, '');
      return response;
    },
    async data<Data>(method: string, path: string, body?: unknown): Promise<Data> {
      const response = await client.request(method, path, body);
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} → ${response.status} ${text}`);
      return JSON.parse(text).data;
    },
  };
  return client;
}

export const goodPassword = 'seven grey herons waiting';

/** Creates the operator through the set-up link, and signs in. */
export async function newOperator(api: TestApi): Promise<ConsoleClient> {
  const { newId, random } = api.keyContext;
  const context = { db: api.db, now: api.clock.now, newId, random, publicUrl: 'http://svc.test' };
  const token = tokenIn(await createSetupLink(context));
  const operator = consoleClient(api);
  const user = { email: 'op@example.com', name: 'Olga', password: goodPassword };
  await operator.data('POST', '/links/accept', { token, ...user });
  return operator;
}

/** Invites a person to an account and signs the person in. */
export async function newMember(
  api: TestApi,
  inviter: ConsoleClient,
  accountId: string,
  role: string,
): Promise<ConsoleClient> {
  const email = `${role}@${accountId.toLowerCase().replace('_', '-')}.example`;
  const path = `/accounts/${accountId}/invitations`;
  const { url } = await inviter.data<{ url: string }>('POST', path, { email, role });
  const member = consoleClient(api);
  const acceptance = { token: tokenIn(url), name: role, password: goodPassword };
  await member.data('POST', '/links/accept', acceptance);
  return member;
}

export function tokenIn(url: string): string {
  return new URL(url).hash.slice(1);
}

/** Status and error code of a response, such as `404 link_not_found`. */
export async function codeOf(response: Response): Promise<string> {
  const { code } = JSON.parse(await response.text());
  return `${response.status} ${code}`;
}
