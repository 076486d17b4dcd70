import { z } from 'zod';
import { sql } from '../../../core/database/sql.ts';
import { countAll } from '../../../core/database/statement.ts';
import { defineExport } from '../../../core/exports.ts';
import { say } from '../../../core/text/texts.ts';
import { balancesFrom, firstDay, PARTY_NAME } from './queries.ts';
import { assertCosts } from './whole.ts';

interface MonthFilter {
  month: string;
  version?: number | undefined;
}
interface Row {
  account: string;
  party: string;
  shop: string;
  currency: string;
  movement: string;
  movementBase: string;
  closing: string;
  closingBase: string;
}
const KEY = sql`f.account, f.party_kind, f.party_id, f.shop_id, f.currency`;
const number = (value: string) => ({ number: value });

/** The trial balance: both statements are made from its accounts. */
export const monthExport = defineExport<MonthFilter, Row>({
  name: 'financeMonth',
  title: ['月度核算', 'Month figures'],
  filter: z.strictObject({ month: z.string(), version: z.number().optional() }),
  allow: assertCosts,
  columns: (ctx) => [
    { title: ['科目', 'Account'], width: 28, value: (row) => say(ctx.language, `finance.account.${row.account}`) },
    { title: ['科目代码', 'Account code'], width: 22, value: (row) => row.account },
    { title: ['往来对象', 'Party'], width: 22, value: (row) => row.party },
    { title: ['店铺', 'Shop'], width: 20, value: (row) => row.shop },
    { title: ['币种', 'Currency'], width: 8, value: (row) => row.currency },
    { title: ['本月发生额（原币）', 'Movement'], value: (row) => number(row.movement) },
    { title: ['本月发生额（本位币）', 'Movement (base)'], value: (row) => number(row.movementBase) },
    { title: ['期末余额（原币）', 'Closing balance'], value: (row) => number(row.closing) },
    { title: ['期末余额（本位币）', 'Closing balance (base)'], value: (row) => number(row.closingBase) },
  ],
  count: async (tx, ctx, { month, version }) => {
    assertCosts(ctx);
    return countAll(tx, await balancesFrom(tx, ctx, firstDay(month), version));
  },
  // A month has some hundred rows: they come at once.
  page: async (tx, ctx, { month, version }) => ({
    rows: await tx.rows<Row>(sql`select f.account, ${PARTY_NAME} as party, coalesce(s.name, '') as shop, f.currency,
        f.movement, f.movement_base, f.closing, f.closing_base
      ${await balancesFrom(tx, ctx, firstDay(month), version)} order by ${KEY} limit 100000`),
    next: null,
  }),
});
