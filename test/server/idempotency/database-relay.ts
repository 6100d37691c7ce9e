import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';

/**
 * Forwards connections to a local PostgreSQL server and can break them. Stops after the surrounding
 * tests.
 */
export async function databaseRelay(target: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  let loses: string | null = null;
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    const database = connect(target, '127.0.0.1');
    let isLosing = false;
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    if (isCut) return void client.destroy();
    client.on('data', (chunk) => {
      isLosing ||= loses !== null && chunk.includes(loses);
      database.write(chunk);
    });
    database.on('data', (chunk) => {
      if (isLosing) cut();
      else client.write(chunk);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    cut();
    server.close();
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    /** Breaks all connections, and rejects new ones. */
    cut,
    /**
     * Executes the first statement with this text, and breaks all connections before the answer
     * arrives.
     */
    loseAnswerTo(text: string): void {
      loses = text;
    },
    restore(): void {
      isCut = false;
      loses = null;
    },
  };
}
