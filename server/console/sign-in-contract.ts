import { z } from 'zod';
import { nameText } from '../values/visible-text.ts';

/** The token of a link or of an unfinished sign-in. */
export const Token = z.string().max(100);

/** A code from an authenticator app or a recovery code, as typed by the user. */
export const Code = z.string().max(40, 'must have at most 40 characters');

/** The next step of a sign-in with a password. */
export interface NextSignInStep {
  /** Pass it with a code to complete the sign-in. Null if the user is signed in. */
  codeToken: string | null;
}

/** The user's sign-in methods besides the password. */
export interface Factors {
  totp: {
    /** Null if there is no authenticator app. */
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

/** Data for setting up an authenticator app, until the user confirms it with a code. */
export interface NewTotp {
  /** For the QR code: `otpauth://totp/…`. */
  uri: string;
  /** Base32, for manual entry. */
  secret: string;
}

/** Codes that are shown only once. Each can replace one code from the app. */
export interface RecoveryCodes {
  codes: string[];
}

export const PasskeyName = nameText(60);

/** Options for the browser, and the token to pass with its response. */
export interface PasskeyRequest<Options> {
  token: string;
  options: Options;
}

/** An account's sign-in rules. */
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

/** Operators of the server, and pending invitations for further operators. */
export interface Operators {
  operators: { userId: string; email: string; name: string; createdAt: string; isYou: boolean }[];
  invitations: { id: string; email: string; expiresAt: string }[];
}
