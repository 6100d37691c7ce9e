import type { Deployment } from '../deployments/contract.ts';
import type { Embed, EmbedDeployment } from './contract.ts';
import type { EmbedAsking } from './embed-query.ts';
import type { WantedCurrency } from './purchase-of.ts';

/** How a book is shown: by what was asked for, and else by the deployment. */
export interface EmbedSettings {
  theme: Embed['theme'];
  locale: string | null;
  currency: WantedCurrency;
  affiliate: string | null;
  campaign: string | null;
  sub: string | null;
  consent: 'required' | 'granted' | null;
  /** As much of the deployment as a page needs. */
  shown: EmbedDeployment | null;
}

export function mergedSettings(asking: EmbedAsking, deployment: Deployment | null): EmbedSettings {
  const consent = asking.consent ?? (deployment?.consent === 'required' ? 'required' : null);
  // A campaign is its partner's: that of the deployment goes with the deployment's partner alone.
  const isOwnPartner = asking.affiliate === undefined || asking.affiliate === deployment?.affiliate;
  return {
    theme: {
      name: asking.theme ?? deployment?.theme.name ?? null,
      tokens: deployment?.theme.tokens ?? {},
    },
    locale: asking.locale ?? deployment?.locale ?? null,
    currency: {
      code: asking.currency ?? deployment?.currency ?? null,
      isAsked: asking.currency !== undefined,
    },
    affiliate: asking.affiliate ?? deployment?.affiliate ?? null,
    campaign: asking.campaign ?? (isOwnPartner ? (deployment?.campaign ?? null) : null),
    sub: asking.sub ?? null,
    consent,
    shown: deployment && shownOf(deployment, consent),
  };
}

function shownOf(
  { id, name, logo, fonts, features, links: { buy: _buy, ...links } }: Deployment,
  consent: EmbedSettings['consent'],
): EmbedDeployment {
  return { id, name, logo, fonts, features, links, consent: consent ?? 'none' };
}
