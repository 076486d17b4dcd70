import { sum } from '../../money.ts';
import { malformed, reasonOf } from '../../read.ts';
import type { CarrierAccess, CarrierService, Parcel, RateQuote } from '../../types.ts';
import type { YunexpressClient } from './client.ts';
import { sidesOf, weightOf } from './parcels.ts';
import { CARRIER, isUnsold } from './refusals.ts';
import { type Fee, fee, priceAnswer, productsAnswer } from './shapes.ts';

const POSTAL_CODE_LENGTH = 20;

function questionOf(parcel: Parcel): Record<string, string> {
  const { country, postalCode } = parcel.to;
  const sides = sidesOf(parcel);
  return {
    country_code: country,
    weight: weightOf(parcel),
    weight_unit: 'KG',
    pieces: '1',
    ...(postalCode && postalCode.length <= POSTAL_CODE_LENGTH ? { postal_code: postalCode } : {}),
    ...(sides ? { ...sides, size_unit: 'CM' } : {}),
  };
}

/** "3-8" days: the longer. */
function daysOf(interval: string): number | undefined {
  const last = /(\d{1,3})\D*$/.exec(interval)?.[1];
  return last === undefined ? undefined : Number(last);
}

/** A product's first row is its freight, further rows are surcharges. */
function quoteOf(fees: readonly Fee[]): RateQuote | undefined {
  const [first, ...more] = fees;
  if (!first || more.some(({ currency }) => currency !== first.currency)) return undefined;
  const amount = sum(fees.map((one) => one.amount));
  const days = daysOf(first.interval_day);
  return {
    serviceCode: first.product_code,
    serviceName: first.product_name ?? first.product_code,
    amount,
    listAmount: amount,
    currency: first.currency,
    ...(days === undefined ? {} : { transitDays: days }),
    surcharges: more.map((one) => ({ code: one.fee_name, amount: one.amount })),
  };
}

const codeIn = (row: unknown): string =>
  typeof row === 'object' && row && 'product_code' in row ? String(row.product_code) : '';

/** One product that cannot be read must not hide the others; of one with a fee that cannot be read the sum is unknown. */
function readQuotes(rows: readonly unknown[]): RateQuote[] {
  const quotes: RateQuote[] = [];
  let bad: string | undefined;
  for (const some of Map.groupBy(rows, codeIn).values()) {
    const read = some.map((row) => fee.safeParse(row));
    const failed = read.find((each) => !each.success);
    const quote = failed ? undefined : quoteOf(read.flatMap((each) => each.data ?? []));
    if (quote) quotes.push(quote);
    else bad ??= failed?.error ? reasonOf(failed.error) : 'fees in several currencies';
  }
  if (quotes.length === 0 && bad !== undefined) throw malformed(CARRIER, `rates: ${bad}`, JSON.stringify(rows));
  return quotes;
}

export function createRates({ call }: YunexpressClient) {
  return {
    async rates(access: CarrierAccess, parcel: Parcel): Promise<RateQuote[]> {
      try {
        const path = '/v1/price-trial/get';
        const query = questionOf(parcel);
        return readQuotes(await call(access, { method: 'GET', path, query, effect: 'read', shape: priceAnswer }));
      } catch (error) {
        if (isUnsold(error)) return [];
        throw error;
      }
    },

    async services(access: CarrierAccess): Promise<CarrierService[]> {
      const path = '/v1/basic-data/products/getlist';
      const products = await call(access, { method: 'GET', path, effect: 'read', shape: productsAnswer });
      return products.map(({ product_code: code, product_name: name }) => ({ code, name: name ?? code }));
    },
  };
}

export type Rates = ReturnType<typeof createRates>;
