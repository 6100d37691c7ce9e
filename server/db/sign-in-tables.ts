import type { ColumnType, Generated } from 'kysely';

/** Additional sign-in methods for the console. Conventions as in `ConsoleTables`. */
export interface SignInTables {
  /** Secrets that users share with their authenticator apps (RFC 6238). */
  user_totp: {
    user_id: string;
    /** Base32, encrypted by `secretBox`. */
    secret: string;
    /** Last accepted time step. Codes of this step and earlier ones are rejected. */
    last_step: number;
    created_at: string;
    /** Null until the user has entered a first code. */
    confirmed_at: Generated<string | null>;
  };
  recovery_codes: {
    user_id: string;
    /** The first digit of the code. */
    position: number;
    /** Argon2id in PHC format. */
    code_hash: string;
    used_at: Generated<string | null>;
  };
  passkeys: {
    id: string;
    /** Base64url. */
    credential_id: string;
    user_id: string;
    name: string;
    /** COSE key as Base64url. */
    public_key: string;
    /** PostgreSQL returns it as text. */
    counter: ColumnType<number | string, number, number>;
    /** JSON list. */
    transports: string;
    created_at: string;
    used_at: Generated<string | null>;
  };
  /** Unfinished sign-ins and registrations. Each can be completed once. */
  sign_in_challenges: {
    /** Hex SHA-256 of the token, which is not stored. */
    token_hash: string;
    kind: 'second-factor' | 'passkey-sign-in' | 'passkey-registration' | 'single-sign-on';
    user_id: string | null;
    /** JSON. Its content depends on the kind. */
    data: string;
    expires_at: string;
  };
  /** The OpenID Connect provider of an account. */
  sso_connections: {
    account_id: string;
    issuer: string;
    client_id: string;
    /** Encrypted by `secretBox`. */
    client_secret: string;
    /** Email domain whose members sign in there. Lower-case ASCII. */
    domain: string;
    /** Content of the TXT record that proves the domain. */
    domain_value: string;
    /** The domain after verification, or null. A domain can belong to only one account. */
    verified_domain: Generated<string | null>;
    created_at: string;
  };
  sso_identities: {
    account_id: string;
    /** The provider's `sub`. */
    subject: string;
    user_id: string;
    created_at: string;
  };
}
