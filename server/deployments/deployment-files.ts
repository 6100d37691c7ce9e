import { Failure } from '../failure.ts';
import type { DeploymentPatch, NewDeployment } from './contract.ts';
import { renderLogo } from './render-logo.ts';
import { toFontFile, type StoredFile } from './stored-file.ts';
import {
  type StoredFont,
  type StoredLogo,
  parseStoredFonts,
  parseStoredLogo,
} from './stored-deployment.ts';

/** The files of a new deployment. Fails: `invalid_request`. */
export async function prepareNewFiles({
  name,
  logo,
  fonts,
}: Pick<NewDeployment, 'name' | 'logo' | 'fonts'>) {
  const drawn = logo && (await renderLogo(logo.data));
  const read = fonts.map(({ data, ...face }, index) => ({ face, file: toFontFile(data, index) }));
  return {
    logo: drawn && toStoredLogo(drawn, logo?.alt || name),
    fonts: read.map(({ face, file }): StoredFont => ({ ...face, file: file.name })),
    stored: [...(drawn ? [drawn.file] : []), ...read.map(({ file }) => file)],
  };
}

/** The files as they are stored: a name, what is kept of them, and their columns. */
interface FilesRow {
  name: string;
  logo: string | null;
  fonts: string;
}

/**
 * The files of a patch, drawn and read before anything is locked. Fails: `invalid_request`.
 *
 * @returns What merges them into those that are there.
 */
export async function prepareFilePatch({ logo, fonts }: Pick<DeploymentPatch, 'logo' | 'fonts'>) {
  const drawn = logo?.data === undefined ? null : await renderLogo(logo.data);
  const read = fonts?.map(({ data, url, family, weight, style }, index) => ({
    face: { family, weight, style },
    file: data === undefined ? null : toFontFile(data, index),
    url,
  }));

  return {
    /** @throws Failure `invalid_request` when the patch names what is not there. */
    mergedInto(before: FilesRow) {
      const oldLogo = parseStoredLogo(before.logo);
      const oldFonts = parseStoredFonts(before.fonts);
      const nextLogo = mergeLogo(oldLogo, before.name);
      const nextFonts = read === undefined ? (fonts === null ? [] : oldFonts) : named(oldFonts);
      const kept = [oldLogo, nextLogo, ...oldFonts, ...nextFonts];
      return {
        columns: {
          logo: nextLogo && JSON.stringify(nextLogo),
          fonts: JSON.stringify(nextFonts),
        },
        stored: [drawn?.file, ...(read ?? []).map(({ file }) => file)].filter(isFile),
        /** Of the files before and after. */
        names: [...new Set(kept.flatMap((one) => (one ? [one.file] : [])))],
      };
    },
  };

  function mergeLogo(before: StoredLogo | null, name: string): StoredLogo | null {
    if (logo === undefined) return before;
    if (logo === null) return null;
    if (drawn) return toStoredLogo(drawn, logo.alt || (before?.alt ?? name));
    if (before) return { ...before, alt: logo.alt || name };
    throw invalidMember('/logo/data', 'There is no logo yet: send one.');
  }

  function named(before: StoredFont[]): StoredFont[] {
    return (read ?? []).map(({ face, file, url }, index) => {
      if (file) return { ...face, file: file.name };
      const known = before.find((one) => url?.endsWith(`/${one.file}`));
      if (known) return { ...face, file: known.file };
      throw invalidMember(`/fonts/${index}/url`, 'The deployment has no font of this address.');
    });
  }
}

function toStoredLogo(
  { file, width, height }: Awaited<ReturnType<typeof renderLogo>>,
  alt: string,
) {
  return { file: file.name, width, height, alt } satisfies StoredLogo;
}

function isFile(file: StoredFile | null | undefined): file is StoredFile {
  return !!file;
}

function invalidMember(pointer: string, detail: string): Failure {
  return new Failure('invalid_request', `${pointer}: ${detail}`, { errors: [{ pointer, detail }] });
}
