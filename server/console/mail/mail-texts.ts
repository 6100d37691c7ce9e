import type { Mail } from './mailer.ts';

type MailText = Omit<Mail, 'to'>;

/** URL and time until which a link works, as an ISO time. */
interface MailedLink {
  url: string;
  expiresAt: string;
}

const until = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`;
/** Line breaks in a name could look like further text of the server. */
const oneLine = (name: string) => name.replaceAll(/\p{Cc}+/gu, ' ');
const hostOf = (url: string) => new URL(url).host;

/** @param accountName - Null for an invitation as operator. */
export function invitationMail(accountName: string | null, { url, expiresAt }: MailedLink) {
  const offer = accountName === null ? `operator of ${hostOf(url)}` : oneLine(accountName);
  return {
    subject: accountName === null ? `Invitation as ${offer}` : `Invitation to ${offer}`,
    text:
      `You are invited to ${accountName === null ? `become ${offer}` : `the account ${offer}`} in the console at ${hostOf(url)}.\n\n` +
      `Open this link to join. It works once, until ${until(expiresAt)}:\n${url}\n\n` +
      'If you did not expect this invitation, ignore this email.\n',
  } satisfies MailText;
}

export function recoveryMail({ url, expiresAt }: MailedLink): MailText {
  return {
    subject: `Set a new password for ${hostOf(url)}`,
    text:
      `A new password was requested for your user in the console at ${hostOf(url)}.\n\n` +
      `Open this link to set one. It works once, until ${until(expiresAt)}:\n${url}\n\n` +
      'If you did not request it, ignore this email. Your password stays the same.\n',
  };
}

export function emailConfirmationMail({ url, expiresAt }: MailedLink): MailText {
  return {
    subject: `Confirm your email address for ${hostOf(url)}`,
    text:
      `Open this link to sign in to the console at ${hostOf(url)} with this email address from now on. ` +
      `It works once, until ${until(expiresAt)}:\n${url}\n\n` +
      'If you did not ask for this change, ignore this email.\n',
  };
}

export function emailChangedMail(newEmail: string, { url, expiresAt }: MailedLink): MailText {
  return {
    subject: `Your email address for ${hostOf(url)} was changed`,
    text:
      `You now sign in to the console at ${hostOf(url)} with ${newEmail}.\n\n` +
      'If this was not you, open this link. It restores this email address, sets a new password and ends ' +
      `all sessions. It works until ${until(expiresAt)}:\n${url}\n`,
  };
}
