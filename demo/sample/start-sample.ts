import { randomBytes } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '../../server/config.ts';
import { readSecrets } from '../../server/secret-file.ts';
import type { Database } from '../../server/db/open.ts';
import { servedRates } from '../../server/rates/served-rates.ts';
import {
  createSampleAccount,
  createSamplePartner,
  sampleEmail,
  samplePartnerEmail,
} from './sample-account.ts';
import { samplePaths, seedSample } from './seed-sample.ts';

export interface StartSampleOptions {
  config: Config;
  db: Database;
  /** Origin at which this server is reached. */
  origin: string;
  /** Password of the account's owner, used if the account does not exist. */
  password: string;
}

/** The sample account of the demo. */
export interface Sample {
  /** Email address with which its owner signs in. */
  email: string;
  /** Email address with which one of its partners signs in. */
  partnerEmail: string;
  /** Receives the sample's webhooks, and fills the account once the server listens. */
  plugin: FastifyPluginAsync;
}

/**
 * Creates the account. Filling it takes a second of processor time, so it starts once the server
 * listens.
 */
export async function startSample(options: StartSampleOptions): Promise<Sample> {
  const { config, db, origin } = options;
  const accountId = await createSampleAccount(db, options.password);
  const fill = async () => {
    const rates = await servedRates(db, () => new Date()).current();
    const secrets = readSecrets(config, randomBytes);
    const allowsSelfCalls = config.allowLoopback;
    await seedSample({
      db,
      accountId,
      untilMs: Date.now(),
      rates,
      secrets,
      origin,
      allowsSelfCalls,
    });
    await createSamplePartner(db, accountId, options.password);
  };
  return {
    email: sampleEmail,
    partnerEmail: samplePartnerEmail,
    plugin: async (app) => {
      const open = { config: { access: 'open' as const } };
      let isClosing = false;
      app.post(samplePaths.working, open, (_request, reply) => reply.status(204).send());
      app.post(samplePaths.failing, open, (_request, reply) =>
        reply.status(503).send('Service unavailable: the database is being moved.'),
      );
      app.addHook('preClose', async () => void (isClosing = true));
      app.addHook('onListen', async () => {
        // Not awaited, so that the server can respond to requests. The data is stored completely or
        // not at all.
        void fill().catch((error: unknown) => {
          if (!isClosing) app.log.warn({ err: error }, 'the sample data could not be stored');
        });
      });
    },
  };
}
