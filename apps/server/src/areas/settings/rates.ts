import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { ruleBroken } from '../../core/errors.ts';
import { Decimal } from '../../core/money.ts';

/**
 * Units of the company's base currency for one unit of `currency` on a company-local day: the latest dated rate on or
 * before it, as banks publish none at weekends and on holidays: a Sunday has Friday's, also where Monday's is known by
 * the time of booking. "1" for the base currency itself. Without any rate before the day nothing is booked at a guess:
 * the booking waits, `finance.leftovers` takes it up again, and closing the month names the currency.
 * @throws ruleBroken settings.noRate
 */
export async function rateOn(tx: Tx, currency: string, day: string): Promise<string> {
  const rates = await ratesOn(tx, [{ currency, day }]);
  return rates.get(rateKey(currency, day)) ?? '1';
}

export const rateKey = (currency: string, day: string) => `${currency}/${day}`;

/** The same for many pairs in one statement; keys by `rateKey`. @throws ruleBroken settings.noRate for the first without */
export async function ratesOn(
  tx: Tx,
  desired: readonly { currency: string; day: string }[],
): Promise<Map<string, string>> {
  if (desired.length === 0) return new Map();
  const rows = await tx.rows<{ currency: string; day: string; rate: string | null }>(
    sql`select w.currency, w.day, case when w.currency = c.base_currency then 1 else (
         select r.to_base from exchange_rate r where r.company_id = ${sql.company} and r.currency = w.currency and r.on_day <= w.day::date
         order by r.on_day desc limit 1) end as rate
     from company c cross join jsonb_to_recordset(${JSON.stringify(desired)}::jsonb) as w(currency text, day text) where c.id = ${sql.company}`,
  );
  const rates = new Map<string, string>();
  for (const { currency, day, rate } of rows) {
    if (rate === null) throw ruleBroken('settings.noRate', { currency, day });
    rates.set(rateKey(currency, day), new Decimal(rate).toFixed());
  }
  return rates;
}
