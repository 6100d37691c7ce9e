import { readFileSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../config.ts';
import { DeploymentPatch, NewDeployment } from '../deployments/contract.ts';
import { themes } from '../../shared/theme-tokens.ts';
import { parseInput } from './parse-input.ts';
import { describeFileError } from './file-error.ts';

export interface DeploymentFlags {
  file?: string;
  name?: string;
  domain?: string[];
  token?: string[];
  logo?: string;
  affiliate?: string;
  buyUrl?: string;
  key?: string;
  /** `all`, or comma-separated ids. */
  books?: string;
  subject?: string[];
  consent?: 'none' | 'required';
}

const LocalFile = z.looseObject({ file: z.string() });

/** The API's request body with `domains` added and with `file` paths instead of `data` URLs. */
const DeploymentFile = z.looseObject({
  theme: z.looseObject({ tokens: z.looseObject({}).optional() }).optional(),
  logo: z.union([LocalFile, z.looseObject({}), z.null()]).optional(),
  fonts: z.array(z.union([LocalFile, z.looseObject({})])).optional(),
  links: z.looseObject({}).optional(),
  domains: z.array(z.string()).optional(),
});
type DeploymentFile = z.infer<typeof DeploymentFile>;

/**
 * Merges the deployment file with the flags, which take precedence.
 *
 * @throws UsageError if a file cannot be read; Failure `invalid_request` if the result is not a
 * valid deployment.
 */
export function readDeploymentInput(flags: DeploymentFlags): {
  deployment: NewDeployment;
  domains: string[];
} {
  const { domains = [], ...body } = flags.file === undefined ? {} : readDeploymentFile(flags.file);
  const deployment = parseInput(NewDeployment, withFlags(body, flags));
  return { deployment, domains: [...domains, ...(flags.domain ?? [])] };
}

/**
 * Merges the file with the flags, which take precedence. The value `none` removes a link or an
 * affiliate.
 *
 * @throws UsageError if nothing would change or a file cannot be read; Failure `invalid_request`.
 */
export function readDeploymentPatch(flags: DeploymentFlags): DeploymentPatch {
  const { domains, ...body }: DeploymentFile =
    flags.file === undefined ? {} : readDeploymentFile(flags.file);
  if (domains) throw new UsageError('Add domains with: svc deployments add-domain ID HOST');
  const { affiliate, buyUrl, ...others } = flags;
  const patch = {
    ...withFlags(body, others),
    ...(affiliate !== undefined && { affiliate: affiliate === 'none' ? null : affiliate }),
    ...(buyUrl !== undefined && {
      links: { ...body.links, buy: buyUrl === 'none' ? null : buyUrl },
    }),
  };
  if (Object.keys(patch).length === 0)
    throw new UsageError(
      'Nothing to change. Set --file, --name, --token, --logo or another option.',
    );
  return parseInput(DeploymentPatch, patch);
}

function withFlags(body: DeploymentFile, flags: DeploymentFlags): object {
  const tokens = { ...body.theme?.tokens, ...parseTokens(flags.token ?? []) };
  return {
    ...body,
    ...(flags.name !== undefined && { name: flags.name }),
    ...(flags.affiliate !== undefined && { affiliate: flags.affiliate }),
    ...(flags.key !== undefined && { keyId: flags.key }),
    ...(flags.consent !== undefined && { consent: flags.consent }),
    ...(flags.books !== undefined && { books: parseBooks(flags.books) }),
    ...(flags.subject && { books: { show: 'subjects', subjects: flags.subject } }),
    ...(flags.token && { theme: { ...body.theme, tokens } }),
    ...(flags.buyUrl !== undefined && { links: { ...body.links, buy: flags.buyUrl } }),
    ...(flags.logo !== undefined && { logo: { data: readLogo(flags.logo) } }),
  };
}

function readLogo(path: string): string {
  if (!(mediaTypes[extname(path).toLowerCase()] ?? '').startsWith('image/'))
    throw new UsageError(`--logo must be a PNG, JPEG, WebP or SVG file, got "${path}".`);
  return toDataUrl(resolve(path));
}

function parseBooks(text: string): object {
  if (text === 'all') return { show: 'all' };
  return { show: 'listed', ids: text.split(',').map((id) => id.trim()) };
}

function readDeploymentFile(path: string): DeploymentFile {
  const { data, error } = DeploymentFile.safeParse(readJson(path));
  if (error) throw new UsageError(`${path} is not a valid deployment: ${z.prettifyError(error)}`);
  const folder = dirname(path);
  return {
    ...data,
    ...(data.logo && { logo: embedFile(data.logo, folder) }),
    ...(data.fonts && { fonts: data.fonts.map((font) => embedFile(font, folder)) }),
  };
}

/** Replaces a `file` path, relative to the deployment file, with the file's data URL. */
function embedFile(entry: Record<string, unknown>, folder: string): Record<string, unknown> {
  const { data } = LocalFile.safeParse(entry);
  if (!data) return entry;
  const { file, ...rest } = data;
  return { ...rest, data: toDataUrl(resolve(folder, file)) };
}

/**
 * Parses `accent=#9a1b1b` or `--svc-accent=#9a1b1b`, and for a single theme `accent.dark=#ff9d94`,
 * which takes precedence in that theme.
 */
function parseTokens(texts: readonly string[]): Record<string, unknown> {
  const allThemes = new Map<string, string>();
  const byTheme = new Map<string, Record<string, string>>();
  for (const text of texts) {
    const [, bare = '', theme, value = ''] =
      /^(?:--svc-)?([a-z-]+)(?:\.([a-z]+))?=(.*)$/s.exec(text) ?? [];
    if (bare === '')
      throw new UsageError(`--token must have the form accent=#9a1b1b, got "${text}".`);
    const name = `--svc-${bare}`;
    if (theme === undefined) allThemes.set(name, value);
    else byTheme.set(name, { ...byTheme.get(name), [theme]: value });
  }
  const combined = [...byTheme].map(([name, values]) => {
    const value = allThemes.get(name);
    const others = value === undefined ? [] : themes.map((theme) => [theme, value]);
    return [name, { ...Object.fromEntries(others), ...values }];
  });
  return { ...Object.fromEntries(allThemes), ...Object.fromEntries(combined) };
}

const mediaTypes: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

function toDataUrl(path: string): string {
  const type = mediaTypes[extname(path).toLowerCase()] ?? 'application/octet-stream';
  return `data:${type};base64,${read(path).toString('base64')}`;
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(read(path).toString());
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `${path} is not valid JSON: ${error instanceof Error ? error.message : ''}`,
    );
  }
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError(`${path}: ${describeFileError(error)}`);
  }
}
