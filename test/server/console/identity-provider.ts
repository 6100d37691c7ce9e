import { createServer } from 'node:http';
import { after } from 'node:test';
import { Provider } from 'oidc-provider';

/** A person at the identity provider. */
export interface Person {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
}

export interface IdentityProvider {
  issuer: string;
  /** The person who signs in next. */
  person: Person;
  /** Follows a sign-in's redirects as a browser does. @returns The URL back to the console. */
  signIn(url: string): Promise<URL>;
}

export const client = { clientId: 'console', clientSecret: 'a secret of the identity provider' };

/** Starts a real OpenID Connect provider, which signs in the configured person without a form. */
export async function identityProvider(
  redirectUri: string,
  tokenAuth: 'client_secret_basic' | 'client_secret_post' = 'client_secret_basic',
): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The provider has no port.');
  const issuer = `http://127.0.0.1:${address.port}`;
  const result: IdentityProvider = {
    issuer,
    person: { sub: '', email: '', email_verified: true, name: '' },
    signIn,
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: tokenAuth,
      },
    ],
    clientAuthMethods: [tokenAuth],
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: async () => ({ ...result.person, sub: accountId }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: String(oidc.client?.clientId),
        accountId: String(oidc.session?.accountId),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const handle = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void handle(request, response);
    const login = { accountId: result.person.sub };
    void provider.interactionFinished(request, response, { login });
  });
  return result;

  async function signIn(url: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let next = new URL(url);
    while (next.origin === issuer) {
      const response = await fetch(next, {
        redirect: 'manual',
        headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get('Location');
      if (!location) throw new Error(`${response.status} ${await response.text()}`);
      next = new URL(location, next);
    }
    return next;
  }
}
