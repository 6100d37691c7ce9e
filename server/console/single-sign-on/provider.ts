import type * as OpenidClient from 'openid-client';
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import { z } from 'zod';
import { Failure } from '../../failure.ts';

/** How this server is registered at a provider. */
export interface ProviderClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The values that the provider's redirect must match. */
export const SsoChallenge = z.object({
  accountId: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
});
export type SsoChallenge = z.infer<typeof SsoChallenge>;

/** The verified claims of an ID token that sign-in uses. */
export const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional(),
  email_verified: z.boolean().optional(),
  name: z.string().max(500).optional(),
});
export type Claims = z.infer<typeof Claims>;

const scope = 'openid email profile';

/** OpenID Connect with the authorization code flow, PKCE, state and nonce. */
export function providerClient(fetch: CustomFetch, redirectUri: string) {
  /** @throws Failure `invalid_request` with the pointer `/issuer`. */
  async function discover({ issuer, clientId, clientSecret }: ProviderClient) {
    // Loaded at the first sign-in because many servers have no single sign-on.
    const client = await import('openid-client');
    const url = URL.parse(issuer);
    if (!url) throw issuerFailure('Must be a URL such as https://login.example.com.');
    try {
      // Plain HTTP is possible only for loopback addresses, which `fetch` checks.
      const execute = url.protocol === 'http:' ? [client.allowInsecureRequests] : [];
      const auth = secretAuth(client, clientSecret);
      const options = { [client.customFetch]: fetch, execute };
      return await client.discovery(url, clientId, {}, auth, options);
    } catch (error) {
      throw issuerFailure(`The provider at this URL cannot be used: ${reasonOf(error)}`, error);
    }
  }

  return {
    redirectUri,

    /** Fetches the provider's configuration. @throws Failure `invalid_request`. */
    async check(provider: ProviderClient): Promise<void> {
      await discover(provider);
    },

    /** Returns the URL to redirect the browser to, and the values to store until it returns. */
    async begin(provider: ProviderClient, accountId: string, email: string) {
      const client = await import('openid-client');
      const config: Configuration = await discover(provider);
      const challenge: SsoChallenge = {
        accountId,
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state: challenge.state,
        nonce: challenge.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(challenge.verifier),
        code_challenge_method: 'S256',
        login_hint: email,
      });
      return { url: url.href, challenge };
    },

    /**
     * Exchanges the code in the callback URL and verifies the ID token.
     *
     * @throws Error if a check fails.
     */
    async complete(
      provider: ProviderClient,
      search: string,
      { state, nonce, verifier }: SsoChallenge,
    ): Promise<Claims> {
      const client = await import('openid-client');
      const config = await discover(provider);
      const tokens = await client.authorizationCodeGrant(config, new URL(redirectUri + search), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = Claims.parse(tokens.claims());
      if (claims.email !== undefined) return claims;
      // Providers may omit scope claims from the ID token (OpenID Connect Core, section 5.4).
      return Claims.parse(await client.fetchUserInfo(config, tokens.access_token, claims.sub));
    },
  };
}

export type ProviderService = ReturnType<typeof providerClient>;

/** Sends the secret in a form that the provider supports. Basic is the specification's default. */
function secretAuth(client: typeof OpenidClient, secret: string): ClientAuth {
  const [post, basic] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)];
  return (server, metadata, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const auth = methods.includes('client_secret_basic') ? basic : post;
    auth(server, metadata, body, headers);
  };
}

function issuerFailure(detail: string, cause?: unknown): Failure {
  return new Failure('invalid_request', `issuer: ${detail}`, {
    // The provider's error message is shown unchanged.
    errors: [{ pointer: '/issuer', detail, ...(cause === undefined && { reason: 'url' }) }],
    cause,
  });
}

function reasonOf(error: unknown): string {
  const causes = [];
  for (let one = error; one instanceof Error && causes.length < 4; one = one.cause)
    causes.push(one);
  // The innermost error names the host or the mismatch. Outer errors are generic.
  return causes.at(-1)?.message ?? String(error);
}
