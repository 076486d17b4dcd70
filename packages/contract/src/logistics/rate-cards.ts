import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  currency,
  day,
  defineCall,
  flag,
  id,
  idempotencyKey,
  integer,
  ok,
  pageOf,
  paging,
  requiredText,
  text,
  UPLOAD_LIMIT_BYTES,
} from '../call.ts';
import { countryCode } from '../countries.ts';
import { rateCardTerms, remoteArea, zoneArea, zonePrice } from './rates.ts';

export const RATE_CARD_STATES = ['draft', 'active', 'retired'] as const;
/** The sheets of a rate card's workbook. */
export const RATE_CARD_SHEETS = ['card', 'zones', 'prices', 'surcharges', 'fuel', 'remote'] as const;
export type RateCardSheet = (typeof RATE_CARD_SHEETS)[number];
export const RATE_CARDS_MOST = 20;
/** Versions of a card in the list: the newest. */
export const RATE_VERSIONS_MOST = 50;

const version = z.object({
  id: z.number(),
  number: z.number().int(),
  state: z.enum(RATE_CARD_STATES),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  /** Parcels of today are rated by it. */
  inForce: z.boolean(),
  note: z.string(),
  revision: z.number().int(),
  changedBy: z.string(),
  changedAt: z.string(),
});
const card = z.object({ id: z.number(), name: z.string(), versions: z.array(version) });
export type RateCardVersion = z.output<typeof version>;

/** A cell or row of the workbook; `row` and `column` are empty for a whole sheet. */
const sheetProblem = z.object({
  sheet: z.string(),
  row: z.number().int().nullable(),
  column: z.string(),
  message: z.string(),
});
export type SheetProblem = z.output<typeof sheetProblem>;

const view = [rights.carrier.view, rights.rateCard.view];
const edit = [rights.carrier.edit, rights.rateCard.edit];
const BASE = '/seller/logistics/rateCard';

export const listRateCards = defineCall({
  ...{ method: 'GET', path: `${BASE}/list`, access: view },
  summary: 'Lists the rate cards of a shipping channel with their newest versions.',
  input: z.strictObject({ channelId: id() }),
  result: z.object({ list: z.array(card) }),
});
export const addRateCard = defineCall({
  ...{ method: 'POST', path: `${BASE}/add`, access: [rights.carrier.add, rights.rateCard.add] },
  summary: 'Adds a rate card to a shipping channel, with an empty draft.',
  input: z.strictObject({ channelId: id(), name: requiredText(60), currency: currency(), ...idempotencyKey }),
  result: z.object({ id: z.number(), versionId: z.number() }),
});
export const getRateVersion = defineCall({
  ...{ method: 'GET', path: `${BASE}/version`, access: view },
  summary:
    'Returns a version of a rate card without its rows of zones, prices and remote areas, and what its draft still lacks.',
  input: z.strictObject({ id: id() }),
  result: version.extend({
    cardId: z.number(),
    cardName: z.string(),
    channelId: z.number(),
    terms: rateCardTerms,
    areas: z.number().int(),
    prices: z.number().int(),
    remote: z.number().int(),
    /** What conditions of surcharges may name. */
    remoteKinds: z.array(z.string()),
    /** Of a draft: the first ones. It cannot be activated while it has any. */
    problems: z.array(sheetProblem),
  }),
});
export const rateVersionAreas = defineCall({
  ...{ method: 'GET', path: `${BASE}/areas`, access: view },
  summary: 'Lists the zones of a version of a rate card, as its sheet has them.',
  input: z.strictObject({ id: id(), ...paging }),
  result: pageOf(zoneArea),
});
export const rateVersionPrices = defineCall({
  ...{ method: 'GET', path: `${BASE}/prices`, access: view },
  summary: 'Lists the prices of a version of a rate card, as its sheet has them.',
  input: z.strictObject({ id: id(), ...paging }),
  result: pageOf(zonePrice),
});
export const rateVersionRemote = defineCall({
  ...{ method: 'GET', path: `${BASE}/remote`, access: view },
  summary: 'Lists the remote areas of a version of a rate card, as its sheet has them.',
  input: z.strictObject({ id: id(), ...paging }),
  result: pageOf(remoteArea),
});
export const saveRateDraft = defineCall({
  ...{ method: 'POST', path: `${BASE}/save`, access: edit },
  summary: 'Saves terms, surcharges and fuel of a draft. `revision` is the revision that was read.',
  input: z.strictObject({ id: id(), revision: integer(1), note: text(200).default(''), terms: rateCardTerms }),
  result: ok,
});
export const startRateDraft = defineCall({
  ...{ method: 'POST', path: `${BASE}/draft`, access: edit },
  summary: 'Starts a draft with the content of a version. A card has one draft at a time.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: z.object({ versionId: z.number() }),
});
export const activateRateVersion = defineCall({
  ...{ method: 'POST', path: `${BASE}/activate`, access: edit },
  summary: 'Activates a draft from a day on. The version before it retires the day before.',
  input: z.strictObject({ id: id(), revision: integer(1), from: day() }),
  result: ok,
});
export const deleteRateDraft = defineCall({
  ...{ method: 'POST', path: `${BASE}/delete`, access: [rights.carrier.delete, rights.rateCard.delete] },
  summary: 'Deletes a draft, and its card if that has no other version.',
  input: z.strictObject({ id: id() }),
  result: ok,
});

