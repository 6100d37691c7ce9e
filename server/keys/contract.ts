import { z } from 'zod';
import { environments } from '../values/environment.ts';
import { Usage } from '../http/quota-hooks.ts';
import { Permission, resources, Tier } from '../values/permissions.ts';

/** The tiers with their key segments, quotas and rate limits. */
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

/** Default permissions of a secret key. */
export const allPermissions: Permission[] = resources.flatMap((resource): Permission[] => [
  `read:${resource}`,
  `write:${resource}`,
]);

/** All permissions that a publishable key can have. Also its default permissions. */
export const publishablePermissions: Permission[] = ['read:reader', 'read:books'];

/** The request's API key, as returned by `GET /v1/keys/me`. */
export const KeyRecord = z
  .object({
    id: z.string().regex(/^key_[0-9A-Za-z]{16,40}$/),
    tier: Tier,
    environment: z
      .enum(environments)
      .describe('Keys of the test environment never read or write live sales, clicks or webhooks.'),
    permissions: z.array(Permission),
    usage: Usage,
    expiresAt: z.iso.datetime().nullable().describe('Null if the key does not expire.'),
    createdAt: z.iso.datetime(),
  })
  .meta({
    id: 'KeyRecord',
    example: {
      id: 'key_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
      tier: 'basic',
      environment: 'live',
      permissions: ['read:books', 'read:reader'],
      usage: {
        today: 1,
        thisMonth: 1,
        dailyLimit: 100,
        monthlyLimit: 1000,
        remainingToday: 99,
        remainingThisMonth: 999,
        resetsAt: '2026-11-22T00:00:00.000Z',
      },
      expiresAt: null,
      createdAt: '2026-11-21T12:00:00.000Z',
    },
  });
export type KeyRecord = z.infer<typeof KeyRecord>;

/** Percentages of a quota at which its account receives an event. */
export const quotaThresholds = [80, 100] as const;

/** Data of `quota.threshold_reached`. */
export const QuotaWarning = z
  .object({
    keyId: KeyRecord.shape.id.describe(
      'The newest key of the quota. Rotated keys share one quota.',
    ),
    tier: Tier,
    window: z.enum(['day', 'month']),
    threshold: z
      .union([z.literal(80), z.literal(100)])
      .describe('Percentage of the limit. Each percentage is sent once per window.'),
    used: z.int().min(1).describe('Requests counted in the window at the time of the event.'),
    limit: z.int().min(1),
    resetsAt: z.iso.datetime().describe('End of the window.'),
  })
  .meta({
    id: 'QuotaWarning',
    example: {
      keyId: 'key_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
      tier: 'basic',
      window: 'month',
      threshold: 80,
      used: 800,
      limit: 1000,
      resetsAt: '2026-12-01T00:00:00.000Z',
    },
  });
export type QuotaWarning = z.infer<typeof QuotaWarning>;
