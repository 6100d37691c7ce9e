import type { ConsoleKey } from '../api/contract.ts';
import { isolate, t } from '../i18n/translate.ts';

/** The name of a key with its last characters, such as “Shop …4f2a”. */
export function keyName({ label, ending }: Pick<ConsoleKey, 'label' | 'ending'>): string {
  return `${label === null ? t('keys.unnamed') : isolate(label)} …${ending}`;
}
