import { settingChoices, type PageTurn, type Settings } from './settings.ts';

/**
 * The animation of page turns. The user's choice takes precedence over the `page-turn` attribute.
 */
export function effectivePageTurn(
  { pageTurn }: Pick<Settings, 'pageTurn'>,
  attribute: string,
): PageTurn {
  const requested = settingChoices.pageTurn.find((one) => one === attribute);
  return pageTurn ?? requested ?? 'auto';
}
