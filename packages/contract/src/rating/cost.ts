import { least, type Micros, micros, most, ONE, signedText, textOf, times } from './fixed.ts';
import { type Measured, measuresOf } from './measure.ts';

/** One unit of goods: what it costs until it lies in the warehouse it is sold from, and what its sale leaves. */
export interface CostInput extends Measured {
  /** In its own currency; `rate` turns it into the currency of all other amounts. */
  purchase: string;
  rate: string;
  /** Haul, packing and inspection before the first leg. */
  domestic: string;
  /** cm3 a kg. */
  divisor: number;
  /** For each kg that the first leg charges. */
  firstLegPerKg: string;
  /** Empty: the purchase price. */
  customsValue: string;
  dutyPercent: string;
  /** Duty also on the first leg: CIF, as in Europe; else FOB, as in the USA. */
  dutyOnFreight: boolean;
  importVatPercent: string;
  /** Given back by the state: no cost. */
  importVatBack: boolean;
  otherCost: string;
  /** What the buyer pays, with the VAT in it. */
  price: string;
  salesVatPercent: string;
  /** Percentages of the price. */
  platformPercent: string;
  paymentPercent: string;
  adsPercent: string;
  returnsPercent: string;
  lastMile: string;
  /** The margin that `targetPrice` reaches. */
  targetPercent: string;
}

export const COST_PARTS = ['purchase', 'domestic', 'firstLeg', 'duty', 'importVat', 'other'] as const;
export const SALE_PARTS = ['salesVat', 'platform', 'payment', 'ads', 'returns', 'lastMile'] as const;
export interface CostResult {
  volumeKg: string;
  chargeableKg: string;
  /** They add up to `landed`. */
  costs: { code: (typeof COST_PARTS)[number]; amount: string }[];
  landed: string;
  /** The price without these and without `landed` is the profit. */
  charges: { code: (typeof SALE_PARTS)[number]; amount: string }[];
  profit: string;
  /** Of the price without VAT, in percent; null without a price. */
  margin: string | null;
  /** Of the landed cost, in percent; null where that is nothing. */
  markup: string | null;
  /** The lowest price without a loss; null where each price makes one. */
  breakEven: string | null;
  /** The lowest price with the desired margin; null where no price has it. */
  targetPrice: string | null;
}

const CENT = 10_000n;
const ALL = 100n * ONE;
const cents = (value: Micros): Micros => ((value + CENT / 2n) / CENT) * CENT;
const share = (value: Micros, percent: Micros): Micros => cents((value * percent + ALL / 2n) / ALL);
const sum = (parts: readonly Micros[]): Micros => parts.reduce((a, b) => a + b, 0n);

/**
 * Landed cost: purchase, first leg by chargeable weight, duty on the customs value; VAT that the state gives back is no
 * cost. Profit: price without VAT, fees, advertising, returns, last mile and landed cost. Each part is rounded to cents.
 * After the specification's rules of costing: landed cost (2), order profit (5), volume weight (6).
 */
export function costOf(input: CostInput): CostResult {
  const { weightGrams, sidesMm, divisor } = input;
  const box = { weightGrams, ...(sidesMm ? { sidesMm } : {}) };
  const { weight, volumeWeight } = measuresOf(box, { units: 'metric', sideRounding: 'none', divisor });
  const chargeable = most(weight, volumeWeight);
  const costs = costParts(input, chargeable);
  const landed = sum(Object.values(costs));
  const profitAt = (price: Micros) => price - landed - sum(Object.values(saleParts(input, price)));
  const price = cents(micros(input.price));
  const profit = profitAt(price);
  const net = price - saleParts(input, price).salesVat;
  return {
    volumeKg: textOf(volumeWeight, 3),
    chargeableKg: textOf(chargeable, 3),
    costs: COST_PARTS.map((code) => ({ code, amount: textOf(costs[code], 2) })),
    landed: textOf(landed, 2),
    charges: SALE_PARTS.map((code) => ({ code, amount: textOf(saleParts(input, price)[code], 2) })),
    profit: signedText(profit, 2),
    margin: net > 0n ? signedText((profit * ALL) / net, 1) : null,
    markup: landed > 0n ? signedText((profit * ALL) / landed, 1) : null,
    breakEven: lowestPrice(input, landed, 0n, profitAt),
    targetPrice: lowestPrice(input, landed, micros(input.targetPercent), profitAt),
  };
}

function costParts(input: CostInput, chargeable: Micros): Record<(typeof COST_PARTS)[number], Micros> {
  const purchase = cents(times(micros(input.purchase), micros(input.rate)));
  const value = input.customsValue === '' ? purchase : cents(micros(input.customsValue));
  const firstLeg = cents(times(micros(input.firstLegPerKg), chargeable));
  const duty = share(value + (input.dutyOnFreight ? firstLeg : 0n), micros(input.dutyPercent));
  const importVat = input.importVatBack ? 0n : share(value + firstLeg + duty, micros(input.importVatPercent));
  const domestic = cents(micros(input.domestic));
  return { purchase, domestic, firstLeg, duty, importVat, other: cents(micros(input.otherCost)) };
}

function saleParts(input: CostInput, price: Micros): Record<(typeof SALE_PARTS)[number], Micros> {
  const vat = micros(input.salesVatPercent);
  return {
    salesVat: cents((price * vat + (ALL + vat) / 2n) / (ALL + vat)),
    platform: share(price, micros(input.platformPercent)),
    payment: share(price, micros(input.paymentPercent)),
    ads: share(price, micros(input.adsPercent)),
    returns: share(price, micros(input.returnsPercent)),
    lastMile: cents(micros(input.lastMile)),
  };
}

/** Cents by which the rounding of all parts may move a profit, and steps after which no price is looked for. */
const ROUNDED = 5n;
const STEPS_MOST = 2000n;

/**
 * The lowest price of whole cents whose profit is the margin's part of the price without VAT:
 * price x ((100 % - margin) / (100 % + VAT) - fees) = costs.
 */
function lowestPrice(
  input: CostInput,
  landed: Micros,
  margin: Micros,
  profitAt: (price: Micros) => Micros,
): string | null {
  const { platformPercent, paymentPercent, adsPercent, returnsPercent } = input;
  const fees = sum([platformPercent, paymentPercent, adsPercent, returnsPercent].map(micros));
  const gross = ALL + micros(input.salesVatPercent);
  const left = (ALL - margin) * ALL - fees * gross;
  if (left <= 0n) return null;
  const costs = landed + cents(micros(input.lastMile));
  const near = ((costs * gross * ALL) / left / CENT) * CENT;
  const reaches = (price: Micros) => {
    const net = price - saleParts(input, price).salesVat;
    return profitAt(price) * ALL >= net * margin;
  };
  const around = least((ROUNDED * gross * ALL) / left + 2n, STEPS_MOST) * CENT;
  let price = most(near - around, 0n);
  const last = near + around;
  // Rounded parts make profit go up and down by cents: from below, the first price that reaches it.
  while (!reaches(price)) {
    if (price >= last) return null;
    price += CENT;
  }
  return textOf(price, 2);
}
