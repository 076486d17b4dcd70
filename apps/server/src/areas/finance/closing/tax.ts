import { rights } from '@tradewind/contract/access/modules.ts';
import { pagePaths } from '@tradewind/contract/access/paths.ts';
import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { taxFigures as taxCall } from '@tradewind/contract/finance/closing.ts';
import { z } from 'zod';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { countAll } from '../../../core/database/statement.ts';
import { defineExport } from '../../../core/exports.ts';
import { Decimal } from '../../../core/money.ts';
import { inShops } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { defineAlerts } from '../../access/public.ts';
import { companyOf } from '../../company/public.ts';
import { TAXED, TAXES } from '../ledger/rollups.ts';
import { assertCosts, visibleShops } from './whole.ts';

const UNPAIRED_SHOWN = 100;

type Visible = Awaited<ReturnType<typeof visibleShops>>;
interface Period {
  from: string;
  to: string;
}
interface Amounts {
  sales: string;
  collected: string;
  byPlatform: string;
  input: string;
  import: string;
}
interface TaxDb extends Amounts {
  country: string;
  shop: string;
}

/**
 * Sums over `taxRows` x. What we owe is credit, what we get back is debit: all are shown positive. A platform’s tax counts
 * once, by the side on which it is collected.
 */
export const TAX_SUMS = {
  sales: sql`coalesce(-sum(x.amount) filter (where x.kind = 'sales'), 0)`,
  collected: sql`coalesce(-sum(x.amount) filter (where x.kind = 'tax_payable'), 0)`,
  byPlatform: sql`coalesce(-sum(x.credit) filter (where x.kind = 'tax_by_platform'), 0)`,
  input: sql`coalesce(sum(x.amount) filter (where x.kind = 'input_tax'), 0)`,
  import: sql`coalesce(sum(x.amount) filter (where x.kind = 'import_tax'), 0)`,
} as const satisfies Record<keyof Amounts, Sql>;
const AMOUNTS = sql`${TAX_SUMS.sales} as sales, ${TAX_SUMS.collected} as collected, ${TAX_SUMS.byPlatform} as "byPlatform",
  ${TAX_SUMS.input} as input, ${TAX_SUMS.import} as import`;

/** Taxes of these days and what they are on, as a subquery. */
export const taxRows = ({ from, to }: Period): Sql => sql`(
    select on_day, country, shop_id, kind, currency, amount, credit from tax_day
    where company_id = ${sql.company} and on_day between ${from}::date and ${to}::date)`;
const rowsOf = (
  visible: Visible,
  period: Period,
) => sql`from (select * from ${taxRows(period)} t where ${visible(sql`t.shop_id`)}) x
  left join shop s on s.company_id = ${sql.company} and s.id = x.shop_id`;

const two = (amount: string) => new Decimal(amount).toFixed(2);
const shown = (row: Amounts) => ({
  sales: two(row.sales),
  collected: two(row.collected),
  byPlatform: two(row.byPlatform),
  input: two(row.input),
  import: two(row.import),
});
const NOTHING: Amounts = { sales: '0', collected: '0', byPlatform: '0', input: '0', import: '0' };

