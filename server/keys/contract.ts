import { z } from 'zod';
import { environments } from '../values/environment.ts';
import { Usage } from '../http/quota-hooks.ts';
import { Permission, resources, Tier } from '../values/permissions.ts';
import { optionalNameText } from '../values/visible-text.ts';

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

/**
 * Default permissions of a secret key: all except those for keys. A stolen key that can create keys
 * would remain useful after its revocation.
 */
export const allPermissions: Permission[] = resources
  .filter((resource) => resource !== 'keys')
  .flatMap((resource): Permission[] => [`read:${resource}`, `write:${resource}`]);

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

const KeyId = z.string().regex(/^key_[0-9A-Za-z]{16,40}$/);
const KeyKind = z.enum(['secret', 'publishable']);
const nameDescription = 'Helps people recognize the key.';
export const KeyName = optionalNameText(100).describe(nameDescription);
const Origin = z.string().max(300).meta({ example: 'https://shop.example' });
const BookIds = z.array(z.string().max(100)).max(1000);
const Expiry = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .nullable()
  .describe('Null if the key does not expire.')
  .meta({ example: '2027-12-31T00:00:00Z' });

const keyExample = {
  id: 'key_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
  name: 'Shop',
  kind: 'publishable',
  tier: 'pro',
  environment: 'live',
  permissions: ['read:reader', 'read:books'],
  allowedOrigins: ['https://shop.example'],
  privateBooks: [],
  ending: 'ZqFL',
  state: 'active',
  lastUsedAt: '2026-11-21T12:00:00.000Z',
  createdAt: '2026-11-21T12:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
};
const newKeyExample = {
  ...keyExample,
  lastUsedAt: null,
  key: 'svc_pro_pubC6fSb1nJ8tQd4XwL0eRyM2kV9aZqFL',
};

/** A key as listed by `GET /v1/keys`. */
export const ApiKey = z
  .object({
    id: KeyId,
    name: z.string().describe(nameDescription),
    kind: KeyKind,
    tier: Tier,
    environment: z.enum(environments),
    permissions: z.array(Permission),
    allowedOrigins: z
      .array(z.string())
      .describe('Origins that may use a publishable key. Empty for a secret key.'),
    privateBooks: z
      .union([z.literal('all'), z.literal('unlisted'), z.array(z.string())])
      .describe(
        'Private books of the account that the key shows. `all` for a secret key. `unlisted` opens every book by its id.',
      ),
    ending: z.string().describe('The key’s last four characters.'),
    state: z.enum(['active', 'expired', 'revoked']),
    lastUsedAt: z.iso
      .datetime()
      .nullable()
      .describe('Time of the last request, to the minute. Null if the key was never used.'),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable().describe('Null if the key does not expire.'),
    revokedAt: z.iso.datetime().nullable(),
  })
  .meta({
    id: 'ApiKey',
    example: keyExample,
  });
export type ApiKey = z.infer<typeof ApiKey>;

/** A new key with its text. */
export const ApiKeyWithText = ApiKey.extend({
  key: z.string().describe('The key itself. Only this response contains it.'),
}).meta({ id: 'ApiKeyWithText', example: newKeyExample });

export const NewApiKey = z
  .strictObject({
    name: KeyName.default(''),
    kind: KeyKind.default('secret'),
    tier: Tier.optional().describe('Defaults to the tier of the request’s key.'),
    environment: z
      .enum(environments)
      .optional()
      .describe('Defaults to the environment of the request’s key.'),
    permissions: z
      .array(Permission)
      .min(1)
      .max(resources.length * 2)
      .optional()
      .describe(
        'Defaults to `read:reader` and `read:books` for a publishable key, and to all permissions of the request’s key except those for keys for a secret key.',
      ),
    allowedOrigins: z
      .array(Origin)
      .max(100)
      .optional()
      .describe('Origins that may use a publishable key, which requires at least one.'),
    privateBooks: z
      .union([z.literal('unlisted'), BookIds])
      .optional()
      .describe('Private books that a publishable key shows. Defaults to none.'),
    expiresAt: Expiry.default(null),
  })
  .meta({
    id: 'NewApiKey',
    example: { name: 'Shop', kind: 'publishable', allowedOrigins: ['https://shop.example'] },
  });

export const ApiKeyChange = z
  .strictObject({
    name: KeyName.optional(),
    allowedOrigins: z
      .array(Origin)
      .max(100)
      .optional()
      .describe('Replaces the origins of a publishable key.'),
    privateBooks: z
      .union([z.literal('unlisted'), BookIds])
      .optional()
      .describe('Replaces the private books that a publishable key shows.'),
    expiresAt: Expiry.optional(),
  })
  .meta({
    id: 'ApiKeyChange',
    example: { allowedOrigins: ['https://shop.example', 'https://www.shop.example'] },
  });

/** Longest grace period. */
const maxGraceSeconds = 30 * 86_400;

export const KeyRotation = z
  .strictObject({
    graceSeconds: z
      .int()
      .min(0)
      .max(maxGraceSeconds)
      .default(86_400)
      .describe('How long the old key remains valid.'),
  })
  .meta({ id: 'KeyRotation', example: { graceSeconds: 3600 } });

/** The successor of a rotated key. */
export const RotatedApiKey = ApiKeyWithText.extend({
  predecessor: z.object({
    id: KeyId,
    expiresAt: z.iso.datetime().describe('When the old key stops working.'),
  }),
}).meta({
  id: 'RotatedApiKey',
  example: {
    ...newKeyExample,
    predecessor: {
      id: 'key_01K9Y2B7C3D4E5F6G7H8J9KAMB',
      expiresAt: '2026-11-22T12:00:00.000Z',
    },
  },
});

/** Requests counted in one day. */
export const DayUsage = z
  .object({
    date: z.iso.date().describe('UTC day.'),
    requests: z.int().min(0),
  })
  .meta({ id: 'DayUsage', example: { date: '2026-11-21', requests: 42 } });

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
