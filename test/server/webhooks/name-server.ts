import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { after } from 'node:test';
import { decode, encode } from 'dns-packet';

/** Addresses of a name in one family, or null for no answer. */
export type Zone = (type: 'A' | 'AAAA', asked: number) => string[] | null;

/**
 * A local name server for all names, which stops after the surrounding tests. Its responses cannot
 * be cached (TTL 0).
 *
 * @param zone - Receives the number of earlier queries for the family.
 */
export async function nameServer(zone: Zone) {
  const asked = { A: 0, AAAA: 0 };
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    if (question?.type !== 'A' && question?.type !== 'AAAA') return;
    const { name, type } = question;
    const data = zone(type, asked[type]++);
    if (data === null) return;
    const answer = encode({
      type: 'response',
      id,
      flags: 0x0180,
      questions,
      answers: data.map((one) => ({ type, name, ttl: 0, data: one })),
    });
    socket.send(answer, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  after(() => socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, asked };
}
