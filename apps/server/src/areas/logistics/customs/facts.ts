import { inCustomsUnion, isDeclared } from '@tradewind/connectors/carriers/customsUnion.ts';
import type { CustomsFacts, ParcelItem } from '@tradewind/connectors/types.ts';
import type { DUTY_TERMS } from '@tradewind/contract/logistics.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Fail } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { localDay } from '../../company/public.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';

/** EU import one-stop shop: consignments up to this intrinsic value (Council Directive (EU) 2017/2455). */
const IOSS_MOST_EUR = 150;

interface Crossing {
  orderId: number;
  country: string;
  from: string;
  terms: (typeof DUTY_TERMS)[number];
  items: readonly ParcelItem[];
  /** Goods that come back: nothing was sold, so that no IOSS number applies. */
  isReturn?: boolean;
}

/**
 * The numbers and terms that travel with a parcel across a border; undefined where it crosses none. A shop's own IOSS
 * number goes before the company's. Above 150 EUR, or where today's rates of USD and EUR are not known, none is sent.
 */
export async function customsFacts(tx: Tx, parcel: Crossing): Promise<CustomsFacts | undefined> {
  const { country, from, terms, orderId } = parcel;
  if (!isDeclared(from, country)) return undefined;
  const rows = await tx.rows<{ kind: string; country: string; number: string }>(sql`select n.kind, n.country, n.number
    from customs_number n join sales_order s on s.company_id = n.company_id and s.id = ${orderId}
    where n.company_id = ${sql.company} and (n.shop_id is null or n.shop_id = s.shop_id)
    order by n.shop_id nulls last, n.id`);
  const eoris = rows.filter((row) => row.kind === 'eori').map(({ number }) => number);
  const vat = rows.find((row) => row.kind === 'vat' && row.country === country)?.number;
  const ioss = parcel.isReturn ? undefined : rows.find((row) => row.kind === 'ioss')?.number;
  const eori = eoriFor(eoris, country);
  return {
    terms,
    ...(ioss && inCustomsUnion(country) && (await worthAtMost(tx, parcel.items, IOSS_MOST_EUR)) ? { ioss } : {}),
    ...(eori ? { eori } : {}),
    ...(vat ? { vat } : {}),
  };
}

/** The sender's number in the country or its customs union; else the first. */
export function eoriFor(numbers: readonly string[], country: string): string | undefined {
  const near = numbers.find(
    (number) => number.startsWith(country) || (inCustomsUnion(country) && inCustomsUnion(number.slice(0, 2))),
  );
  return near ?? numbers[0];
}

/** Units of a currency for a dollar today; undefined while a rate of either is missing. @throws what else the database says */
export async function forUsd(tx: Tx, currency: string): Promise<Decimal | undefined> {
  const day = localDay(tx.now, 'UTC');
  try {
    const rates = await ratesOn(tx, [
      { currency: 'USD', day },
      { currency, day },
    ]);
    return new Decimal(rates.get(rateKey('USD', day)) ?? 0).div(rates.get(rateKey(currency, day)) ?? 0);
  } catch (error) {
    if (error instanceof Fail && error.code === 'settings.noRate') return undefined;
    throw error;
  }
}

async function worthAtMost(tx: Tx, items: readonly ParcelItem[], most: number): Promise<boolean> {
  const rate = await forUsd(tx, 'EUR');
  const usd = items.reduce(
    (sum, item) => sum.plus(new Decimal(item.unitValueUsd).times(item.quantity)),
    new Decimal(0),
  );
  return rate !== undefined && usd.times(rate).lte(most);
}

/** The items with their value in EUR, which lines into the EU declare in. */
export async function withEuros(tx: Tx, items: readonly ParcelItem[]): Promise<ParcelItem[]> {
  const rate = await forUsd(tx, 'EUR');
  if (!rate) return [...items];
  return items.map((item) => ({ ...item, unitValueEur: new Decimal(item.unitValueUsd).times(rate).toFixed(2) }));
}
