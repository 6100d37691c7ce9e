import { sender } from '../../../server/webhooks/sender.ts';
import { summarizeOutcome } from './test-sender.ts';

// Run as a process of its own, to see what the environment does to a delivery.
const { send, close } = sender({ allowLoopback: true, now: () => new Date() });
console.log(summarizeOutcome(await send(process.argv[2] ?? '', {}, '{}')));
await close();
