import { z } from 'zod';
import type { Book, BookWarning, Provenance } from '../books/contract.ts';
import { environments } from '../values/environment.ts';
import { Permission, Tier } from '../values/permissions.ts';
import { nameText, optionalNameText } from '../values/visible-text.ts';

/** Roles of an account's members. */
export const accountRoles = ['owner', 'developer', 'editor', 'analyst', 'partner'] as const;
export const AccountRole = z.enum(accountRoles);
export type AccountRole = z.infer<typeof AccountRole>;

/** All roles. The operator of the server has access to all accounts. */
export type Role = 'operator' | AccountRole;

/** Roles that an invitation can give. Partners are invited together with their affiliate. */
export const InvitedRole = AccountRole.exclude(['partner']);

/** Compared in lower case. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'must have at most 254 characters')
  .pipe(z.email('must be an email address such as ada@example.com'));

export const AccountName = nameText(100);
export const PersonName = nameText(100);

export const minPasswordLength = 10;
/** Longer passwords would only make hashing slower. */
export const maxPasswordLength = 200;

export const NewPassword = z
  .string()
  .min(minPasswordLength, `must have at least ${minPasswordLength} characters`)
  .max(maxPasswordLength, `must have at most ${maxPasswordLength} characters`);

export const Password = z.string().max(maxPasswordLength);

/** An account to which the user has access. */
export interface ConsoleAccount {
  id: string;
  name: string;
  role: Role;
  isSuspended: boolean;
  /** Whether the account contains sample data. */
  isSample: boolean;
  /** Whether the account requires a second factor, which this session lacks. */
  needsSecondFactor: boolean;
  /** Tiers that members can choose for keys. */
  tiers: Tier[];
}

/** Content that deleting the account removes. */
export interface AccountContent {
  books: number;
  keys: number;
  deployments: number;
  webhooks: number;
  members: number;
  /** Commissions that no payout includes, by currency. */
  unpaid: { amount: string; currency: string }[];
}

/** The signed-in user. */
export interface Session {
  user: { id: string; email: string; name: string; isOperator: boolean };
  /**
   * Whether the user signed in with the account's single sign-on, which opens only that account.
   */
  isSingleSignOn: boolean;
  /** Sorted by name. */
  accounts: ConsoleAccount[];
}

/** The content of a set-up or invitation link. */
export interface LinkDetails {
  kind: 'setup' | 'invitation';
  /** Null for a set-up link, whose recipient chooses an address. */
  email: string | null;
  accountName: string | null;
  role: Role;
  /** Whether the email address belongs to a user, who confirms with the existing password. */
  hasUser: boolean;
  /** Links with which users recover or change their sign-in. */
  isSignedIn: boolean;
}

/** Links with which users recover or change their sign-in. */
export type UserLinkKind = 'recovery' | 'email' | 'email-undo';

export interface UserLinkDetails {
  kind: UserLinkKind;
  /** Address that the user has after using the link. */
  email: string;
}

/** Whether the server sent the link by email. If not, a person must send it. */
export interface LinkSent {
  isSent: boolean;
}

/** A one-time link, which is shown only once. */
export interface NewLink extends LinkSent {
  url: string;
  expiresAt: string;
}

/** A key as shown in the console. */
export interface ConsoleKey {
  id: string;
  label: string | null;
  kind: 'secret' | 'publishable';
  tier: Tier;
  environment: (typeof environments)[number];
  /** The key's last four characters. */
  ending: string;
  permissions: Permission[];
  allowedOrigins: string[];
  state: 'active' | 'expired' | 'revoked';
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  /** Last UTC day with a counted request of the key's quota, as `YYYY-MM-DD`, or null. */
  lastUsedOn: string | null;
}

