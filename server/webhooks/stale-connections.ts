import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { errors } from 'undici';

const channel = 'undici:client:sendHeaders';

/**
 * Tells when a connection that had been kept was closed by the other side just as it was used again:
 * such a request was most likely never read, and the target is not to blame.
 */
export function staleConnections() {
  const requests = new WeakMap<Socket, number>();
  const brokenOn = new WeakMap<Error, Socket>();

  const onRequest = (message: unknown): void => {
    const socket = socketOf(message);
    const count = requests.get(socket);
    // Sockets of others are not known here: the channel tells of every request of the process.
    if (count !== undefined) requests.set(socket, count + 1);
  };
  subscribe(channel, onRequest);

  return {
    /** Call it with every new connection. */
    watch(socket: Socket): void {
      requests.set(socket, 0);
      socket.on('error', (error) => brokenOn.set(error, socket));
    },

    /** Whether that is why a request failed; asked only of those without an answer. */
    isStale(error: unknown): boolean {
      if (!(error instanceof Error) || !isClosing(error)) return false;
      const socket = brokenOn.get(error);
      return socket !== undefined && (requests.get(socket) ?? 0) > 1;
    },

    end: (): void => void unsubscribe(channel, onRequest),
  };
}

function isClosing(error: Error): boolean {
  if (error instanceof errors.SocketError) return !error.message.startsWith('bad ');
  return 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

/** Undici documents what it tells: `{request, headers, socket}`. */
function socketOf(message: unknown): Socket {
  return (message as { socket: Socket }).socket;
}
