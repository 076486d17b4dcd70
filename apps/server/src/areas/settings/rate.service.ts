import { type AuditAction, defineAction, writeAudit } from '../../core/audit.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField, conflict, notFound, ruleBroken } from '../../core/errors.ts';
import { Decimal } from '../../core/money.ts';
import { companyOf, localDay } from '../company/public.ts';

const JUMP_PERCENT = 20;
const rateSet = defineAction('settings.rateSet', ['设置汇率', 'Exchange rate set']);
const rateRemoved = defineAction('settings.rateRemoved', ['删除汇率', 'Exchange rate deleted']);
const audit = (tx: Tx, action: AuditAction, currency: string, detail: Record<string, unknown>) =>
  writeAudit(tx, [{ action, targetKind: 'exchange_rate', targetId: currency, targetName: currency, detail }]);

export interface NewRate {
  currency: string;
  onDay: string;
  toBase: string;
  /** The person has seen the warning about a jump. */
  sure: boolean;
}

/** Sets a dated rate, and asks for confirmation if it looks like a typing error. */
export async function saveRate(tx: Tx, rate: NewRate): Promise<void> {
  const { baseCurrency, timeZone } = await companyOf(tx);
  if (rate.currency === baseCurrency) throw badField('currency', 'settings.baseCurrency');
  const neighbour = await tx.row<{ toBase: string }>(sql`
    select to_base from exchange_rate where company_id = ${sql.company} and currency = ${rate.currency}
      and on_day <> ${rate.onDay} order by on_day < ${rate.onDay} desc, abs(on_day - ${rate.onDay}::date) limit 1`);
  if (!neighbour && rate.onDay > localDay(tx.now, timeZone)) throw badField('onDay', 'settings.firstRate');
  const percent = neighbour ? changePercent(neighbour.toBase, rate.toBase) : new Decimal(0);
  if (neighbour && !rate.sure && percent.abs().gt(JUMP_PERCENT))
    throw ruleBroken('settings.rateJump', {
      previous: new Decimal(neighbour.toBase).toFixed(),
      percent: percent.toFixed(1),
    });
  await tx.rows(sql`
    insert into exchange_rate (company_id, currency, on_day, to_base, source)
    values (${sql.company}, ${rate.currency}, ${rate.onDay}, ${rate.toBase}, 'manual')
    on conflict (company_id, currency, on_day) do update set to_base = excluded.to_base, source = excluded.source`);
  audit(tx, rateSet, rate.currency, { onDay: rate.onDay, toBase: rate.toBase });
}

export const changePercent = (from: string, to: string) => new Decimal(to).div(from).minus(1).times(100);

export async function deleteRate(tx: Tx, currency: string, onDay: string): Promise<void> {
  const days = await tx.rows<{ onDay: string }>(sql`select on_day from exchange_rate
    where company_id = ${sql.company} and currency = ${currency} for update`);
  if (!days.some((row) => row.onDay === onDay)) throw notFound('settings.rateGone');
  if (days.length === 1) throw conflict('settings.lastRate', { currency });
  await tx.rows(
    sql`delete from exchange_rate where company_id = ${sql.company} and currency = ${currency} and on_day = ${onDay}`,
  );
  audit(tx, rateRemoved, currency, { onDay });
}
