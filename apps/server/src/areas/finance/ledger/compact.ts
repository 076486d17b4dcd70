import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';

/** Compacts balances to one row per party and currency. Rows added meanwhile wait for the next run. */
export async function compactBalances(tx: Tx): Promise<void> {
  const rows = await tx.rows(sql`delete from ledger_balance where company_id = ${sql.company}
    returning account, party_kind as "partyKind", party_id as "partyId", currency, amount, base_amount as "baseAmount"`);
  if (rows.length === 0) return;
  await tx.rows(sql`insert into ledger_balance (company_id, account, party_kind, party_id, currency, amount, base_amount)
    select ${sql.company}, r.account, r."partyKind", r."partyId", r.currency, sum(r.amount), sum(r."baseAmount")
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(account text, "partyKind" text, "partyId" bigint,
      currency text, amount numeric, "baseAmount" numeric)
    group by 2, 3, 4, 5 having sum(r.amount) <> 0 or sum(r."baseAmount") <> 0 on conflict do nothing`);
}

defineSchedule({
  name: 'finance.fold',
  cron: '*/15 * * * *',
  title: ['合并往来余额', 'Compact ledger balances'],
  due: sql`select company_id from ledger_balance group by company_id having count(*) > 2000`,
  each: (app, ctx) => app.database.inCompany(ctx, compactBalances),
});
