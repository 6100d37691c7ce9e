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
import { allBooks, BookSelection } from './book-selection.ts';
import { TokensPatch } from './token-values.ts';

export type ThemeValues = Record<ThemeName, string>;
/** A deployment's normalized tokens, with one value for all themes or one per theme. */
export type ThemeTokens = Partial<Record<TokenName, string | ThemeValues>>;

export const DeploymentId = z
  .string()
  .regex(
    /^dep_[0-9A-Za-z]{1,40}$/,
    'Must be a deployment id, such as dep_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R.',
  )
  .describe('Deployment identifier.')
  .meta({ example: 'dep_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' });

const exampleSettings = {
  theme: {
    name: 'light',
    tokens: {
      '--svc-accent': { light: '#9a1b1b', dark: '#ff9d94', sepia: '#8a4613' },
      '--svc-ui-font-family': "'Example Sans', sans-serif",
    },
  },
  locale: 'de-AT',
  currency: 'EUR',
  affiliate: 'books_weekly',
  campaign: 'autumn',
  features: {
    contents: true,
    search: true,
    marks: true,
    settings: true,
    title: true,
    progress: true,
    menu: true,
    fullscreen: true,
    buy: true,
    themes: ['light', 'dark', 'sepia', 'contrast'],
    readerSettings: true,
  },
  consent: 'required',
  links: {
    buy: 'https://shop.example/{isbn}?ref={affiliate}&click={clickId}',
    home: 'https://example.com/',
    privacy: 'https://example.com/privacy',
    terms: null,
  },
  frameAncestors: ['https://example.com'],
  books: { show: 'subjects' as const, subjects: ['Sea stories'] },
};

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
        fullscreen: z.boolean().default(true),
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
    books: BookSelection.default(allBooks),
    keyId: deploymentFields.keyId.nullable().default(null),
  })
  .meta({
    id: 'NewDeployment',
    example: {
      name: 'Example Books',
      ...exampleSettings,
      logo: {
        data:
          'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSIxMjAiIGhl' +
          'aWdodD0iNDAiPjxyZWN0IHdpZHRoPSIxMjAiIGhlaWdodD0iNDAiIGZpbGw9IiM5YTFiMWIiLz48L3N2Zz4=',
        alt: 'Example Books',
      },
      fonts: [],
      keyId: null,
    },
  });
export type NewDeployment = z.infer<typeof NewDeployment>;

/** Request body that changes a deployment, as a JSON merge patch (RFC 7396). */
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
        fullscreen: z.boolean().nullable(),
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
    books: BookSelection.nullable(),
    keyId: deploymentFields.keyId.nullable(),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Must contain at least one member.')
  .meta({
    id: 'DeploymentPatch',
    example: { theme: { tokens: { '--svc-radius': '12px' } }, campaign: null },
  });
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
  .meta({ id: 'NewDomain', example: { host: 'books.example.com' } });

const exampleDomain = {
  host: 'books.example.com',
  state: 'pending',
  record: {
    type: 'TXT',
    name: '_svc-reader.books.example.com',
    value: 'svc-reader=q0cJc5lJ1vJm2x0abKmX0tS0',
  },
  verifiedAt: null,
  checkedAt: '2026-11-21T12:00:00.000Z',
  problem: 'No TXT record found at _svc-reader.books.example.com.',
  problemReason: 'record_missing',
};

export const DomainProblem = z.enum(['record_missing', 'record_wrong', 'lookup_failed']);

export const Domain = z
  .object({
    host: z.string().describe('Lower-case ASCII form.'),
    state: z
      .enum(['pending', 'verified'])
      .describe('`verified`: the domain serves this deployment’s pages.'),
    record: z
      .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
      .describe('Record required in the domain’s DNS for as long as the domain is used.'),
    verifiedAt: z.iso.datetime().nullable(),
    checkedAt: z.iso.datetime().nullable().describe('Time of the last check.'),
    problem: z.string().nullable().describe('Problem found by the last check, if any.'),
    problemReason: DomainProblem.nullable().describe(
      '`record_missing`: there is no TXT record. `record_wrong`: its value differs. ' +
        '`lookup_failed`: the name servers did not respond. Null without a problem, and for a ' +
        'problem that an earlier release found.',
    ),
  })
  .meta({ id: 'Domain', example: exampleDomain });
export type Domain = z.infer<typeof Domain>;

const PerTheme = z.object({ light: z.string(), dark: z.string(), sepia: z.string() });

/** A feature added after the first release. Enabled in deployments saved before it was added. */
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
    fullscreen: addedFeature,
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
  // Added after the first release.
  books: BookSelection.default(allBooks),
  keyId: z.string().nullable(),
};

/** All of a deployment's settings except files and domains. */
export const DeploymentSettings = z.object(settings);
export type DeploymentSettings = z.infer<typeof DeploymentSettings>;

export const DeploymentLogo = z.object({
  url: z.string().describe('Permanent URL. A changed logo has a new URL.'),
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
  .meta({
    id: 'Deployment',
    example: {
      id: 'dep_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
      name: 'Example Books',
      ...exampleSettings,
      logo: {
        url: 'https://api.example.com/content/deployments/dep_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R/3f2c8d1e9a7b6c5d4e3f2a1b0c9d8e7f.webp',
        width: 120,
        height: 40,
        alt: 'Example Books',
      },
      fonts: [
        {
          family: 'Example Sans',
          url: 'https://api.example.com/content/deployments/dep_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R/3f2c8d1e9a7b6c5d4e3f2a1b0c9d8e7f.woff2',
          weight: '100 900',
          style: 'normal',
        },
      ],
      keyId: 'key_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
      domains: [exampleDomain],
      createdAt: '2026-11-21T12:00:00.000Z',
      updatedAt: '2026-11-21T12:00:00.000Z',
    },
  });
export type Deployment = z.infer<typeof Deployment>;
