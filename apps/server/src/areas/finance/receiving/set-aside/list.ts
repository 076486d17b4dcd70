import type { ReceivingSetAsideFilter, ReceivingSetAsideRow } from '@tradewind/contract/finance/receiving-set-aside.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { sql } from '../../../../core/database/sql.ts';
import { countAll, startOfDay } from '../../../../core/database/statement.ts';
import { defineList, is } from '../../../../core/lists.ts';
import { IN_STATE, SET_ASIDE_STATE } from '../../settlements/set-aside/list.ts';

export const setAsideOfReceiving = defineList<ReceivingSetAsideFilter, ReceivingSetAsideRow>({
  table: 'receiving_set_aside',
  as: 'a',
  filters: { id: is(sql`a.id`), connectionId: is(sql`a.connection_id`), state: (state) => IN_STATE[state] },
  order: sql`a.id desc`,
  columns: sql`a.id, a.connection_id, c.provider, c.account, ${SET_ASIDE_STATE} as state, a.reason, a.raw, a.times, a.first_at,
    a.last_at, a.tried_at, a.resolved_by`,
  joins: sql`join receiving_connection c on c.company_id = ${sql.company} and c.id = a.connection_id`,
});

/** Open ones that may be of a month, from its first day to that of the next: listed in or after it, and made at the earliest before its end. */
export const openOfMonth = (tx: Tx, { from, to }: { from: string; to: string }): Promise<number> =>
  countAll(
    tx,
    sql`from receiving_set_aside a where a.company_id = ${sql.company} and a.resolved_at is null
      and a.first_at >= ${startOfDay(from)} and a.listed_since < ${startOfDay(to)}`,
  );
