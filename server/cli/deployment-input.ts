import { readFileSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../config.ts';
import { NewDeployment } from '../deployments/contract.ts';
import { themes } from '../../shared/theme-tokens.ts';
import { Failure } from '../failure.ts';

export interface DeploymentFlags {
  file?: string;
  name?: string;
  domain?: string[];
  token?: string[];
  logo?: string;
  affiliate?: string;
  buyUrl?: string;
  key?: string;
}

const LocalFile = z.looseObject({ file: z.string() });

/** What a file may have beyond the body of the API: its domains, and other files by their paths. */
const DeploymentFile = z.looseObject({
  theme: z.looseObject({ tokens: z.looseObject({}).optional() }).optional(),
  logo: z.union([LocalFile, z.looseObject({}), z.null()]).optional(),
  fonts: z.array(z.union([LocalFile, z.looseObject({})])).optional(),
  links: z.looseObject({}).optional(),
  domains: z.array(z.string()).optional(),
});
type DeploymentFile = z.infer<typeof DeploymentFile>;

/**
 * What a command orders: its file, with its flags before it.
 *
 * @throws WrongUsage for a file that cannot be read; Failure `invalid_request` for what is no deployment.
 */
export function readDeploymentInput(flags: DeploymentFlags): {
  deployment: NewDeployment;
  domains: string[];
} {
  const { domains = [], ...body } = flags.file === undefined ? {} : readDeploymentFile(flags.file);
  const tokens = { ...body.theme?.tokens, ...parseTokens(flags.token ?? []) };
  const order = {
    ...body,
    ...(flags.name !== undefined && { name: flags.name }),
    ...(flags.affiliate !== undefined && { affiliate: flags.affiliate }),
    ...(flags.key !== undefined && { keyId: flags.key }),
    ...(flags.token && { theme: { ...body.theme, tokens } }),
    ...(flags.buyUrl !== undefined && { links: { ...body.links, buy: flags.buyUrl } }),
    ...(flags.logo !== undefined && { logo: { data: toDataUrl(resolve(flags.logo)) } }),
  };
  const { data, error } = NewDeployment.safeParse(order);
  if (error) {
    const faults = error.issues.map((issue) => `/${issue.path.join('/')}: ${issue.message}`);
    throw new Failure('invalid_request', faults.join('\n'));
  }
  return { deployment: data, domains: [...domains, ...(flags.domain ?? [])] };
}

function readDeploymentFile(path: string): DeploymentFile {
  const { data, error } = DeploymentFile.safeParse(readJson(path));
  if (error) throw new UsageError(`${path} is no deployment: ${z.prettifyError(error)}`);
  const folder = dirname(path);
  return {
    ...data,
    ...(data.logo && { logo: embedFile(data.logo, folder) }),
    ...(data.fonts && { fonts: data.fonts.map((font) => embedFile(font, folder)) }),
  };
}

/** A file that is named becomes its bytes; paths are relative to the file that names them. */
function embedFile(entry: Record<string, unknown>, folder: string): Record<string, unknown> {
  const { data } = LocalFile.safeParse(entry);
  if (!data) return entry;
  const { file, ...rest } = data;
  return { ...rest, data: toDataUrl(resolve(folder, file)) };
}

/** `accent=#9a1b1b`, `--svc-accent=#9a1b1b`, or for one theme, before that, `accent.dark=#ff9d94`. */
function parseTokens(texts: readonly string[]): Record<string, unknown> {
  const everywhere = new Map<string, string>();
  const byTheme = new Map<string, Record<string, string>>();
  for (const text of texts) {
    const [, bare = '', theme, value = ''] =
      /^(?:--svc-)?([a-z-]+)(?:\.([a-z]+))?=(.*)$/s.exec(text) ?? [];
    if (bare === '') throw new UsageError(`--token ${text}: write it as accent=#9a1b1b.`);
    const name = `--svc-${bare}`;
    if (theme === undefined) everywhere.set(name, value);
    else byTheme.set(name, { ...byTheme.get(name), [theme]: value });
  }
  const whole = [...byTheme].map(([name, named]) => {
    const value = everywhere.get(name);
    const others = value === undefined ? [] : themes.map((theme) => [theme, value]);
    return [name, { ...Object.fromEntries(others), ...named }];
  });
  return { ...Object.fromEntries(everywhere), ...Object.fromEntries(whole) };
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
    throw new UsageError(`${path} is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : ''}`);
  }
}
