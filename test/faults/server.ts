// A server with production settings, except for shorter intervals.
import { flushCompileCache } from 'node:module';
import { readConfig } from '../../server/config.ts';
import { serveUntilSignal } from '../../server/main.ts';

await serveUntilSignal(readConfig(process.env), {
  timing: {
    retryPausesMs: [100, 300, ...Array.from({ length: 60 }, () => 1000)],
    // On a busy machine, some attempts take longer than this, which also creates duplicates.
    deliveryLeaseMs: 3000,
    idempotencyLeases: { requestMs: 1500, uploadMs: 10_000 },
  },
});
// The process would normally write this at exit, but these processes are killed.
flushCompileCache();
