import { STOCK_WARNINGS, type StockWarningRow, type WarningFilter } from '@tradewind/contract/stock-views.ts';
import { settingOf } from '../../../core/company-settings.ts';
import type { Tx } from '../../../core/database/database.ts';
import { countFiltered, countRows, Params, pageStatement } from '../../../core/database/statement.ts';
import { say } from '../../../core/text/texts.ts';
import { defineAlerts } from '../../access/public.ts';
import { productsByPrefix, warehousesOf } from '../list.ts';
import { warningSetting } from '../warnings.ts';

function warningWhere(tx: Tx, query: WarningFilter, params: Params): string {
  const where = [`x.company_id = ${params.add(tx.companyId)}`];
  const houses = warehousesOf(tx, query);
  if (houses) where.push(`x.warehouse_id = any(${params.add(houses)}::bigint[])`);
  if (query.kind) where.push(`x.kind = ${params.add(query.kind)}`);
  if (query.text) where.push(`x.product_id in (${productsByPrefix(query.text, params)})`);
  return where.join(' and ');
}

export async function stockWarningPage(tx: Tx, query: WarningFilter & { page: number; pageSize: number }) {
  const params = new Params();
  const where = warningWhere(tx, query, params);
  const limit = `limit ${params.add(query.pageSize)} offset ${params.add((query.page - 1) * query.pageSize)}`;
  const rows = await warningsOf(tx, `${where} order by x.id desc ${limit}`, params);
  const counted = new Params();
  return {
    rows,
    ...(await countRows(tx, `from stock_warning x where ${warningWhere(tx, query, counted)}`, counted)),
  };
}

export const stockWarningCount = (tx: Tx, filter: WarningFilter): Promise<number> =>
  countFiltered(tx, (params) => `from stock_warning x where ${warningWhere(tx, filter, params)}`);

/** The next of the list after the row with the id `after`, for files; since when by the company's clock. */
export function stockWarningsAfter(tx: Tx, filter: WarningFilter, after: number | null, most: number) {
  const params = new Params();
  const where = warningWhere(tx, filter, params);
  const older = after === null ? '' : `and x.id < ${params.add(after)}`;
  const page = `${where} ${older} order by x.id desc limit ${params.add(most)}`;
  const since = `to_char(x.since at time zone (select time_zone from company where id = $1), 'YYYY-MM-DD HH24:MI:SS') as since`;
  return warningsOf(tx, page, params, since);
}

/** `page`: which of the warnings, newest first. */
function warningsOf(tx: Tx, page: string, params: Params, since = 'x.since') {
  return pageStatement<StockWarningRow & Record<string, unknown>>(
    tx,
    `select x.id, x.kind, p.id as "productId", p.sku, p.barcode, p.name_zh as "nameZh", p.name_en as "nameEn", p.images[1] as image,
       w.id as "warehouseId", w.name as "warehouseName", nullif(x.location_id, 0) as "locationId", o.code as "locationCode",
       nullif(x.batch_id, 0) as "batchId", t.code as "batchCode", x.quantity, x.mark, x.day::text as day, ${since}
     from (select * from stock_warning x where ${page}) x
     join product p on p.company_id = $1 and p.id = x.product_id
     join warehouse w on w.company_id = $1 and w.id = x.warehouse_id
     left join location o on o.company_id = $1 and o.id = x.location_id
     left join stock_batch t on t.company_id = $1 and t.id = x.batch_id
     order by x.id desc`,
    params,
  );
}

/** Each kind by its part of an index, as far as a person will read. */
export async function warningCounts(tx: Tx): Promise<Record<string, number>> {
  const rows = await tx.prepared<{ kind: string; n: number }>(
    'stock_warning_counts',
    `select k.kind, (select count(*)::int from (select 1 from stock_warning x where x.company_id = $1 and x.kind = k.kind
       and ($3::bigint[] is null or x.warehouse_id = any($3)) limit 10000) x) as n
     from unnest($2::text[]) as k(kind)`,
    [tx.companyId, STOCK_WARNINGS, tx.rights.warehouseIds],
  );
  return Object.fromEntries(rows.map((row) => [row.kind, row.n]));
}

export async function stockWarningTabs(tx: Tx) {
  return { counts: await warningCounts(tx), ...(await settingOf(tx, warningSetting)) };
}

const ALERTS = [
  ['expired', 'bad', 'stock.alertExpired'],
  ['belowSafety', 'warn', 'stock.alertSafety'],
] as const;

defineAlerts(['501'], async (tx, ctx) => {
  const rows = await tx.prepared<{ kind: string; count: number; at: Date | null }>(
    'stock_warning_alerts',
    `select k.kind, x.count, x.at from unnest($2::text[]) as k(kind) cross join lateral (
       select count(*)::int as count, max(since) as at from (select since from stock_warning x where x.company_id = $1 and x.kind = k.kind
         and ($3::bigint[] is null or x.warehouse_id = any($3)) limit 10000) x) x`,
    [tx.companyId, ALERTS.map(([kind]) => kind), tx.rights.warehouseIds],
  );
  return ALERTS.flatMap(([kind, level, text]) => {
    const found = rows.find((row) => row.kind === kind);
    if (!found?.count) return [];
    const path = `/warehouse/stock?view=warnings&kind=${kind}`;
    return [
      {
        key: `stock:${kind}`,
        level,
        text: say(ctx.language, text, { count: found.count }),
        path,
        at: found.at ?? tx.now,
      },
    ];
  });
});
