import { isIP } from 'node:net';
import { z } from 'zod';

/** The relying party to which passkeys are bound. */
export interface RelyingParty {
  /** Host name of the public URL. */
  id: string;
  origin: string;
}

/**
 * Returns null for a server without a host name, because WebAuthn does not support IP addresses.
 */
export function relyingParty(publicUrl: string): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl);
  return isIP(hostname.replaceAll(/^\[|\]$/g, '')) ? null : { id: hostname, origin };
}

/**
 * COSE identifiers of EdDSA, ES256 and RS256. Node supports the library's other default only
 * experimentally.
 */
export const signatureAlgorithms = [-8, -7, -257];

const Text = z.string().max(20_000);
const CredentialId = z.string().min(1).max(1400);

const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
};

/** The members of a browser's `RegistrationResponseJSON` that the server reads. */
export const RegistrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Text,
    attestationObject: Text,
    transports: z.array(z.string().max(30)).max(10).default([]),
  }),
});

/** The members of a browser's `AuthenticationResponseJSON` that the server reads. */
export const AuthenticationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Text,
    authenticatorData: Text,
    signature: Text,
    userHandle: z.string().max(200).optional(),
  }),
});
export type AuthenticationResponse = z.infer<typeof AuthenticationResponse>;