/** Taxes of a period, for an adviser: reported here, filed elsewhere. */
export async function taxFigures(tx: Tx, ctx: Ctx, input: ParsedOf<typeof taxCall>): Promise<ResultOf<typeof taxCall>> {
  assertCosts(ctx);
  const { baseCurrency } = await companyOf(tx);
  const visible = await visibleShops(tx, ctx);
  const rows = await tx.rows<TaxDb & { total: number; sums: Amounts }>(sql`
    with found as materialized (select x.country, x.shop_id, coalesce(s.name, '') as shop, ${AMOUNTS}
      ${rowsOf(visible, input)} group by x.country, x.shop_id, s.name)
    select country, shop, sales, collected, "byPlatform", input, import, count(*) over ()::int as total,
      jsonb_build_object('sales', sum(sales) over ()::text, 'collected', sum(collected) over ()::text,
        'byPlatform', sum("byPlatform") over ()::text, 'input', sum(input) over ()::text, 'import', sum(import) over ()::text) as sums
    from found order by country, shop, shop_id limit ${input.pageSize} offset ${(input.page - 1) * input.pageSize}`);
  const unpaired = await tx.rows<ResultOf<typeof taxCall>['unpaired'][number]>(sql`
    select e.doc_kind, e.doc_id, coalesce(max(s.name), '') as shop, sum(l.amount) as amount, l.currency
    from ledger_entry e join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id
    left join shop s on s.company_id = e.company_id and s.id = l.shop_id
    where e.company_id = ${sql.company} and e.on_day >= ${input.from}::date and e.on_day <= ${input.to}::date
      and l.account = 'tax_by_platform' and ${visible(sql`l.shop_id`)}
    group by e.doc_kind, e.doc_id, l.currency having sum(l.amount) <> 0
    order by abs(sum(l.amount)) desc, e.doc_kind, e.doc_id limit ${UNPAIRED_SHOWN}`);
  return {
    rows: rows.map((row) => ({ country: row.country, shop: row.shop, ...shown(row) })),
    total: rows[0]?.total ?? 0,
    totalExact: true,
    currency: baseCurrency,
    sums: shown(rows[0]?.sums ?? NOTHING),
    unpaired: unpaired.map((row) => ({ ...row, amount: two(row.amount) })),
  };
}

interface TaxLine {
  country: string;
  shop: string;
  account: string;
  currency: string;
  amount: string;
  base: string;
}
/** In own currencies: an adviser declares in those of the countries. */
const byAccount = (visible: Visible, { from, to }: Period) => sql`from (
    select l.country, coalesce(s.name, '') as shop, l.account, l.currency,
      -sum(l.amount) as amount, -sum(l.base_amount) as base
    from ledger_entry e join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id
    left join shop s on s.company_id = e.company_id and s.id = l.shop_id
    where e.company_id = ${sql.company} and e.on_day >= ${from}::date and e.on_day <= ${to}::date
      and l.account = any(${[...TAXES, ...TAXED]}::text[]) and ${visible(sql`l.shop_id`)}
    group by 1, 2, 3, 4) t`;

export const taxExport = defineExport<Period, TaxLine>({
  name: 'financeTax',
  title: ['税务数据', 'Tax figures'],
  filter: z.strictObject({ from: z.string(), to: z.string() }),
  allow: assertCosts,
  columns: (ctx) => [
    { title: ['国家/地区', 'Country'], width: 10, value: (row) => row.country },
    { title: ['店铺', 'Shop'], width: 20, value: (row) => row.shop },
    { title: ['科目', 'Account'], width: 26, value: (row) => say(ctx.language, `finance.account.${row.account}`) },
    { title: ['币种', 'Currency'], width: 8, value: (row) => row.currency },
    { title: ['金额（贷方为正）', 'Amount (credit positive)'], value: (row) => ({ number: row.amount }) },
    { title: ['本位币金额', 'Amount in base currency'], value: (row) => ({ number: row.base }) },
  ],
  count: async (tx, ctx, filter) => {
    assertCosts(ctx);
    return countAll(tx, byAccount(await visibleShops(tx, ctx), filter));
  },
  page: async (tx, ctx, filter) => ({
    rows: await tx.rows<TaxLine>(
      sql`select * ${byAccount(await visibleShops(tx, ctx), filter)} order by country, shop, account, currency limit 100000`,
    ),
    next: null,
  }),
});

/** What a platform collects and pays itself leaves nothing behind: a balance says that one side is missing. */
defineAlerts([rights.monthClose.view], async (tx, ctx) => {
  const open = await countAll(
    tx,
    sql`from (select 1 from ledger_balance b where b.company_id = ${sql.company} and b.account = 'tax_by_platform'
      and (b.party_kind <> 'shop' or ${inShops(ctx, sql`b.party_id`)})
      group by b.party_kind, b.party_id, b.currency having sum(b.amount) <> 0) x`,
  );
  if (open === 0) return [];
  const text = say(ctx.language, 'finance.closing.alertTax', { count: open });
  return [{ key: `tax:${open}`, level: 'bad', text, path: `${pagePaths.monthClose}?tab=tax`, at: tx.now }];
});
