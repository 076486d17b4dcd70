import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { listDeadLetters } from '@tradewind/contract/channels.ts';
import { maySee } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineList, is } from '../../../core/lists.ts';
import { inShops } from '../../../core/scope.ts';

type Filter = Pick<ParsedOf<typeof listDeadLetters>, 'shopId' | 'resolved'>;

export const deadLetters = defineList<Filter, ResultOf<typeof listDeadLetters>['rows'][number]>({
  table: 'dead_letter',
  as: 'd',
  scope: (tx) => inShops(tx, sql`d.shop_id`),
  filters: {
    shopId: is(sql`d.shop_id`),
    resolved: (state) => sql`d.resolved = ${state === 'resolved'}`,
  },
  order: sql`d.id desc`,
  columns: sql`d.id, d.platform_order_no, d.reason, d.raw, d.seen, d.first_at, d.last_at, d.resolved`,
  row: (row, tx) => ({ ...row, raw: maySee(tx.rights, 'seeBuyer') ? row.raw : null }),
  missing: 'channels.parkedNotFound',
});
