import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { PasskeyRequest } from '../api/contract.ts';
import { ApiError, change } from '../api/request.ts';

/** Whether the browser supports passkeys on this page. */
export const hasPasskeys = (): boolean =>
  isSecureContext && typeof PublicKeyCredential === 'function';

/**
 * Lets the person choose a passkey and sends the browser's response.
 *
 * @param path - `/sign-in/passkey` or `/confirm`.
 * @throws ApiError `passkey_failed` if the person cancels.
 */
export async function usePasskey(path: string): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  type Options = PasskeyRequest<PublicKeyCredentialRequestOptionsJSON>;
  const { token, options } = await change<Options>('POST', '/sign-in/passkey/options');
  const response = await asked(startAuthentication({ optionsJSON: options }));
  await change('POST', path, { token, response });
}

/** Creates a passkey. @throws ApiError `passkey_failed` if the person cancels. */
export async function addPasskey(name: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  type Options = PasskeyRequest<PublicKeyCredentialCreationOptionsJSON>;
  const { token, options } = await change<Options>('POST', '/passkeys/options');
  const response = await asked(startRegistration({ optionsJSON: options }));
  await change('POST', '/passkeys', { token, name, response });
}

/** If the person cancels or has no passkey, browsers throw various unspecific errors. */
async function asked<Result>(response: Promise<Result>): Promise<Result> {
  try {
    return await response;
  } catch {
    throw new ApiError('passkey_failed', 0, 'The browser returned no passkey.');
  }
}
