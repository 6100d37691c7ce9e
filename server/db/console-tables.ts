import type { Generated } from 'kysely';
import type { SignInTables } from './sign-in-tables.ts';

/** Timestamps are ISO 8601 UTC text, JSON is stored as text, and booleans are 0 or 1. */
export interface ConsoleTables extends SignInTables {
  users: {
    id: string;
    /** Lower case. */
    email: string;
    name: string;
    /** Argon2id in PHC format, or null if the user signs in only by other means. */
    password_hash: string | null;
    is_operator: Generated<number>;
    created_at: string;
    /** Language of email, such as `zh-Hant`. Null until the user has opened the console. */
    language: Generated<string | null>;
  };
  members: {
    account_id: string;
    user_id: string;
    role: 'owner' | 'developer' | 'editor' | 'analyst' | 'partner';
    /** The affiliate whose data a partner sees. Null for other roles. */
    partner_id: Generated<string | null>;
    created_at: string;
  };
  /** One-time links for the first operator and for invitations. */
  console_links: {
    id: string;
    /** Hex SHA-256 of the token, which is not stored. */
    token_hash: string;
    kind: 'setup' | 'invitation';
    /** Null for a link that creates an operator. */
    account_id: string | null;
    /** Lower case. Null for a set-up link, with which people choose their own. */
    email: string | null;
    role: string;
    partner_id: Generated<string | null>;
    created_at: string;
    expires_at: string;
    used_at: Generated<string | null>;
  };
  console_sessions: {
    id: string;
    /** Hex SHA-256 of the cookie's token, which is not stored. */
    token_hash: string;
    user_id: string;
    /** IP address at sign-in. */
    address: string;
    user_agent: string;
    created_at: string;
    /** Time of the last request, accurate to five minutes. */
    used_at: string;
    expires_at: string;
    /** How the user signed in. */
    method: Generated<'password' | 'totp' | 'passkey' | 'sso'>;
    /** Last time at which the user entered the password or used another factor. */
    confirmed_at: Generated<string | null>;
    /** The only account that a session from single sign-on opens. Null for other methods. */
    account_id: Generated<string | null>;
  };
  /** Files that the console uploads in parts. */
  uploads: {
    id: string;
    account_id: string;
    file_name: string;
    /** Size in bytes of the complete file. */
    size: number;
    /** Number of bytes that are stored. */
    received: Generated<number>;
    created_at: string;
    /** Time of the last part. */
    updated_at: string;
  };
  upload_parts: {
    upload_id: string;
    /** Position of the first byte in the file. */
    position: number;
    bytes: Uint8Array;
  };
  /** One-time links with which a user recovers or changes the sign-in. */
  user_links: {
    id: string;
    /** Hex SHA-256 of the token, which is not stored. */
    token_hash: string;
    user_id: string;
    kind: 'recovery' | 'email' | 'email-undo';
    /**
     * For `email`, the new email address. For `email-undo`, the old one. Otherwise the current one.
     */
    email: string;
    created_at: string;
    expires_at: string;
    used_at: Generated<string | null>;
  };
  /** Failed attempts to sign in or to use a link. */
  failed_attempts: {
    /** Hex SHA-256 of the user and network. */
    id: string;
    count: number;
    last_at: string;
  };
  audit_log: {
    id: string;
    /** Null for changes that belong to no account. */
    account_id: string | null;
    /** Null for the command line. */
    user_id: string | null;
    /** The user's email address at that time, or `command line`. */
    actor: string;
    address: string | null;
    /** For example, `key.create`. */
    action: string;
    /** Id or name of the changed resource. */
    target: string | null;
    /** JSON without secrets, or null. */
    before: string | null;
    after: string | null;
    created_at: string;
  };
  background_errors: {
    /** Hash of the task and the message. */
    id: string;
    task: string;
    message: string;
    count: number;
    first_at: string;
    last_at: string;
  };
}
