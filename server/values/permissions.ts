import { z } from 'zod';

/** Tier of a key; `tiers` in keys/contract.ts has the limits of each. */
export const Tier = z.enum(['basic', 'pro', 'unlimited', 'developer']);
export type Tier = z.infer<typeof Tier>;

/** What permissions are for: one name per group of routes. */
export const resources = [
  'books',
  'chapters',
  'reviews',
  'sales',
  'webhooks',
  'reader',
  'affiliates',
  'rates',
] as const;

export const Permission = z
  .templateLiteral([z.enum(['read', 'write']), ':', z.enum(resources)])
  .describe('`<action>:<resource>`; `write` implies `read`.');
export type Permission = z.infer<typeof Permission>;
