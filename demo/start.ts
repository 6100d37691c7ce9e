import { readConfig, WrongUsage } from '../server/config.ts';
import { migrate } from '../server/db/migrate.ts';
import { serveUntilSignal } from '../server/main.ts';
import { openConfigured } from '../server/open-configured.ts';
import { demoPages } from './pages.ts';
import { seedDemo } from './seed.ts';

/** Everything on one port: the API, the component and the demo's pages. */
async function start(): Promise<void> {
  const config = readConfig({ LOG_LEVEL: 'warn', SVC_WEBHOOK_LOOPBACK: 'on', ...process.env });
  const db = openConfigured(config);
  await migrate(db, () => new Date());
  const local = [`http://${config.host}:${config.port}`, `http://localhost:${config.port}`];
  const origins = [...new Set([...local, ...(config.publicUrl ? [config.publicUrl] : [])])];
  const { book, secretKey, publishableKey } = await seedDemo(db, config.dataFolder, origins);
  const { url } = await serveUntilSignal(config, {
    db,
    plugins: [async (app) => void (await app.register(demoPages, { book, key: publishableKey }))],
  });
  console.log(`
  svc-reader is running.

  Open   ${url}/demo/
  Try    curl -H 'Authorization: Bearer ${secretKey}' ${url}/v1/books

  Ctrl+C ends it.
`);
}

try {
  await start();
} catch (error) {
  console.error(error instanceof WrongUsage ? error.message : error);
  process.exit(error instanceof WrongUsage ? 2 : 1);
}
