import { sender } from '../../../server/webhooks/sender.ts';
import { summarizeOutcome } from './test-sender.ts';

// Runs as a separate process, to test the effect of the environment.
const { send, close } = sender({ allowLoopback: true, now: () => new Date() });
console.log(summarizeOutcome(await send(process.argv[2] ?? '', {}, '{}')));
await close();
