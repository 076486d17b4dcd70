import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { subscribe } from '../../../core/jobs/jobs.ts';
import { arrayOf } from '../../../core/scope.ts';
import { buyersErased } from '../../orders/public.ts';
import { dropChecks } from '../address/kept.ts';

interface Files {
  id: number;
  keys: string[];
}

/**
 * Labels and customs documents contain the buyer's address. Erases the file first, so that a crash leaves the row to
 * retry.
 */
async function eraseLabels(app: App, ctx: Ctx, { orderIds }: { orderIds: number[] }): Promise<void> {
  const parcels = await app.database.inCompany(ctx, (tx) =>
    tx.rows<Files>(sql`select id, array_remove(array[label_file, label_raw_file, customs_file], null)
        || array(select b.label_raw_file from parcel_piece b where b.company_id = ${sql.company} and b.parcel_id = parcel.id
          and b.label_raw_file is not null order by b.piece_no) as keys from parcel
      where company_id = ${sql.company} and order_id = any(${arrayOf(orderIds)}::bigint[])
        and coalesce(label_file, label_raw_file, customs_file) is not null order by id`),
  );
  if (parcels.length === 0) return;
  for (const { keys } of parcels) for (const key of keys) await app.files.remove(ctx.companyId, key);
  const ids = parcels.map((parcel) => parcel.id);
  await app.database.inCompany(ctx, async (tx) => {
    await tx.rows(sql`update parcel set label_file = null, label_raw_file = null, customs_file = null
      where company_id = ${sql.company} and id = any(${arrayOf(ids)}::bigint[])`);
    await tx.rows(sql`update parcel_piece set label_raw_file = null
      where company_id = ${sql.company} and parcel_id = any(${arrayOf(ids)}::bigint[])`);
  });
}

subscribe(buyersErased, 'logistics', ['清除面单文件', 'Erase label files'], async (app, ctx, erased) => {
  await app.database.inCompany(ctx, (tx) => dropChecks(tx, erased.orderIds));
  await eraseLabels(app, ctx, erased);
});
