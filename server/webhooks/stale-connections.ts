import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { errors } from 'undici';

const channel = 'undici:client:sendHeaders';

/**
 * Detects requests that failed because the receiver closed a reused connection at the same time.
 * Such a request was most likely never read and can be sent again.
 */
export function staleConnections() {
  const requests = new WeakMap<Socket, number>();
  const brokenOn = new WeakMap<Error, Socket>();

  const onRequest = (message: unknown): void => {
    const socket = socketOf(message);
    const count = requests.get(socket);
    // The channel reports every request in the process, including those on other sockets.
    if (count !== undefined) requests.set(socket, count + 1);
  };
  subscribe(channel, onRequest);

  return {
    /** Must be called with every new connection. */
    watch(socket: Socket): void {
      requests.set(socket, 0);
      socket.on('error', (error) => brokenOn.set(error, socket));
    },

    /** Whether a request without a response failed for this reason. */
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

/** The channel's message, as documented by Undici: `{request, headers, socket}`. */
function socketOf(message: unknown): Socket {
  return (message as { socket: Socket }).socket;
}
