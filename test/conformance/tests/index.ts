import { notApplicable, type Check, type Checks } from '../check.ts';
import { content } from './content.ts';
import { fixed } from './fixed-layout.ts';
import { flows } from './flows.ts';
import { navigation } from './navigation.ts';
import { overlays } from './media-overlays.ts';
import { packages } from './package.ts';
import { publications, runsNoScript } from './publication.ts';
import { styles } from './styles.ts';

/** The automated tests, by id. */
const checks: Checks = {
  ...content,
  ...styles,
  ...fixed,
  ...flows,
  ...overlays,
  ...navigation,
  ...packages,
  ...publications,
  'ocf-url_origin': runsNoScript,
  'ocf-url_parse-leaking-relative': runsNoScript,
  'ocf-url_parse-path-absolute': runsNoScript,
  'fxl-layout-duplication': testsEpubCheck,
  'lay-pp-layout-duplication': testsEpubCheck,
};

function testsEpubCheck() {
  return notApplicable('it tests EPUBCheck, not a reading system');
}

/** The check of a test, or null if only the generic checks apply. */
export function checkOf(id: string): Check | null {
  if (Object.hasOwn(checks, id)) return checks[id] ?? null;
  return id.startsWith('scr-') ? runsNoScript : null;
}