export const NewConsoleKey = z.strictObject({
  label: optionalNameText(60).default(''),
  kind: z.enum(['secret', 'publishable']),
  tier: Tier,
  environment: z.enum(environments),
  /** Defaults to all permissions that the kind can have. */
  permissions: z.array(Permission).min(1, 'must contain at least one permission').optional(),
  allowedOrigins: z.array(z.string().max(300)).max(50, 'must have at most 50 origins').default([]),
  expiresAt: z.iso.datetime({ error: 'must be a time such as 2030-01-31T00:00:00Z' }).nullish(),
});
export type NewConsoleKey = z.input<typeof NewConsoleKey>;

/** A person with access to the account. */
export interface Member {
  userId: string;
  email: string;
  name: string;
  role: AccountRole;
  createdAt: string;
  /** Number of active sessions. */
  sessions: number;
  /** Time of the last request, accurate to five minutes. Null if the user has no open session. */
  lastSeenAt: string | null;
}

export interface Invitation {
  id: string;
  email: string;
  role: AccountRole;
  createdAt: string;
  expiresAt: string;
}

/** A sign-in of the current user. */
export interface OpenSession {
  id: string;
  address: string;
  userAgent: string;
  createdAt: string;
  usedAt: string;
  isCurrent: boolean;
}

export interface AuditEntry {
  id: string;
  at: string;
  /** Email address, or `command line`. */
  actor: string;
  address: string | null;
  action: string;
  target: string | null;
  before: unknown;
  after: unknown;
}

/** A book in the list of its account. */
export interface ConsoleBookRow {
  id: string;
  title: string;
  /** Names of the authors, or of all contributors if there are none. */
  authors: string[];
  visibility: Book['visibility'];
  /** Path of the cover on this server. Null if there is none. */
  coverUrl: string | null;
  price: Book['price'];
  access: Book['access'];
  /** Whether the book has text. */
  readable: boolean;
  /** Number of problems in its file. */
  warnings: number;
  updatedAt: string;
}

/** A book with all data that its page shows. */
export interface ConsoleBook {
  book: Book;
  coverUrl: string | null;
  /** Whether the account uploaded the cover. If not, the cover is from the book's file. */
  hasOwnCover: boolean;
  /** Origin of each value by its field in `Book`. */
  provenance: Record<string, Provenance>;
  /** Problems in its file. */
  warnings: BookWarning[];
  /** Changes whenever the book changes. */
  revision: number;
}

/** Size of a book's file in bytes, and of the parts in which it is uploaded. */
export const uploadLimits = { fileBytes: 100 * 1024 * 1024, partBytes: 2 * 1024 * 1024 };

export const NewUpload = z.strictObject({
  name: z.string().trim().min(1, 'must not be empty').max(300, 'must have at most 300 characters'),
  size: z
    .int()
    .min(1, 'is empty. Choose another file.')
    .max(uploadLimits.fileBytes, 'must be at most 100 MB'),
});

/** An upload. `received` bytes are stored, and the next part begins there. */
export interface Upload {
  id: string;
  name: string;
  size: number;
  received: number;
}

/** The result of an import. */
export interface ImportResult {
  bookId: string;
  title: string;
  /** False if the account already had a book from this file. */
  created: boolean;
  warnings: BookWarning[];
}

/** The choices for the embed code, newest first. */
export interface EmbedChoices {
  /** Origin of this server. */
  origin: string;
  deployments: { id: string; name: string }[];
  affiliates: { code: string; name: string }[];
}

/** An account as the operator sees it. */
export interface OperatedAccount {
  id: string;
  name: string;
  createdAt: string;
  suspendedAt: string | null;
  tiers: Tier[];
  members: number;
  books: number;
  keys: number;
  /** Largest total of a sale in minor units. Null for the default. */
  maxSaleAmount: number | null;
}

/** Completed set-up steps of a new account. */
export interface Checklist {
  hasKey: boolean;
  hasBook: boolean;
  hasPublishableKey: boolean;
  hasOpen: boolean;
}

/** A page of a list. Pass `nextCursor` as `cursor` to get the next page. */
export interface ListPage<Item> {
  data: Item[];
  nextCursor: string | null;
}
