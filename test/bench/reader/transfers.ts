import type { CDPSession } from 'playwright';

/** Transferred bytes, compressed as sent. */
export interface TransferTotals {
  /** Without response headers. */
  scriptBytes: number;
  /** With all response headers. */
  totalBytes: number;
  requests: number;
}

interface Transfer {
  isScript: boolean;
  sentAtMs: number;
  headerBytes: number;
  /** Bytes by time of arrival, in milliseconds since the epoch. */
  arrivals: { atMs: number; bytes: number }[];
}

/** Records every HTTP request from now on. The session's network events must be enabled. */
export function recordTransfers(session: CDPSession): {
  until(epochMs: number): TransferTotals;
  /**
   * When the last script had arrived, in milliseconds since the epoch, or `-Infinity` without
   * scripts.
   */
  lastScriptMs(): number;
} {
  const transfers = new Map<string, Transfer>();
  // The protocol uses a monotonic clock. Each request reports the time of both clocks once.
  let clockShiftMs = 0;

  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime, type }) => {
    clockShiftMs = (wallTime - timestamp) * 1000;
    if (!request.url.startsWith('http')) return;
    transfers.set(requestId, {
      isScript: type === 'Script',
      sentAtMs: wallTime * 1000,
      headerBytes: 0,
      arrivals: [],
    });
  });
  session.on('Network.responseReceived', ({ requestId, response, timestamp }) => {
    const transfer = transfers.get(requestId);
    if (!transfer) return;
    transfer.isScript ||= response.mimeType.includes('javascript');
    transfer.headerBytes = response.encodedDataLength;
    transfer.arrivals.push({
      atMs: timestamp * 1000 + clockShiftMs,
      bytes: response.encodedDataLength,
    });
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength, timestamp }) => {
    transfers
      .get(requestId)
      ?.arrivals.push({ atMs: timestamp * 1000 + clockShiftMs, bytes: encodedDataLength });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const transfer = transfers.get(requestId);
    if (!transfer) return;
    const known = transfer.arrivals.reduce((sum, { bytes }) => sum + bytes, 0);
    transfer.arrivals.push({
      atMs: timestamp * 1000 + clockShiftMs,
      bytes: encodedDataLength - known,
    });
  });

  return {
    until: (epochMs) => {
      const totals: TransferTotals = { scriptBytes: 0, totalBytes: 0, requests: 0 };
      for (const { isScript, sentAtMs, headerBytes, arrivals } of transfers.values()) {
        if (sentAtMs <= epochMs) totals.requests += 1;
        const bytes = arrivals
          .filter(({ atMs }) => atMs <= epochMs)
          .reduce((sum, arrival) => sum + arrival.bytes, 0);
        totals.totalBytes += bytes;
        if (isScript) totals.scriptBytes += Math.max(0, bytes - headerBytes);
      }
      return totals;
    },
    lastScriptMs: () =>
      Math.max(
        ...[...transfers.values()]
          .filter(({ isScript }) => isScript)
          .flatMap(({ arrivals }) => arrivals.map(({ atMs }) => atMs)),
      ),
  };
}
