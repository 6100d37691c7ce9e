import { Secret, TOTP } from 'otpauth';

/** The only values that authenticator apps support reliably. */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Returns a new Base32 secret of 160 bits, as RFC 4226 recommends. */
export function newTotpSecret(random: (size: number) => Uint8Array): string {
  return new Secret({ buffer: new Uint8Array(random(20)).buffer }).base32;
}

/**
 * Returns the `otpauth://` URI that authenticator apps read from a QR code.
 *
 * @param issuer - The app shows it above the email address.
 */
export function totpUri(secret: string, email: string, issuer: string): string {
  return new TOTP({ ...settings, secret, label: email, issuer }).toString();
}

/**
 * Returns the time step of a code, or null if it is wrong. Accepts the previous and the next code,
 * because clocks differ.
 */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...settings, secret });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
