import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { Decimal } from '../../core/money.ts';

/** CNY for one unit: the initial rates of a new company, so that its first foreign order can be booked. */
const CNY_FOR_ONE: Readonly<Record<string, string>> = {
  CNY: '1',
  USD: '7.1200',
  EUR: '8.2500',
  GBP: '9.4500',
  JPY: '0.0470',
  CAD: '5.0900',
  AUD: '4.6500',
  MXN: '0.3850',
  BRL: '1.3200',
  CLP: '0.0075',
  SEK: '0.7500',
  NOK: '0.7000',
  DKK: '1.1050',
  PLN: '1.9400',
  CZK: '0.3380',
  HUF: '0.0211',
  RON: '1.6200',
  CHF: '8.8500',
  TRY: '0.1720',
  AED: '1.9400',
  SAR: '1.9000',
  EGP: '0.1490',
  ZAR: '0.4080',
  INR: '0.0812',
  SGD: '5.4800',
  MYR: '1.6900',
  THB: '0.2190',
  PHP: '0.1220',
  IDR: '0.000430',
  VND: '0.000271',
  KRW: '0.00500',
  HKD: '0.9150',
  TWD: '0.2330',
  NZD: '4.1000',
};
/** Earlier than any order that may come from a platform. */
const SINCE = '2010-01-01';

/** Adds the initial rates of a company, converted to its base currency. */
export async function layInitialRates(tx: Tx, baseCurrency: string): Promise<void> {
  const base = CNY_FOR_ONE[baseCurrency];
  if (base === undefined) return;
  const rows = Object.entries(CNY_FOR_ONE)
    .filter(([currency]) => currency !== baseCurrency)
    .map(([currency, cny]) => ({ currency, rate: new Decimal(cny).div(base).toFixed(8) }));
  await tx.rows(
    sql`insert into exchange_rate (company_id, currency, on_day, to_base, source)
     select ${sql.company}, r.currency, ${SINCE}, r.rate, 'initial' from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(currency text, rate numeric)
     on conflict do nothing`,
  );
}
