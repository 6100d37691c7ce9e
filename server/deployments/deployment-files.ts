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

export type NewFiles = Awaited<ReturnType<typeof prepareNewFiles>>;
export type FilePatch = Awaited<ReturnType<typeof prepareFilePatch>>;

/** Prepares the files of a new deployment. @throws Failure `invalid_request`. */
export async function prepareNewFiles({
  name,
  logo,
  fonts,
}: Pick<NewDeployment, 'name' | 'logo' | 'fonts'>) {
  const rendered = logo && (await renderLogo(logo.data));
  const fontFiles = fonts.map(({ data, ...face }, index) => ({
    face,
    file: toFontFile(data, index),
  }));
  return {
    logo: rendered && toStoredLogo(rendered, logo?.alt || name),
    fonts: fontFiles.map(({ face, file }): StoredFont => ({ ...face, file: file.name })),
    stored: [...(rendered ? [rendered.file] : []), ...fontFiles.map(({ file }) => file)],
  };
}

/** The stored columns with the existing files. */
interface FilesRow {
  name: string;
  logo: string | null;
  fonts: string;
}

/**
 * Renders and parses a patch's files before any row is locked.
 *
 * @throws Failure `invalid_request`. @returns An object that merges them into the existing files.
 */
export async function prepareFilePatch({ logo, fonts }: Pick<DeploymentPatch, 'logo' | 'fonts'>) {
  const rendered = logo?.data === undefined ? null : await renderLogo(logo.data);
  const patchFonts = fonts?.map(({ data, url, family, weight, style }, index) => ({
    face: { family, weight, style },
    file: data === undefined ? null : toFontFile(data, index),
    url,
  }));

  return {
    /** @throws Failure `invalid_request` if the patch refers to a missing file. */
    mergedInto(before: FilesRow) {
      const oldLogo = parseStoredLogo(before.logo);
      const oldFonts = parseStoredFonts(before.fonts);
      const nextLogo = mergeLogo(oldLogo, before.name);
      const nextFonts =
        patchFonts === undefined ? (fonts === null ? [] : oldFonts) : mergeFonts(oldFonts);
      const all = [oldLogo, nextLogo, ...oldFonts, ...nextFonts];
      return {
        columns: {
          logo: nextLogo && JSON.stringify(nextLogo),
          fonts: JSON.stringify(nextFonts),
        },
        stored: [rendered?.file, ...(patchFonts ?? []).map(({ file }) => file)].filter(isFile),
        /** Names of all files before and after the patch. */
        names: [...new Set(all.flatMap((one) => (one ? [one.file] : [])))],
      };
    },
  };

  function mergeLogo(before: StoredLogo | null, name: string): StoredLogo | null {
    if (logo === undefined) return before;
    if (logo === null) return null;
    if (rendered) return toStoredLogo(rendered, logo.alt || (before?.alt ?? name));
    if (before) return { ...before, alt: logo.alt || name };
    throw invalidMember('/logo/data', 'Required because the deployment has no logo yet.');
  }

  function mergeFonts(before: StoredFont[]): StoredFont[] {
    return (patchFonts ?? []).map(({ face, file, url }, index) => {
      if (file) return { ...face, file: file.name };
      const known = before.find((one) => url?.endsWith(`/${one.file}`));
      if (known) return { ...face, file: known.file };
      throw invalidMember(`/fonts/${index}/url`, 'The deployment has no font with this URL.');
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
