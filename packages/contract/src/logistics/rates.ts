import { z } from 'zod';
import { currency, day, integer, positiveDecimal, requiredText, text } from '../call.ts';
import { countryCode } from '../countries.ts';

/** What a rate card measures in: its weights are kg or lb, its sides cm or in. */
export const CARD_UNITS = ['metric', 'imperial'] as const;
/** When volume weight counts: always; from so many times the weight; from a longest side on; never. */
export const VOLUME_MODES = ['always', 'ratio', 'side', 'never'] as const;
/** To whole cm or in, before volume is worked out. */
export const SIDE_ROUNDINGS = ['none', 'nearest', 'up'] as const;
/** Where a weight that equals a bracket's edge belongs: below is from < weight <= to. */
export const BRACKET_EDGES = ['below', 'above'] as const;
/** What a surcharge's amount is: once a parcel, for each kg or lb, or a percentage of the parts in `on`. */
export const SURCHARGE_BASES = ['flat', 'perUnit', 'percent'] as const;
/** Freight as a part that percentages may stand on; the others are the codes of surcharges. */
export const FREIGHT_PART = 'freight';

const zoneName = () => requiredText(40);
const weight = () => positiveDecimal(3);
const amount = () => positiveDecimal(4);
const postcode = () => z.string().trim().toUpperCase().max(12).default('');

/** Where a zone is. Of several that fit, the longest prefix counts, then a range, then a city, then the country. */
export const zoneArea = z.strictObject({
  zone: zoneName(),
  country: countryCode(),
  prefix: postcode(),
  /** A range, both ends included; postcodes of one length are compared as they stand. */
  from: postcode(),
  to: postcode(),
  city: text(60).default(''),
});

/** A place that the carrier reaches at an extra price. One kind's places do not overlap; those of two kinds may. */
export const remoteArea = zoneArea.omit({ zone: true }).extend({ kind: requiredText(20) });

/**
 * The price of a zone between two weights: parcelFee + unitPrice x weight + firstPrice, and stepPrice for each step begun
 * beyond the first weight. What a card does not know is 0.
 */
export const zonePrice = z.strictObject({
  zone: zoneName(),
  from: weight().default('0'),
  to: weight(),
  parcelFee: amount().default('0'),
  unitPrice: amount().default('0'),
  firstWeight: weight().default('0'),
  firstPrice: amount().default('0'),
  stepWeight: weight().default('0'),
  stepPrice: amount().default('0'),
});

/** All that is set must hold. */
export const surchargeCondition = z.strictObject({
  residential: z.literal(true).optional(),
  battery: z.literal(true).optional(),
  signature: z.literal(true).optional(),
  /** Kinds of the card's remote areas: the address is in one of them. */
  remote: z.array(requiredText(20)).max(10).optional(),
  countries: z.array(countryCode()).max(250).optional(),
  zones: z.array(zoneName()).max(200).optional(),
  /** Above: kg or lb of actual weight, cm or in of sides. Girth is length + 2 x (width + height). */
  weightOver: weight().optional(),
  longestOver: weight().optional(),
  secondOver: weight().optional(),
  girthOver: weight().optional(),
});

export const surcharge = z.strictObject({
  code: z.string().regex(/^[A-Za-z0-9-]{1,30}$/),
  name: text(60).default(''),
  basis: z.enum(SURCHARGE_BASES),
  amount: amount(),
  /** What a percentage stands on. */
  on: z.array(requiredText(30)).max(30).default([FREIGHT_PART]),
  atLeast: amount().default('0'),
  when: surchargeCondition.default({}),
  validFrom: day().nullable().default(null),
  validTo: day().nullable().default(null),
  /** Of one group, only the surcharge with the highest priority is charged. */
  group: text(30).default(''),
  priority: integer(0, 1000).default(0),
  /** Raises the chargeable weight to this. */
  minimumWeight: weight().default('0'),
});

/** A version of a rate card without its sheets of zones and prices. */
export const rateCardTerms = z.strictObject({
  currency: currency(),
  units: z.enum(CARD_UNITS).default('metric'),
  /** cm3 a kg, or in3 a lb. */
  divisor: integer(1, 100_000).default(5000),
  volumeMode: z.enum(VOLUME_MODES).default('always'),
  /** ratio: volume weight counts above so many times the weight; side: above so long a side. */
  volumeThreshold: positiveDecimal(3).default('0'),
  sideRounding: z.enum(SIDE_ROUNDINGS).default('none'),
  /** Chargeable weight is rounded up to a multiple of this; 0: not. */
  step: weight().default('0'),
  minimumWeight: weight().default('0'),
  edge: z.enum(BRACKET_EDGES).default('below'),
  minimumCharge: amount().default('0'),
  /** Added to all parts; 0 where prices include it. */
  taxPercent: positiveDecimal(3).default('0'),
  /** Fuel by week: the latest row that has begun counts. */
  fuel: z
    .strictObject({
      on: z.array(requiredText(30)).max(30).default([FREIGHT_PART]),
      weeks: z.array(z.strictObject({ from: day(), percent: positiveDecimal(3) })).max(1000),
    })
    .nullable()
    .default(null),
  surcharges: z.array(surcharge).max(200).default([]),
});
export type RateCardTerms = z.output<typeof rateCardTerms>;

const areas = z.array(zoneArea).max(100_000);
const prices = z.array(zonePrice).max(50_000);
const remote = z.array(remoteArea).max(100_000).default([]);
/** A version of a rate card: what a carrier agreed on. */
export const rateCardContent = rateCardTerms.extend({ areas: areas.min(1), prices: prices.min(1), remote });
/** One that may still lack its sheets. */
export const rateCardDraft = rateCardTerms.extend({ areas: areas.default([]), prices: prices.default([]), remote });
export type RateCardDraft = z.output<typeof rateCardDraft>;
export type RemoteArea = z.output<typeof remoteArea>;
export type ZoneArea = z.output<typeof zoneArea>;
export type RateCardContent = z.output<typeof rateCardContent>;
export type ZonePrice = z.output<typeof zonePrice>;
export type Surcharge = z.output<typeof surcharge>;
