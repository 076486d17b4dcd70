import type { ResultOf } from '@tradewind/contract/call.ts';
import type { listWholesalePriceLists } from '@tradewind/contract/wholesale.ts';
import { sql } from '../../core/database/sql.ts';
import { defineList } from '../../core/lists.ts';

type PriceListRow = ResultOf<typeof listWholesalePriceLists>['rows'][number];

export const priceLists = defineList<{ text?: string | undefined }, PriceListRow>({
  table: 'wholesale_price_list',
  as: 'l',
  filters: { text: (text) => sql`strpos(lower(l.name), lower(${text})) > 0` },
  order: sql`l.name, l.id`,
  columns: sql`l.id, l.name, l.currency, l.valid_from, l.valid_to, l.version,
    (select count(*)::int from wholesale_price p where p.company_id = ${sql.company} and p.price_list_id = l.id) as prices,
    (select count(*)::int from wholesale_customer c
      where c.company_id = ${sql.company} and c.price_list_id = l.id) as customers`,
  missing: 'wholesale.listNotFound',
});
