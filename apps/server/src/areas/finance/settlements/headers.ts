import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { arrayOf } from '../../../core/scope.ts';
import { companyOf } from '../../company/public.ts';

/** Adds up the settlements of these numbers anew, each from its lines. */
export async function refreshSettlements(tx: Tx, shopId: number, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return;
  const { timeZone } = await companyOf(tx);
  const theirs = sql`from settlement_line l where l.company_id = ${sql.company} and l.shop_id = ${shopId}
    and l.settlement_id = any(${arrayOf(numbers)}::text[])`;
  await tx.rows(sql`insert into settlement (company_id, shop_id, number, currency, from_day, to_day, lines, amount, paid_out, updated_at)
    select distinct l.company_id, l.shop_id, l.settlement_id, l.currency, 'epoch'::date, 'epoch'::date, 0, 0, 0, ${tx.now}::timestamptz ${theirs}
    order by 3, 4 on conflict do nothing`);
  // Locked first: what another transaction adds meanwhile is counted by the one that comes later.
  await tx.rows(sql`select id from settlement where company_id = ${sql.company} and shop_id = ${shopId}
    and number = any(${arrayOf(numbers)}::text[]) order by id for update`);
  await tx.rows(sql`update settlement s set lines = x.lines, amount = x.amount, paid_out = x.paid_out, from_day = x.from_day,
      to_day = x.to_day, deposit_day = x.deposit_day, updated_at = ${tx.now}
    from (select l.settlement_id, l.currency, count(*) as lines, coalesce(sum(l.amount) filter (where l.kind <> 'payout'), 0) as amount,
        coalesce(-sum(l.amount) filter (where l.kind = 'payout'), 0) as paid_out,
        min((l.posted_at at time zone ${timeZone})::date) as from_day, max((l.posted_at at time zone ${timeZone})::date) as to_day,
        max((l.posted_at at time zone ${timeZone})::date) filter (where l.kind = 'payout') as deposit_day
      ${theirs} group by 1, 2) x
    where s.company_id = ${sql.company} and s.shop_id = ${shopId} and s.number = x.settlement_id and s.currency = x.currency`);
}
