import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { after } from 'node:test';
import { decode, encode } from 'dns-packet';

/** Addresses of a name of one family; null: no answer at all. */
export type Zone = (type: 'A' | 'AAAA', asked: number) => string[] | null;

/**
 * A name server on this machine, of whatever name it is asked; stopped when the tests around it are
 * done. Nothing it says may be kept (TTL 0).
 *
 * @param zone - Is told how often the family was asked for before.
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