export const rateCardTemplate = defineCall({
  ...{ method: 'GET', path: `${BASE}/template`, access: view },
  summary: 'Downloads an example of a rate card’s workbook, in the user’s language.',
  input: z.strictObject({}),
  result: z.unknown(),
  download: true,
});
export const rateVersionFile = defineCall({
  ...{ method: 'GET', path: `${BASE}/file`, access: view },
  summary: 'Downloads a version of a rate card as the workbook that a draft can be imported from.',
  input: z.strictObject({ id: id() }),
  result: z.unknown(),
  download: true,
});
export const importRateDraft = defineCall({
  ...{ method: 'POST', path: `${BASE}/import`, access: [...edit, rights.rateCard.import] },
  summary: 'Replaces the content of a draft by a workbook, or names its wrong cells and saves nothing.',
  input: z.strictObject({ id: id() }),
  result: z.object({
    saved: z.boolean(),
    areas: z.number().int(),
    prices: z.number().int(),
    /** The first ones; `problemCount` counts all. */
    problems: z.array(sheetProblem),
    problemCount: z.number().int(),
  }),
  upload: { maxBytes: UPLOAD_LIMIT_BYTES, kinds: ['xls', 'xlsx'] },
});

/** A parcel to rate. */
const box = {
  country: countryCode(),
  postcode: text(12).default(''),
  city: text(60).default(''),
  weightGrams: integer(1, 10_000_000),
  lengthMm: integer(1, 100_000).optional(),
  widthMm: integer(1, 100_000).optional(),
  heightMm: integer(1, 100_000).optional(),
  residential: flag().default(false),
  battery: flag().default(false),
  signature: flag().default(false),
};
/** What a parcel costs by a card: `parts` add up to `total`. */
export const rating = z.object({
  zone: z.string(),
  /** In the card's units, as is `chargeableWeight`. */
  weight: z.string(),
  volumeWeight: z.string(),
  chargeableWeight: z.string(),
  parts: z.array(z.object({ code: z.string(), amount: z.string() })),
  total: z.string(),
  currency: z.string(),
});
export const rateParcel = defineCall({
  ...{ method: 'POST', path: `${BASE}/rate`, access: view, mode: 'read' },
  summary: 'Rates one parcel by a version of a rate card, with every part of the price.',
  input: z.strictObject({
    id: id(),
    ...box,
    /** By default today. */
    day: day().optional(),
  }),
  result: rating,
});

/** Why a channel has no price for a parcel. */
export const QUOTE_REFUSALS = ['noCard', 'noCountry', 'noZone', 'noPrice'] as const;
export const quoteRateCards = defineCall({
  ...{ method: 'POST', path: `${BASE}/quote`, access: [rights.rateCard.quote, rights.carrier.view], mode: 'read' },
  summary:
    'Rates one parcel by the cards in force of all enabled channels: each part of a price, or why there is none.',
  input: z.strictObject(box),
  result: z.object({
    day: z.string(),
    list: z.array(
      z.object({
        channelId: z.number(),
        channelName: z.string(),
        carrier: z.string(),
        cardName: z.string().nullable(),
        rating: rating.nullable(),
        refusal: z.enum(QUOTE_REFUSALS).nullable(),
      }),
    ),
  }),
});

const money = z.object({ currency: z.string(), amount: z.string() });
const dryRun = z.object({
  id: z.number(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  /** The draft has changed since. */
  outdated: z.boolean(),
  by: z.string(),
  at: z.string(),
  total: z.number().int(),
  done: z.number().int(),
  /** Parcels that both sides have a price for. */
  compared: z.number().int(),
  before: money,
  after: money,
  /** Parcels that the draft refuses, or that have nothing to compare with. */
  without: z.object({
    noZone: z.number().int(),
    noPrice: z.number().int(),
    erased: z.number().int(),
    noCost: z.number().int(),
  }),
  /** The ten largest differences. */
  largest: z.array(
    z.object({
      parcelId: z.number(),
      orderNo: z.string(),
      country: z.string(),
      weightGrams: z.number().int(),
      before: z.string(),
      after: z.string(),
      difference: z.string(),
    }),
  ),
});
export type RateDryRun = z.output<typeof dryRun>;
export const startRateDryRun = defineCall({
  ...{ method: 'POST', path: `${BASE}/dryRun`, access: edit },
  summary: 'Rates the parcels of the last 30 days by a draft, beside what they cost. Many parcels are rated by a job.',
  input: z.strictObject({ id: id() }),
  result: dryRun,
});
export const rateDryRunOf = defineCall({
  ...{ method: 'GET', path: `${BASE}/dryRunOf`, access: view },
  summary: 'Returns the last dry run of a version of a rate card.',
  input: z.strictObject({ id: id() }),
  result: z.object({ run: dryRun.nullable() }),
});
