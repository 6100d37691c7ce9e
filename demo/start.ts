import { randomBytes } from 'node:crypto';
import { readConfig, UsageError, resolvePublicUrl } from '../server/config.ts';
import { readSecrets } from '../server/secret-file.ts';
import { migrate } from '../server/db/migrate.ts';
import { serveUntilSignal } from '../server/main.ts';
import { startupMessage } from '../server/startup-failure.ts';
import { openConfiguredDatabase } from '../server/open-configured-database.ts';
import { demoPages } from './pages.ts';
import { shopServer } from './shop/server.ts';
import { startSample } from './sample/start-sample.ts';
import { seedDemo } from './seed.ts';

/** Starts the API, the reader and the demo pages on one port. */
async function start(): Promise<void> {
  const config = readConfig({ LOG_LEVEL: 'warn', SVC_WEBHOOK_LOOPBACK: 'on', ...process.env });
  const db = openConfiguredDatabase(config);
  await migrate(db, () => new Date());
  const local = [`http://${config.host}:${config.port}`, `http://localhost:${config.port}`];
  const origins = [...new Set([...local, ...(config.publicUrl ? [config.publicUrl] : [])])];
  const origin = resolvePublicUrl(config, config.port);
  const selfCalls = config.allowLoopback
    ? { origin, secrets: readSecrets(config, randomBytes) }
    : null;
  const demo = await seedDemo({ db, dataFolder: config.dataFolder, origins, selfCalls });
  const { secretKey, shop, consolePassword: password } = demo;
  const sample = await startSample({ config, db, origin, password });
  const { url } = await serveUntilSignal(config, {
    db,
    plugins: [
      async (app) => {
        await app.register(demoPages, { demo, origin });
        if (shop) await app.register(shopServer, { shop, origin });
      },
      sample.plugin,
    ],
  });
  console.log(`
  The svc-reader demo is running, with sample books and keys. It is not for production: use "npm run -s svc -- serve".

  Open     ${url}/demo/
  Console  ${url}/console/ with sample data: ${sample.email}, password ${password}
  Partner  ${url}/console/ as a partner: ${sample.partnerEmail}, the same password
  Try      curl -H 'Authorization: Bearer ${secretKey}' ${url}/v1/books
${shop ? '' : '\n  The shop is disabled, because SVC_WEBHOOK_LOOPBACK=off forbids its requests to this server.\n'}
  Press Ctrl+C to stop.
`);
}

try {
  await start();
} catch (error) {
  const isUsageError = error instanceof UsageError;
  console.error(isUsageError ? error.message : (startupMessage(error, process.env) ?? error));
  process.exit(isUsageError ? 2 : 1);
}
