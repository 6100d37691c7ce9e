import { randomBytes } from 'node:crypto';
import { readConfig, readSecret, WrongUsage } from '../server/config.ts';
import { migrate } from '../server/db/migrate.ts';
import { serveUntilSignal } from '../server/main.ts';
import { openConfigured } from '../server/open-configured.ts';
import { publicUrlOf } from '../server/public-url.ts';
import { demoPages } from './pages.ts';
import { shopServer } from './shop/server.ts';
import { seedDemo } from './seed.ts';

/** Everything on one port: the API, the component and the demo's pages. */
async function start(): Promise<void> {
  const config = readConfig({ LOG_LEVEL: 'warn', SVC_WEBHOOK_LOOPBACK: 'on', ...process.env });
  const db = openConfigured(config);
  await migrate(db, () => new Date());
  const local = [`http://${config.host}:${config.port}`, `http://localhost:${config.port}`];
  const origins = [...new Set([...local, ...(config.publicUrl ? [config.publicUrl] : [])])];
  const origin = publicUrlOf(config, config.port);
  const own = config.allowLoopback ? { origin, secret: readSecret(config, randomBytes) } : null;
  const demo = await seedDemo({ db, dataFolder: config.dataFolder, origins, own });
  const { secretKey, shop } = demo;
  const { url } = await serveUntilSignal(config, {
    db,
    plugins: [
      async (app) => {
        await app.register(demoPages, { demo, origin });
        if (shop) await app.register(shopServer, { shop, origin });
      },
    ],
  });
  console.log(`
  svc-reader is running.

  Open   ${url}/demo/
  Try    curl -H 'Authorization: Bearer ${secretKey}' ${url}/v1/books
${shop ? '' : '\n  The shop is closed: its server calls this one, which SVC_WEBHOOK_LOOPBACK=off forbids.\n'}
  Ctrl+C ends it.
`);
}

try {
  await start();
} catch (error) {
  console.error(error instanceof WrongUsage ? error.message : error);
  process.exit(error instanceof WrongUsage ? 2 : 1);
}
