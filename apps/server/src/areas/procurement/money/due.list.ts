import type { ResultOf } from '@tradewind/contract/call.ts';
import { termsIn } from '@tradewind/contract/procurement/words.ts';
import {
  type PurchaseDue,
  type PurchaseDueFilter,
  purchaseDueFilter,
  type purchaseDueTabs as tabsCall,
  type purchaseDueTotals as totalsCall,
} from '@tradewind/contract/procurement.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { beginsWith, dayOf } from '../../../core/database/statement.ts';
import { defineList, exportOf, is } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';

const WEEK = 7;
const MONTH = 30;
const CHOICES = 500;

const today = (tx: Tx) => dayOf(sql`${tx.now}`);
const within = (tx: Tx, days: number) => sql`d.due_on between ${today(tx)} and ${today(tx)} + ${sql.literal(days)}`;

export const purchaseDues = defineList<PurchaseDueFilter, PurchaseDue>({
  table: 'purchase_due',
  as: 'd',
  scope: (tx) => (maySee(tx.rights, 'seeCost') ? inWarehouses(tx, sql`d.warehouse_id`) : sql`false`),
  filters: {
    due: (window, tx) => {
      if (window === 'overdue') return sql`d.due_on < ${today(tx)} and not d.planned`;
      return within(tx, window === 'week' ? WEEK : MONTH);
    },
    supplierId: is(sql`d.supplier_id`),
    currency: is(sql`d.currency`),
    text: (typed) => {
      const text = typed.trim().toUpperCase();
      return sql`d.id in (
        select x.id from purchase_order o join purchase_due x on x.company_id = ${sql.company} and x.order_id = o.id
          where o.company_id = ${sql.company} and ${beginsWith(sql`o.number`, text)}
        union all select x.id from supplier_bill b
          join purchase_due x on x.company_id = ${sql.company} and x.order_id = b.order_id and x.bill_id = b.id
          where b.company_id = ${sql.company} and ${beginsWith(sql`b.reference`, text)})`;
    },
  },
  order: sql`d.due_on, d.id`,
  columns: (tx) => sql`d.id, d.order_id, o.number as order_number, d.supplier_id, s.name_zh as supplier_name_zh,
    s.name_en as supplier_name_en, w.name as warehouse_name, case when d.bill_id = 0 then o.terms -> (d.position - 1) end as instalment,
    b.id as bill_id, b.reference as bill_reference, d.due_on::text as due_on, d.planned,
    case when d.planned or d.due_on is null then 0 else greatest(${today(tx)} - d.due_on, 0) end as days_overdue, d.currency,
    d.amount::numeric(18, 2)::text as amount, d.requested::numeric(18, 2)::text as requested,
    d.paid::numeric(18, 2)::text as paid, (d.amount - d.paid)::numeric(18, 2)::text as left,
    greatest(d.amount - d.paid - d.requested, 0)::numeric(18, 2)::text as unrequested`,
  joins: sql`join purchase_order o on o.company_id = ${sql.company} and o.id = d.order_id
    join supplier s on s.company_id = ${sql.company} and s.id = d.supplier_id
    join warehouse w on w.company_id = ${sql.company} and w.id = d.warehouse_id
    left join supplier_bill b on b.company_id = ${sql.company} and b.id = d.bill_id`,
  // The best index depends on the window and on the supplier.
  customPlans: true,
});

/** How many payments are due by window. */
export const dueCounts = (tx: Tx) =>
  purchaseDues.tabs(tx, { all: {}, overdue: { due: 'overdue' }, week: { due: 'week' }, month: { due: 'month' } });

export async function dueTabs(tx: Tx): Promise<ResultOf<typeof tabsCall>> {
  const own = purchaseDues.where(tx, {});
  const counts = await dueCounts(tx);
  const suppliers = await tx.rows<{ id: number; nameZh: string; nameEn: string }>(sql`
    select s.id, s.name_zh, s.name_en from (select distinct d.supplier_id from purchase_due d where ${own}) d
    join supplier s on s.company_id = ${sql.company} and s.id = d.supplier_id
    order by s.name_en, s.name_zh, s.id limit ${sql.literal(CHOICES)}`);
  const currencies = await tx.rows<{ currency: string }>(
    sql`select distinct d.currency from purchase_due d where ${own} order by d.currency`,
  );
  return { counts, suppliers, currencies: currencies.map((one) => one.currency) };
}

export async function dueTotals(tx: Tx, filter: PurchaseDueFilter): Promise<ResultOf<typeof totalsCall>> {
  const rows = await tx.rows<{ currency: string; amount: string; requested: string; paid: string; left: string }>(sql`
    select d.currency, sum(d.amount)::numeric(20, 2)::text as amount, sum(d.requested)::numeric(20, 2)::text as requested,
      sum(d.paid)::numeric(20, 2)::text as paid, sum(d.amount - d.paid)::numeric(20, 2)::text as left
    from purchase_due d where ${purchaseDues.where(tx, filter)} group by d.currency order by d.currency`);
  return { rows };
}

/** A deposit, an instalment by its terms, or a bill. */
function partOf(row: PurchaseDue, language: 'zh' | 'en'): string {
  if (!row.instalment) return row.billReference ?? '';
  if (row.instalment.when === 'order') return say(language, 'procurement.fact.deposit');
  return termsIn(language, [row.instalment]);
}

const figure = (value: string) => ({ number: value });

export const dueExport = exportOf<PurchaseDueFilter, PurchaseDue>(purchaseDues, {
  name: 'procurement.dues',
  title: ['应付款', 'Payments due'],
  filter: purchaseDueFilter,
  columns: [
    {
      title: ['供应商', 'Supplier'],
      width: 28,
      value: (row, ctx) => nameIn(ctx.language, { nameZh: row.supplierNameZh, nameEn: row.supplierNameEn }),
    },
    { title: ['采购单号', 'PO number'], width: 20, value: (row) => row.orderNumber },
    { title: ['收货仓库', 'Warehouse'], width: 18, value: (row) => row.warehouseName },
    { title: ['款项', 'For'], width: 26, value: (row, ctx) => partOf(row, ctx.language) },
    { title: ['到期日', 'Due'], width: 14, value: (row) => row.dueOn },
    { title: ['逾期天数', 'Days overdue'], value: (row) => row.daysOverdue },
    { title: ['币种', 'Currency'], width: 8, value: (row) => row.currency },
    { title: ['应付金额', 'Amount due'], value: (row) => figure(row.amount) },
    { title: ['申请中', 'Requested'], value: (row) => figure(row.requested) },
    { title: ['已付', 'Paid'], value: (row) => figure(row.paid) },
    { title: ['未付', 'Left to pay'], value: (row) => figure(row.left) },
  ],
});
