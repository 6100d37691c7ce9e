import { z } from 'zod';

/** A key's tier. `tiers` in keys/contract.ts contains the limits of each tier. */
export const Tier = z.enum(['basic', 'pro', 'unlimited', 'developer']);
export type Tier = z.infer<typeof Tier>;

/** Resources to which permissions apply, with one name per group of routes. */
export const resources = [
  'books',
  'chapters',
  'reviews',
  'sales',
  'webhooks',
  'reader',
  'affiliates',
  'rates',
  'analytics',
  'keys',
  'logs',
] as const;

export const Permission = z
  .templateLiteral([z.enum(['read', 'write']), ':', z.enum(resources)])
  .describe('`<action>:<resource>`; `write` implies `read`.');
export type Permission = z.infer<typeof Permission>;
