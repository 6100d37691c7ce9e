import type { Transporter } from 'nodemailer';

export interface MailSettings {
  /** `smtp://` or `smtps://` with the host, and optionally the port, user and password. */
  url: string;
  /** Sender, such as `Books <console@example.com>`. */
  from: string;
}

/** A plain text email. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Throws if the SMTP server does not accept the email within a few seconds. */
  send(mail: Mail): Promise<void>;
  /** Connects and signs in without sending. Throws if this fails. */
  verify(): Promise<void>;
}

const timeoutMs = 8_000;

/** Sends email through an SMTP server. Servers on other machines must support TLS. */
export function smtpMailer({ url, from }: MailSettings): Mailer {
  let transport: Promise<Transporter> | null = null;
  const connect = () => (transport ??= createSmtpTransport(url));
  return {
    async send({ to, subject, text }) {
      const sender = await connect();
      await sender.sendMail({
        from,
        // An object, so that special characters in the address cannot add recipients.
        to: { name: '', address: to },
        subject: subject.replaceAll(/\p{Cc}+/gu, ' '),
        text,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    async verify() {
      await (await connect()).verify();
    },
  };
}

/** Loads the library when the first email is sent, because many servers send none. */
async function createSmtpTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  const isSecure = protocol === 'smtps:';
  const isThisMachine = /^(?:localhost|127\.[\d.]+|::1)$/.test(host);
  return createTransport({
    host,
    port: port ? Number(port) : isSecure ? 465 : 587,
    secure: isSecure,
    requireTLS: !isSecure && !isThisMachine,
    ...(isThisMachine && { ignoreTLS: !isSecure }),
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  });
}
