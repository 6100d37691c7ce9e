/**
 * Types of the server's contract that the console uses. Imports only types, because the schemas
 * would load zod.
 */
export type * from '../../server/console/contract.ts';
export type * from '../../server/console/developer-contract.ts';
export type * from '../../server/console/system-contract.ts';
export type { Deployment, DeploymentPatch, Domain } from '../../server/deployments/contract.ts';
export type { TokenCheck } from '../../server/deployments/check-tokens.ts';
export type { DomainCertificate } from '../../server/console/domain-certificate.ts';
export type * from '../../server/console/report-contract.ts';
export type * from '../../server/console/sign-in-contract.ts';
export type { Book } from '../../server/books/contract.ts';
export type { BookPatch } from '../../server/books/book-input.ts';
export type {
  Delivery,
  DeliveryWithAttempts,
  NewWebhook,
  Webhook,
  WebhookChange,
} from '../../server/webhooks/contract.ts';
export type { LoggedRequest } from '../../server/request-log/contract.ts';
export type { EventTypeDescription } from '../../server/webhooks/event-types.ts';
export type { PriceChange } from '../../server/books/price-list.ts';
export type { ChapterView, SerialChapter } from '../../server/chapters/contract.ts';
export type { Permission, Tier } from '../../server/values/permissions.ts';

/** `test/console/contract.test.ts` compares these values with the server's. */
export const minPasswordLength = 10;
export const tiers = ['basic', 'pro', 'unlimited', 'developer'] as const;
/** Requests per UTC day and month. */
export const tierLimits = {
  basic: { daily: 100, monthly: 1_000 },
  pro: { daily: 10_000, monthly: 100_000 },
  unlimited: { daily: 100_000, monthly: 1_000_000 },
  developer: { daily: 50_000, monthly: 500_000 },
} as const;
export const defaultMaxSaleAmount = 1_000_000_000;
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
export const publishablePermissions = ['read:reader', 'read:books'] as const;
export const uploadLimits = { fileBytes: 100 * 1024 * 1024, partBytes: 2 * 1024 * 1024 } as const;
export const invitedRoles = ['owner', 'developer', 'editor', 'analyst'] as const;
