/** Tolerated difference between the clocks of a client and of this server. */
export const clockSkewMs = 5 * 60_000;

export const dayMs = 86_400_000;
