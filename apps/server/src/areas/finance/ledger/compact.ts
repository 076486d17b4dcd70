import type { App } from '../../../core/app.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { eachCompany } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';

/** Compacts balances to one row per party and currency. Rows added meanwhile wait for the next run. */
export async function compactBalances(tx: Tx): Promise<void> {
  const rows = await tx.rows(sql`delete from ledger_balance where company_id = ${tx.companyId}
    returning account, party_kind as "partyKind", party_id as "partyId", currency, amount, base_amount as "baseAmount"`);
  if (rows.length === 0) return;
  await tx.rows(sql`insert into ledger_balance (company_id, account, party_kind, party_id, currency, amount, base_amount)
    select ${tx.companyId}, r.account, r."partyKind", r."partyId", r.currency, sum(r.amount), sum(r."baseAmount")
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(account text, "partyKind" text, "partyId" bigint,
      currency text, amount numeric, "baseAmount" numeric)
    group by 2, 3, 4, 5 having sum(r.amount) <> 0 or sum(r."baseAmount") <> 0 on conflict do nothing`);
}

/** Only companies with rows to compact. */
export async function compactAll(app: App): Promise<void> {
  await eachCompany(app, 'finance.fold', async (ctx) => {
    await app.database.inCompany(ctx, async (tx) => {
      const row = await tx.row<{ rows: number }>(
        sql`select count(*) as rows from (select 1 from ledger_balance where company_id = ${tx.companyId} limit 2001) b`,
      );
      if ((row?.rows ?? 0) > 2000) await compactBalances(tx);
    });
  });
}

defineSchedule({ name: 'finance.fold', cron: '*/15 * * * *', work: compactAll });
