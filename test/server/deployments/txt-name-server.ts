import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { after } from 'node:test';
import { AUTHORITATIVE_ANSWER, decode, encode } from 'dns-packet';

/** RFC 1035, section 4.1.1. */
const responseCodes = { noSuchName: 3, fault: 2 };

/**
 * A name server on this machine that serves TXT records and stops after the tests. More records can
 * be added later.
 */
export async function txtNameServer() {
  /** Values by name. A long value is split into several strings. */
  const texts = new Map<string, string[]>();
  const state = { isBroken: false, queryCount: 0 };
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    if (question?.type !== 'TXT') return;
    state.queryCount += 1;
    const { name } = question;
    const found = texts.get(name.toLowerCase());
    const code = state.isBroken ? responseCodes.fault : found ? 0 : responseCodes.noSuchName;
    const reply = encode({
      type: 'response',
      id,
      flags: AUTHORITATIVE_ANSWER | code,
      questions,
      answers: (state.isBroken ? [] : (found ?? [])).map((text) => ({
        type: 'TXT',
        name,
        ttl: 0,
        data: splitText(text),
      })),
    });
    socket.send(reply, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  after(() => socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, texts, state };
}

function splitText(text: string): string[] {
  return text.match(/.{1,10}/gs) ?? [''];
}
