import { change } from '../api/request.ts';

/** Goes to the provider for the email address's domain, which redirects back to the console. */
export async function startSingleSignOn(email: string): Promise<void> {
  const { url } = await change<{ url: string }>('POST', '/single-sign-on/start', { email });
  location.assign(url);
}
