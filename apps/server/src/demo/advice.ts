import { calculateAll, countMissed, newRun } from '../areas/procurement/public.ts';
import { systemContext } from '../core/context.ts';
import { sql } from '../core/database/sql.ts';
import type { DemoContext } from './context.ts';

/** What the past days sold, and what to buy of it. */
export async function adviseBuying({ app, companyId }: DemoContext): Promise<void> {
  const ctx = systemContext(companyId, 'demo.fill');
  await countMissed(app, ctx, null);
  const runId = await app.database.inCompany(ctx, async (tx) => {
    const done = await tx.row(
      sql`select 1 from advice_run where company_id = ${sql.company} and state = 'done' limit 1`,
    );
    return done ? undefined : newRun(tx);
  });
  if (runId !== undefined) await calculateAll(app, ctx, runId);
}
