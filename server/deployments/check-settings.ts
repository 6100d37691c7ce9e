import { Failure, type FailureDetail } from '../failure.ts';
import { addressFault, type AddressRules, buyTemplateFault } from '../text/buy-template.ts';
import type { DeploymentSettings } from './contract.ts';
import { checkContrast } from './contrast.ts';
import { type OfferedTheme, offeredThemes } from './token-table.ts';

/**
 * Settings that are right together and on this server. Origins come out in their one spelling.
 *
 * @throws Failure `invalid_request`, `contrast_too_low`: each names the member.
 */
export function checkSettings(
  settings: DeploymentSettings,
  rules: AddressRules,
): DeploymentSettings {
  const errors = [
    ...linkFaults(settings, rules),
    ...ancestorFaults(settings, rules),
    ...themeFaults(settings),
  ];
  if (errors.length > 0) {
    const summary = errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join(' ');
    throw new Failure('invalid_request', summary, { errors });
  }
  checkContrast(settings.theme.tokens, settings.features.themes);
  const origins = settings.frameAncestors.map((one) => new URL(one).origin);
  return { ...settings, frameAncestors: [...new Set(origins)] };
}

function linkFaults({ links }: DeploymentSettings, rules: AddressRules): FailureDetail[] {
  const { buy, ...addresses } = links;
  const faults: [string, string | null][] = [
    ['buy', buy === null ? null : buyTemplateFault(buy, rules)],
    ...Object.entries(addresses).map(([name, address]): [string, string | null] => [
      name,
      address === null ? null : addressFault(address, rules),
    ]),
  ];
  return faults.flatMap(([name, detail]) =>
    detail === null ? [] : [{ pointer: `/links/${name}`, detail }],
  );
}

/** They go into a header: nothing but an origin may. */
function ancestorFaults(
  { frameAncestors }: DeploymentSettings,
  rules: AddressRules,
): FailureDetail[] {
  return frameAncestors.flatMap((text, index) => {
    const detail =
      addressFault(text, rules) ??
      (/^https?:\/\/[^/?#;,*']+\/?$/i.test(text)
        ? null
        : 'Must be an origin: scheme, host and port alone, such as https://example.com.');
    return detail === null ? [] : [{ pointer: `/frameAncestors/${index}`, detail }];
  });
}

/** What the reader looks like at first is one of the themes that it may have. */
function themeFaults({ theme, features }: DeploymentSettings): FailureDetail[] {
  const wanted: readonly OfferedTheme[] =
    theme.name === 'system' ? ['light', 'dark'] : offeredThemes.filter((one) => one === theme.name);
  const absent = wanted.filter((one) => !features.themes.includes(one));
  if (absent.length === 0) return [];
  const detail = `Needs ${absent.join(' and ')} in /features/themes.`;
  return [{ pointer: '/theme/name', detail }];
}
