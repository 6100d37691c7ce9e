import { z } from 'zod';

/** The secret of a link, or of a sign-in that the browser has begun. */
export const Token = z.string().max(100);

/** A code of an authenticator app, or a recovery code, as people type it. */
export const Code = z.string().max(40, 'must have at most 40 characters');

/** How a sign-in with a password continues. */
export interface NextSignInStep {
  /** Pass it with a code to complete the sign-in. Null if the user is signed in. */
  codeToken: string | null;
}

/** The user's ways to sign in besides the password. */
export interface Factors {
  totp: {
    /** Null without an authenticator app. */
    addedAt: string | null;
    /** Number of unused recovery codes. */
    recoveryCodes: number;
  };
  passkeys: Passkey[];
  /** False if this server's URL has an IP address instead of a host name. */
  canAddPasskeys: boolean;
}

export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  usedAt: string | null;
}

/** What an authenticator app needs, until the user confirms it with a code. */
export interface NewTotp {
  /** For the QR code: `otpauth://totp/…`. */
  uri: string;
  /** Base32, to type instead. */
  secret: string;
}

/** Codes that are shown once. Each can be used once instead of a code of the app. */
export interface RecoveryCodes {
  codes: string[];
}

export const PasskeyName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(60, 'must have at most 60 characters');

/** Options for the browser, and the token to pass with its response. */
export interface PasskeyRequest<Options> {
  token: string;
  options: Options;
}

/** How the people of an account sign in. */
export interface SignInRules {
  requiresSecondFactor: boolean;
  singleSignOn: SingleSignOn | null;
  /** Redirect URI to register at the provider. */
  redirectUri: string;
}

/** The account's OpenID Connect provider. The client's secret is never returned. */
export interface SingleSignOn {
  issuer: string;
  clientId: string;
  domain: string;
  /** TXT record that proves the domain. */
  record: { name: string; value: string };
  isVerified: boolean;
}

export const NewSingleSignOn = z.strictObject({
  issuer: z.string().trim().max(500, 'must have at most 500 characters'),
  clientId: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(300, 'must have at most 300 characters'),
  /** Keeps the stored secret if missing. */
  clientSecret: z.string().trim().min(1, 'must not be empty').max(1000).optional(),
  domain: z.string().trim().max(253, 'must have at most 253 characters'),
});

/** Operators of the server, and open invitations of further ones. */
export interface Operators {
  operators: { userId: string; email: string; name: string; createdAt: string; isYou: boolean }[];
  invitations: { id: string; email: string; expiresAt: string }[];
}
