import { z } from 'zod';
import {
  selectableThemes,
  type ThemeName,
  type TokenName,
  tokenNames,
} from '../../shared/theme-tokens.ts';
import {
  ConsentPolicy,
  deploymentFields,
  ThemeSetting,
  FontInput,
  FontPatch,
  LogoInput,
  LogoPatch,
} from './deployment-fields.ts';
import { TokensPatch } from './token-values.ts';

export type ThemeValues = Record<ThemeName, string>;
/** The normalized tokens of a deployment: one value for all themes, or one per theme. */
export type ThemeTokens = Partial<Record<TokenName, string | ThemeValues>>;

export const DeploymentId = z
  .string()
  .regex(/^dep_[0-9A-Za-z]{1,40}$/, 'Must be an id that begins with dep_.')
  .describe('Identifier of a deployment.');

/** Request body that creates a deployment. */
export const NewDeployment = z
  .strictObject({
    name: deploymentFields.name,
    theme: z
      .strictObject({
        name: ThemeSetting.nullable().default(null),
        tokens: deploymentFields.tokens.default({}),
      })
      .prefault({}),
    logo: LogoInput.nullable().default(null),
    fonts: z.array(FontInput).max(4).default([]),
    locale: deploymentFields.locale.nullable().default(null),
    currency: deploymentFields.currency.nullable().default(null),
    affiliate: deploymentFields.affiliate.nullable().default(null),
    campaign: deploymentFields.campaign.nullable().default(null),
    features: z
      .strictObject({
        contents: z.boolean().default(true),
        search: z.boolean().default(true),
        marks: z.boolean().default(true),
        settings: z.boolean().default(true),
        title: z.boolean().default(true),
        progress: z.boolean().default(true),
        menu: z.boolean().default(true),
        buy: z.boolean().default(true),
        themes: deploymentFields.themes.default([...selectableThemes]),
        readerSettings: deploymentFields.readerSettings.default(true),
      })
      .prefault({}),
    consent: ConsentPolicy.default('none'),
    links: z
      .strictObject({
        buy: deploymentFields.buy.nullable().default(null),
        home: deploymentFields.url.nullable().default(null),
        privacy: deploymentFields.url.nullable().default(null),
        terms: deploymentFields.url.nullable().default(null),
      })
      .prefault({}),
    frameAncestors: deploymentFields.frameAncestors.default([]),
    keyId: deploymentFields.keyId.nullable().default(null),
  })
  .meta({ id: 'NewDeployment' });
export type NewDeployment = z.infer<typeof NewDeployment>;

/** Request body that changes a deployment: a JSON merge patch (RFC 7396). */
export const DeploymentPatch = z
  .strictObject({
    name: deploymentFields.name,
    theme: z
      .strictObject({ name: ThemeSetting.nullable(), tokens: TokensPatch.nullable() })
      .partial()
      .nullable(),
    logo: LogoPatch.nullable(),
    fonts: z.array(FontPatch).max(4).nullable(),
    locale: deploymentFields.locale.nullable(),
    currency: deploymentFields.currency.nullable(),
    affiliate: deploymentFields.affiliate.nullable(),
    campaign: deploymentFields.campaign.nullable(),
    features: z
      .strictObject({
        contents: z.boolean().nullable(),
        search: z.boolean().nullable(),
        marks: z.boolean().nullable(),
        settings: z.boolean().nullable(),
        title: z.boolean().nullable(),
        progress: z.boolean().nullable(),
        menu: z.boolean().nullable(),
        buy: z.boolean().nullable(),
        themes: deploymentFields.themes.nullable(),
        readerSettings: deploymentFields.readerSettings.nullable(),
      })
      .partial()
      .nullable(),
    consent: ConsentPolicy.nullable(),
    links: z
      .strictObject({
        buy: deploymentFields.buy.nullable(),
        home: deploymentFields.url.nullable(),
        privacy: deploymentFields.url.nullable(),
        terms: deploymentFields.url.nullable(),
      })
      .partial()
      .nullable(),
    frameAncestors: deploymentFields.frameAncestors.nullable(),
    keyId: deploymentFields.keyId.nullable(),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Must contain at least one member.')
  .meta({ id: 'DeploymentPatch' });
export type DeploymentPatch = z.infer<typeof DeploymentPatch>;

/** Request body that adds a domain. */
export const NewDomain = z
  .strictObject({
    host: z
      .string()
      .min(1)
      .max(300)
      .describe('Domain name in any script, such as `books.example.com`, without scheme or port.'),
  })
  .meta({ id: 'NewDomain' });

export const Domain = z
  .object({
    host: z.string().describe('Lower-case ASCII form.'),
    state: z
      .enum(['pending', 'verified'])
      .describe('`verified`: the domain serves pages of this deployment.'),
    record: z
      .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
      .describe('Record required in the domain’s DNS for as long as the domain is used.'),
    verifiedAt: z.iso.datetime().nullable(),
    checkedAt: z.iso.datetime().nullable().describe('Time of the last check.'),
    problem: z.string().nullable().describe('Problem found by the last check, if any.'),
  })
  .meta({ id: 'Domain' });
export type Domain = z.infer<typeof Domain>;

const PerTheme = z.object({ light: z.string(), dark: z.string(), sepia: z.string() });

/** A feature added after the first release; enabled in deployments saved before. */
const addedFeature = z.boolean().default(true);

/** Fields shared by the stored deployment and the response. */
const settings = {
  theme: z.object({
    name: ThemeSetting.nullable(),
    tokens: z
      .partialRecord(z.enum(tokenNames), z.union([z.string(), PerTheme]))
      .describe('One value for all themes, or one per theme.'),
  }),
  locale: z.string().nullable(),
  currency: z.string().nullable(),
  affiliate: z.string().nullable(),
  campaign: z.string().nullable(),
  features: z.object({
    contents: z.boolean(),
    search: addedFeature,
    marks: addedFeature,
    settings: z.boolean(),
    title: z.boolean(),
    progress: z.boolean(),
    menu: addedFeature,
    buy: z.boolean(),
    themes: z.array(z.enum(selectableThemes)).describe('Themes that readers can choose from.'),
    readerSettings: z
      .boolean()
      .describe('Whether a reader’s own settings take precedence over these.'),
  }),
  consent: ConsentPolicy,
  links: z.object({
    buy: z.string().nullable(),
    home: z.string().nullable(),
    privacy: z.string().nullable(),
    terms: z.string().nullable(),
  }),
  frameAncestors: z.array(z.string()),
  keyId: z.string().nullable(),
};

/** All settings of a deployment except files and domains. */
export const DeploymentSettings = z.object(settings);
export type DeploymentSettings = z.infer<typeof DeploymentSettings>;

export const DeploymentLogo = z.object({
  url: z.string().describe('Permanent URL; a changed logo gets a new URL.'),
  width: z.int().min(1).describe('In CSS pixels.'),
  height: z.int().min(1),
  alt: z.string(),
});

export const DeploymentFont = z.object({
  family: z.string(),
  url: z.string(),
  weight: z.string().describe('As in `@font-face`: `400`, or `100 900` for a variable font.'),
  style: z.enum(['normal', 'italic']),
});

export const Deployment = z
  .object({
    id: DeploymentId,
    name: z.string(),
    ...settings,
    logo: DeploymentLogo.nullable(),
    fonts: z.array(DeploymentFont),
    domains: z.array(Domain),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Deployment' });
export type Deployment = z.infer<typeof Deployment>;
