import type { CustomsFacts, ParcelItem } from '@tradewind/connectors/types.ts';
import { EU_COUNTRIES } from '@tradewind/contract/countries.ts';
import type { DUTY_TERMS } from '@tradewind/contract/logistics.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Decimal } from '../../../core/money.ts';
import { localDay } from '../../company/public.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';

/** EU import one-stop shop: consignments up to this intrinsic value (Council Directive (EU) 2017/2455). */
const IOSS_MOST_EUR = 150;

const inEu = (country: string) => EU_COUNTRIES.includes(country);

interface Crossing {
  orderId: number;
  country: string;
  from: string;
  terms: (typeof DUTY_TERMS)[number];
  items: readonly ParcelItem[];
}

/** Whether goods pass customs on their way: the EU is one territory. */
export function crosses(from: string, to: string): boolean {
  return from !== to && !(inEu(from) && inEu(to));
}

/**
 * The numbers and terms that travel with a parcel across a border; undefined where it crosses none. A shop's own IOSS
 * number goes before the company's. Above 150 EUR, or where today's rates of USD and EUR are not known, none is sent.
 */
export async function customsFacts(tx: Tx, parcel: Crossing): Promise<CustomsFacts | undefined> {
  const { country, from, terms, orderId } = parcel;
  if (!crosses(from, country)) return undefined;
  const rows = await tx.rows<{ kind: string; country: string; number: string }>(sql`select n.kind, n.country, n.number
    from customs_number n join sales_order s on s.company_id = n.company_id and s.id = ${orderId}
    where n.company_id = ${tx.companyId} and (n.shop_id is null or n.shop_id = s.shop_id)
    order by n.shop_id nulls last, n.id`);
  const eoris = rows.filter((row) => row.kind === 'eori').map(({ number }) => number);
  const near = eoris.find((number) => number.startsWith(country) || (inEu(country) && inEu(number.slice(0, 2))));
  const vat = rows.find((row) => row.kind === 'vat' && row.country === country)?.number;
  const ioss = rows.find((row) => row.kind === 'ioss')?.number;
  const eori = near ?? eoris[0];
  return {
    terms,
    ...(ioss && inEu(country) && (await worthAtMost(tx, parcel.items, IOSS_MOST_EUR)) ? { ioss } : {}),
    ...(eori ? { eori } : {}),
    ...(vat ? { vat } : {}),
  };
}

/** Euros for a dollar today; undefined while a rate of either is missing. */
async function eurForUsd(tx: Tx): Promise<Decimal | undefined> {
  const day = localDay(tx.now, 'UTC');
  const pair = ['USD', 'EUR'].map((currency) => ({ currency, day }));
  const rates = await ratesOn(tx, pair).catch(() => undefined);
  const [usd, eur] = pair.map(({ currency }) => rates?.get(rateKey(currency, day)));
  return usd && eur ? new Decimal(usd).div(eur) : undefined;
}

async function worthAtMost(tx: Tx, items: readonly ParcelItem[], most: number): Promise<boolean> {
  const rate = await eurForUsd(tx);
  const usd = items.reduce(
    (sum, item) => sum.plus(new Decimal(item.unitValueUsd).times(item.quantity)),
    new Decimal(0),
  );
  return rate !== undefined && usd.times(rate).lte(most);
}

/** The items with their value in EUR, which lines into the EU declare in. */
export async function withEuros(tx: Tx, items: readonly ParcelItem[]): Promise<ParcelItem[]> {
  const rate = await eurForUsd(tx);
  if (!rate) return [...items];
  return items.map((item) => ({ ...item, unitValueEur: new Decimal(item.unitValueUsd).times(rate).toFixed(2) }));
}
