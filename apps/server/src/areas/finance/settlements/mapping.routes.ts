import * as contract from '@tradewind/contract/finance/mapping.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { addJob, defineJob, type Job } from '../../../core/jobs/jobs.ts';
import { bookAll } from './booking.ts';
import { settledShops } from './intake.ts';
import { dryRun, remapped, retire, save } from './mapping.ts';

const remapJob: Job<{ platform: string; types: string[] }> = defineJob(
  'finance.remap',
  ['按新的归类重新记账', 'Book settlement lines by the new mapping'],
  async (app, ctx, { platform, types }) => {
    const shops = await app.database.inCompany(ctx, async (tx) => {
      const ids = await tx.rows<{ id: number }>(
        sql`select id from shop where company_id = ${sql.company} and platform = ${platform} order by id`,
      );
      return settledShops(
        app,
        tx,
        ids.map((row) => row.id),
      );
    });
    const which = await remapped(app, ctx, types);
    for (const shop of shops) await bookAll((work) => app.database.inCompany(ctx, work), shop, which);
  },
);

const remap = (tx: Tx, platform: string, types: string[]) =>
  types.length > 0 ? addJob(tx, remapJob, { platform, types }, { queue: `finance.remap:${tx.companyId}` }) : undefined;

export function mappingRoutes(): Route[] {
  return [
    handle(contract.dryRunMapping, (tx, input) => dryRun(tx, input)),
    handle(contract.saveMapping, async (tx, input) => {
      const { id, types } = await save(tx, input);
      await remap(tx, input.platform, types);
      return { id };
    }),
    handle(contract.retireMapping, async (tx, { id }) => {
      const { platform, types } = await retire(tx, id);
      await remap(tx, platform, types);
      return { ok: true };
    }),
  ];
}
