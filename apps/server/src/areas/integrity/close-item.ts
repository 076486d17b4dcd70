import { pagePaths } from '@tradewind/contract/access/paths.ts';
import { sql } from '../../core/database/sql.ts';
import { defineCloseItem } from '../finance/public.ts';

/** Of the books and the stock behind them. */
defineCloseItem({
  key: 'integrity',
  title: ['未通过的数据校验（财务、库存）', 'Failed integrity checks of money and stock'],
  link: pagePaths.integrity,
  blocks: 'always',
  count: async (tx) => {
    const row = await tx.row<{ red: number }>(sql`select count(*)::int as red from jsonb_array_elements((select results
        from integrity_run where company_id = ${sql.company} and finished_at is not null order by id desc limit 1)) r
      where not (r ->> 'green')::boolean and split_part(r ->> 'key', '.', 1) in ('finance', 'stock')`);
    return row?.red ?? 0;
  },
});
