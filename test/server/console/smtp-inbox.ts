import { after } from 'node:test';
import { SMTPServer } from 'smtp-server';

export interface SmtpInbox {
  /** URL for `SVC_SMTP_URL`. */
  url: string;
  /** Waits for the next email to an address, and returns it. */
  next(to: string): Promise<{ text: string; token: string }>;
  /** Number of emails that `next` has not returned. */
  readonly size: number;
}

/** A real SMTP server, which keeps all email until the surrounding tests end. */
export async function smtpInbox(): Promise<SmtpInbox> {
  const mails: { to: string; text: string }[] = [];
  let notify = () => undefined as void;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        mails.push({ to, text: decode(raw) });
        notify();
        done();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  after(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const address = listening.address();
  if (typeof address !== 'object' || !address) throw new Error('The SMTP server has no port.');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    get size() {
      return mails.length;
    },
    async next(to) {
      for (;;) {
        const index = mails.findIndex((mail) => mail.to === to);
        const [mail] = index < 0 ? [] : mails.splice(index, 1);
        if (mail) return { text: mail.text, token: /#([\w-]{43})/.exec(mail.text)?.[1] ?? '' };
        await new Promise<void>((resolve) => (notify = resolve));
      }
    },
  };
}

/** The headers and the decoded text of an email without attachments (RFC 2045, section 6). */
function decode(raw: string): string {
  const [, head = '', body = ''] = /^(.*?)\r?\n\r?\n(.*)$/s.exec(raw) ?? [];
  if (/^Content-Transfer-Encoding: base64/im.test(head)) {
    return `${head}\n\n${Buffer.from(body, 'base64').toString('utf8')}`;
  }
  const bytes = body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number(`0x${hex}`)));
  return `${head}\n\n${Buffer.from(bytes, 'latin1').toString('utf8')}`;
}
