import { rights } from '@tradewind/contract/access/modules.ts';
import { STOCK_WARNINGS } from '@tradewind/contract/stock/warnings.ts';
import { settingOf } from '../../../core/company-settings.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { tabFor } from '../../../core/lists.ts';
import { say } from '../../../core/text/texts.ts';
import { defineAlerts } from '../../access/public.ts';
import { warningSetting } from '../warnings.ts';
import { stockWarnings } from './warnings.list.ts';

/** The number of each kind, counted as far as a person will read. */
export const warningCounts = (tx: Tx) => stockWarnings.tabs(tx, tabFor('kind', STOCK_WARNINGS));

export async function stockWarningTabs(tx: Tx) {
  return { counts: await warningCounts(tx), ...(await settingOf(tx, warningSetting)) };
}

const ALERTS = [
  ['expired', 'bad', 'stock.alertExpired'],
  ['belowSafety', 'warn', 'stock.alertSafety'],
] as const;

defineAlerts([rights.stock.view], async (tx, ctx) => {
  const rows = await tx.rows<{ kind: string; count: number; at: Date | null }>(
    sql`select k.kind, x.count, x.at from unnest(${ALERTS.map(([kind]) => kind)}::text[]) as k(kind) cross join lateral (
       select count(*)::int as count, max(since) as at from (select since from stock_warning x where x.company_id = ${sql.company} and x.kind = k.kind
         and (${tx.rights.warehouseIds}::bigint[] is null or x.warehouse_id = any(${tx.rights.warehouseIds}::bigint[])) limit 10000) x) x`,
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
