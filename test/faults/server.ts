// A server as it runs in earnest, but for the times that nobody wants to wait for.
import { flushCompileCache } from 'node:module';
import { readConfig } from '../../server/config.ts';
import { serveUntilSignal } from '../../server/main.ts';

await serveUntilSignal(readConfig(process.env), {
  timing: {
    retryPausesMs: [100, 300, ...Array.from({ length: 60 }, () => 1000)],
    // A busy machine takes longer than this for an attempt now and then: that makes duplicates, too.
    deliveryLeaseMs: 3000,
    idempotencyLeases: { requestMs: 1500, uploadMs: 10_000 },
  },
});
// Usually written at the end of a process: these are killed.
flushCompileCache();
