import type { SetAsideFilter, SetAsideRow } from '@tradewind/contract/finance/settlement-set-aside.ts';
import { maySee } from '../../../../core/context.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { type Sql, sql } from '../../../../core/database/sql.ts';
import { countAll, startOfDay } from '../../../../core/database/statement.ts';
import { among, defineList, is } from '../../../../core/lists.ts';
import { inShops } from '../../../../core/scope.ts';

const SOURCE = sql`case when a.file_id is not null then 'file' when a.kind = 'fee' then 'fees' else 'api' end`;
/** Of what is set aside, as `a`. */
export const SET_ASIDE_STATE = sql`case when a.resolved_at is null then 'open' when a.resolved_by is null then 'read' else 'dismissed' end`;
export const IN_STATE: Record<SetAsideRow['state'], Sql> = {
  open: sql`a.resolved_at is null`,
  read: sql`a.resolved_at is not null and a.resolved_by is null`,
  dismissed: sql`a.resolved_by is not null`,
};

export const setAsideLines = defineList<SetAsideFilter, SetAsideRow>({
  table: 'settlement_set_aside',
  as: 'a',
  scope: (tx) => inShops(tx, sql`a.shop_id`),
  filters: {
    id: is(sql`a.id`),
    shopIds: among(sql`a.shop_id`),
    source: is(SOURCE),
    state: (state) => IN_STATE[state],
  },
  order: sql`a.id desc`,
  columns: sql`a.id, a.shop_id, h.name as shop_name, h.platform, ${SOURCE} as source,
    ${SET_ASIDE_STATE} as state, f.name as file_name, a.row_no, a.reason, a.raw, a.times, a.first_at, a.last_at, a.tried_at, a.resolved_by`,
  joins: sql`join shop h on h.company_id = ${sql.company} and h.id = a.shop_id
    left join settlement_file f on f.company_id = ${sql.company} and f.id = a.file_id`,
  customPlans: true,
  row: (row, tx) => ({ ...row, raw: maySee(tx.rights, 'seeBuyer') ? row.raw : null }),
});

/**
 * Open ones that may be of a month, from its first day to that of the next: those of a file of its days, and those that a
 * platform listed in or after it, when it was posted at the earliest before the month's end.
 */
export const openOfMonth = (tx: Tx, { from, to }: { from: string; to: string }): Promise<number> =>
  countAll(
    tx,
    sql`from settlement_set_aside a left join settlement_file f on f.company_id = ${sql.company} and f.id = a.file_id
      where a.company_id = ${sql.company} and a.resolved_at is null
        and coalesce(f.to_at, a.first_at) >= ${startOfDay(from)} and coalesce(f.from_at, a.listed_since, '-infinity') < ${startOfDay(to)}`,
  );
