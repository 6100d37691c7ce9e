import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { asciiHost } from '../../deployments/host-name.ts';
import { type LookUpTxt, newVerificationValue } from '../../deployments/domains.ts';
import { txtRecordName } from '../../deployments/stored-deployment.ts';
import { Failure } from '../../failure.ts';
import type { ConsoleContext } from '../console-context.ts';
import { NewSingleSignOn, type SignInRules, type SingleSignOn } from '../sign-in-contract.ts';
import type { ProviderService } from '../single-sign-on/provider.ts';
import { endSingleSignOn, findConnection } from '../store/single-sign-on.ts';
import { requireAccount, requireUser } from '../visitor.ts';

interface RuleServices {
  provider: ProviderService;
  lookUpTxt: LookUpTxt;
}

/** Routes for an account's sign-in rules: required second factors and single sign-on. */
export const signInRuleRoutes: FastifyPluginAsyncZod<ConsoleContext & RuleServices> = async (
  app,
  context,
) => {
  const { db, now, random, audit, signInSecrets, provider, lookUpTxt } = context;
  const url = '/console/api/accounts/:accountId';

  /** GET …/sign-in-rules → `SignInRules`. */
  app.get(`${url}/sign-in-rules`, async (request) => {
    const { id } = requireAccount(request);
    const { requires_second_factor: isRequired } = await db.query
      .selectFrom('accounts')
      .select('requires_second_factor')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const connection = await findConnection(db.query, id);
    const data: SignInRules = {
      requiresSecondFactor: isRequired === 1,
      singleSignOn: connection ? toSingleSignOn(connection) : null,
      redirectUri: provider.redirectUri,
    };
    return { data };
  });

  /**
   * PATCH …/sign-in-rules with `{ requiresSecondFactor }`. Errors: `conflict` if the user signed in
   * without a second factor, and would lose access.
   */
  app.patch(
    `${url}/sign-in-rules`,
    { schema: { body: z.strictObject({ requiresSecondFactor: z.boolean() }) } },
    async (request) => {
      const { id: accountId, name } = requireAccount(request);
      const { requiresSecondFactor } = request.body;
      if (requiresSecondFactor && requireUser(request).method === 'password') {
        throw new Failure(
          'conflict',
          'You would lose access. First set up an authenticator app or a passkey on the page with your name.',
        );
      }
      await audit.change(request, async ({ query }) => {
        await query
          .updateTable('accounts')
          .set({ requires_second_factor: requiresSecondFactor ? 1 : 0 })
          .where('id', '=', accountId)
          .execute();
        const change = { accountId, action: 'account.sign_in_rules', target: name };
        return { result: null, change: { ...change, after: { requiresSecondFactor } } };
      });
      return { data: {} };
    },
  );

  /**
   * PUT …/single-sign-on → `SingleSignOn`. Another issuer, client or domain ends the sessions of
   * the current provider. Errors: `invalid_request`.
   */
  app.put(`${url}/single-sign-on`, { schema: { body: NewSingleSignOn } }, async (request) => {
    const { id: accountId } = requireAccount(request);
    const { issuer, clientId, clientSecret } = request.body;
    const domain = asciiHost(request.body.domain);
    if (!domain?.includes('.')) throw invalid('domain', 'Must be a domain such as example.com.');
    const old = await findConnection(db.query, accountId);
    const isSame = old?.issuer === issuer && old.client_id === clientId;
    // A secret must be sent only to the provider that issued it.
    const secret = clientSecret ?? (old && isSame ? signInSecrets.open(old.client_secret) : null);
    if (secret === null) throw invalid('clientSecret', 'Must be the secret of this client.');
    await provider.check({ issuer, clientId, clientSecret: secret });
    const keepsDomain = old?.domain === domain;
    const values = {
      issuer,
      client_id: clientId,
      client_secret: signInSecrets.seal(secret),
      domain,
      domain_value: keepsDomain ? old.domain_value : newVerificationValue(random),
      verified_domain: keepsDomain ? old.verified_domain : null,
    };
    await audit.change(request, async ({ query }) => {
      if (!isSame || !keepsDomain) await endSingleSignOn(query, accountId);
      await query
        .insertInto('sso_connections')
        .values({ account_id: accountId, created_at: now().toISOString(), ...values })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
        .execute();
      const before = old && { issuer: old.issuer, clientId: old.client_id, domain: old.domain };
      const change = { accountId, action: 'sso.change', target: domain };
      return { result: null, change: { ...change, before, after: { issuer, clientId, domain } } };
    });
    return { data: toSingleSignOn(values) };
  });

  /** DELETE …/single-sign-on: ends its sessions. Errors: `not_found`. */
  app.delete(`${url}/single-sign-on`, async (request) => {
    const { id: accountId } = requireAccount(request);
    await audit.change(request, async ({ query }) => {
      const old = await findConnection(query, accountId);
      if (!old) throw noConnection();
      await endSingleSignOn(query, accountId);
      await query.deleteFrom('sso_connections').where('account_id', '=', accountId).execute();
      const before = { issuer: old.issuer, clientId: old.client_id, domain: old.domain };
      const change = { accountId, action: 'sso.remove', target: old.domain };
      return { result: null, change: { ...change, before } };
    });
    return { data: {} };
  });

  /**
   * POST …/single-sign-on/verify: looks up the domain's TXT record → `SingleSignOn`.
   * Errors: `not_found`, `conflict`.
   */
  app.post(`${url}/single-sign-on/verify`, async (request) => {
    const { id: accountId } = requireAccount(request);
    const connection = await findConnection(db.query, accountId);
    if (!connection) throw noConnection();
    const { domain, domain_value: value } = connection;
    const records = await lookUpTxt(txtRecordName(domain)).catch(() => {
      throw new Failure('conflict', `The name servers of ${domain} did not respond. Try again.`);
    });
    if (!records.includes(value)) {
      throw new Failure(
        'conflict',
        `${txtRecordName(domain)} has no TXT record with this value yet. New records can take an hour.`,
      );
    }
    await audit.change(request, async ({ query }) => {
      const other = await query
        .selectFrom('sso_connections')
        .select('account_id')
        .where('verified_domain', '=', domain)
        .where('account_id', '!=', accountId)
        .executeTakeFirst();
      if (other)
        throw new Failure('conflict', `Another account on this server has the domain ${domain}.`);
      await query
        .updateTable('sso_connections')
        .set({ verified_domain: domain })
        .where('account_id', '=', accountId)
        .where('domain_value', '=', value)
        .execute();
      return { result: null, change: { accountId, action: 'sso.verify', target: domain } };
    });
    return { data: toSingleSignOn({ ...connection, verified_domain: domain }) };
  });
};

interface ConnectionRow {
  issuer: string;
  client_id: string;
  domain: string;
  domain_value: string;
  verified_domain: string | null;
}

function toSingleSignOn(row: ConnectionRow): SingleSignOn {
  return {
    issuer: row.issuer,
    clientId: row.client_id,
    domain: row.domain,
    record: { name: txtRecordName(row.domain), value: row.domain_value },
    isVerified: row.verified_domain !== null,
  };
}

function noConnection(): Failure {
  return new Failure('not_found', 'This account has no single sign-on.');
}

function invalid(member: string, detail: string): Failure {
  return new Failure('invalid_request', `${member}: ${detail}`, {
    errors: [{ pointer: `/${member}`, detail }],
  });
}
