import { z } from 'zod';
import { Usage } from '../http/quota-hooks.ts';
import { Permission, resources, Tier } from '../values/permissions.ts';

/** The four tiers, their key segment and their limits: the contract's table. */
export const tiers = {
  basic: { segment: 'basic', dailyLimit: 100, monthlyLimit: 1_000, perSecond: 10, burst: 20 },
  pro: { segment: 'pro', dailyLimit: 10_000, monthlyLimit: 100_000, perSecond: 50, burst: 100 },
  unlimited: {
    segment: 'unlimited',
    dailyLimit: 100_000,
    monthlyLimit: 1_000_000,
    perSecond: 200,
    burst: 400,
  },
  developer: {
    segment: 'dev',
    dailyLimit: 50_000,
    monthlyLimit: 500_000,
    perSecond: 100,
    burst: 200,
  },
} as const;

/** What a secret key may do unless told otherwise. */
export const allPermissions: Permission[] = resources.flatMap((resource): Permission[] => [
  `read:${resource}`,
  `write:${resource}`,
]);

/** All that a publishable key can ever do. */
export const publishablePermissions: Permission[] = ['read:reader', 'read:books'];

/** A key as `GET /v1/keys/me` shows it to its bearer. */
export const KeyRecord = z
  .object({
    id: z.string().regex(/^key_[0-9A-Za-z]{16,40}$/),
    tier: Tier,
    permissions: z.array(Permission),
    usage: Usage,
    expiresAt: z.iso.datetime().nullable().describe('Null when the key does not expire.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'KeyRecord' });
export type KeyRecord = z.infer<typeof KeyRecord>;

/** Shares of a quota, in per cent, that its account is told of. */
export const quotaThresholds = [80, 100] as const;

/** A key has used much of its quota. */
export const QuotaWarning = z
  .object({
    keyId: KeyRecord.shape.id.describe('The newest key of the quota: rotated ones share it.'),
    tier: Tier,
    window: z.enum(['day', 'month']),
    threshold: z
      .union([z.literal(80), z.literal(100)])
      .describe('Per cent of the limit. Each is told once in a window.'),
    used: z.int().min(1).describe('Requests counted in the window when this was noticed.'),
    limit: z.int().min(1),
    resetsAt: z.iso.datetime().describe('When the window ends.'),
  })
  .meta({ id: 'QuotaWarning' });
export type QuotaWarning = z.infer<typeof QuotaWarning>;
