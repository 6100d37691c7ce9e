import { type Config, UsageError } from '../../config.ts';
import { smtpMailer } from '../../console/mail/mailer.ts';
import { openEngine } from '../../search/external/engine.ts';
import { currentGeneration } from '../../search/external/generations.ts';
import { type Check, failed, ok, skipped, warning } from './check.ts';
import type { Database } from '../../db/open.ts';
import { checkStorage } from '../../startup-checks.ts';

/** Connects to the SMTP server and signs in, without sending. */
export async function checkMail({ mail }: Config): Promise<Check> {
  if (mail === null) {
    return skipped(
      'mail',
      'Without SVC_SMTP_URL, the console sends no email, and shows links to copy instead.',
    );
  }
  const { host } = new URL(mail.url);
  try {
    await smtpMailer(mail).verify();
    return ok('mail', `The SMTP server ${host} accepts the connection.`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failed(
      'mail',
      `The SMTP server ${host} did not accept the connection: ${reason}`,
      'Correct SVC_SMTP_URL, such as smtps://user:password@smtp.example.com.',
    );
  }
}

/** Writes to and reads from the object storage, or checks that none is needed. */
export async function checkObjectStorage(db: Database): Promise<Check> {
  try {
    await checkStorage(db);
  } catch (error) {
    const message = error instanceof UsageError ? error.message : String(error);
    const [found = message, ...remedy] = message.split(/(?<=[.]) /);
    return failed('storage', found, remedy.join(' ') || 'Run svc migrate, and try again.');
  }
  return db.objects
    ? ok('storage', `Objects can be written to and read from ${db.objects.url}.`)
    : skipped('storage', 'The content of books is in the database.');
}

/** Asks the external search engine for its version and its index. */
export async function checkSearch({ searchUrl }: Pick<Config, 'searchUrl'>): Promise<Check> {
  if (searchUrl === null) return skipped('search', 'Each process searches its own index.');
  const engine = openEngine(searchUrl);
  try {
    const found = await engine.request('GET', '/');
    const version = String(found?.['version']?.number ?? 'unknown');
    const name = `OpenSearch ${version} at ${engine.url}`;
    return (await currentGeneration(engine))
      ? ok('search', `${name} responds and has an index.`)
      : warning(
          'search',
          `${name} responds, but has no index yet.`,
          'Start a server, which fills the index, or run svc search reindex.',
        );
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return failed(
      'search',
      `${engine.url} does not respond: ${message}`,
      'Check SVC_SEARCH_URL and that the engine is running. Until then, searches return 503.',
    );
  } finally {
    await engine.close();
  }
}
