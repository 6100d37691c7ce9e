import type { CDPSession } from 'playwright';

/** A mid-range phone on an average connection. */
export const slowPhone = { cpuSlowdown: 4, megabitsPerSecond: 10, roundTripMs: 40 };

/** Makes a page as slow as on that phone. The session's network events must be enabled. */
export async function throttle(session: CDPSession): Promise<void> {
  const bytesPerSecond = (slowPhone.megabitsPerSecond * 1_000_000) / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slowPhone.roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowPhone.cpuSlowdown });
}
