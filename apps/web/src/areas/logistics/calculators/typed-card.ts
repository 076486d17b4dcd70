import { FREIGHT_PART } from '@tradewind/contract/logistics/rates.ts';
import { type Rating, raterOf } from '@tradewind/contract/rating/rate.ts';
import { type Figure, figuresOf, measuredOf, type Units } from './figures.ts';

const WEIGHT_MOST = '999999999';
const SINCE = '2000-01-01';
const HERE = { country: 'US', postcode: '' };
const AREA = { zone: '1', country: HERE.country, prefix: '', from: '', to: '', city: '' };
/** What a typed card does not have. */
const PLAIN = {
  volumeMode: 'always',
  volumeThreshold: '0',
  minimumWeight: '0',
  edge: 'below',
  minimumCharge: '0',
  taxPercent: '0',
} as const;

export interface ShippingValues {
  units: Units;
  weight?: Figure;
  length?: Figure;
  width?: Figure;
  height?: Figure;
  divisor: number;
  step?: Figure;
  currency: string;
  parcelFee?: Figure;
  unitPrice?: Figure;
  firstWeight?: Figure;
  firstPrice?: Figure;
  stepWeight?: Figure;
  stepPrice?: Figure;
  fuel?: Figure;
}

/**
 * A parcel by prices that somebody typed: rated like by a card of one zone. American carriers round each side up to an
 * inch. Undefined while a figure is wrong or the parcel has neither weight nor sides.
 */
export function ratingOf(values: ShippingValues): Rating | undefined {
  const { units, divisor, currency, weight, length, width, height, step, fuel } = values;
  const { parcelFee, unitPrice, firstWeight, firstPrice, stepWeight, stepPrice } = values;
  const price = figuresOf({ parcelFee, unitPrice, firstWeight, firstPrice, stepWeight, stepPrice });
  const other = figuresOf({ weight, length, width, height, step, fuel });
  const parcel = measuredOf(units, { weight, length, width, height });
  if (!price || !other || (parcel.weightGrams === 0 && !parcel.sidesMm)) return undefined;
  const rate = raterOf({
    ...PLAIN,
    ...{ currency, units, divisor, step: other.step, sideRounding: units === 'imperial' ? 'up' : 'none' },
    fuel: Number(other.fuel) === 0 ? null : { on: [FREIGHT_PART], weeks: [{ from: SINCE, percent: other.fuel }] },
    areas: [AREA],
    prices: [{ ...price, zone: AREA.zone, from: '0', to: WEIGHT_MOST }],
    surcharges: [],
    remote: [],
  });
  return rate({ ...parcel, to: HERE, day: SINCE }).rating;
}
