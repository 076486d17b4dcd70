import { termsIn } from '@tradewind/contract/procurement/words.ts';
import { type SupplierFilter, type SupplierRow, supplierFilter } from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { defineList, exportOf, is, tabFor } from '../../../core/lists.ts';
import { termRanges } from '../../../core/text/search-terms.ts';
import { say } from '../../../core/text/texts.ts';

/** Range scans of the term table, which row-level security leaves on its index. */
const foundBy = (text: string): Sql =>
  sql.and(
    termRanges(text).map(
      ({ from, to }) => sql`s.id in (select t.supplier_id from supplier_term t
        where t.company_id = ${sql.company} and t.term >= ${from} and t.term < ${to})`,
    ),
  );

/** Bank details are no column of any list. */
export const suppliers = defineList<SupplierFilter, SupplierRow>({
  table: 'supplier',
  as: 's',
  filters: { state: is(sql`s.state`), currency: is(sql`s.currency`), text: foundBy },
  order: sql`s.id desc`,
  columns: sql`s.id, s.code, s.name_zh, s.name_en, s.contact, s.phone, s.email, s.wechat, s.address, s.currency, s.terms,
    s.lead_days, trim_scale(s.minimum_amount)::text as minimum_amount, s.minimum_units, s.tax_id, s.shop1688, s.remark, s.state, s.block_reason,
    s.version, s.created_at, s.updated_at`,
  missing: 'procurement.supplierNotFound',
});

export const supplierTabCounts = (tx: Tx) =>
  suppliers.tabs(tx, { ...tabFor('state', ['active', 'blocked'] as const), all: {} });

/** For pickers: active suppliers by the beginning of code or name, an exact code first. */
export function supplierOptions(tx: Tx, search: string) {
  const code = search.trim().toUpperCase();
  return tx.rows<{ id: number; code: string; nameZh: string; nameEn: string; currency: string }>(sql`
    select s.id, s.code, s.name_zh, s.name_en, s.currency from supplier s
    where ${suppliers.where(tx, { state: 'active', text: search })} order by (s.code = ${code}) desc, s.id desc limit 20`);
}

export const supplierExport = exportOf(suppliers, {
  name: 'procurement.suppliers',
  title: ['供应商', 'Suppliers'],
  filter: supplierFilter,
  columns: [
    { title: ['供应商编码', 'Supplier code'], width: 18, value: (row) => row.code },
    { title: ['中文名称', 'Chinese name'], width: 30, value: (row) => row.nameZh },
    { title: ['英文名称', 'English name'], width: 30, value: (row) => row.nameEn },
    { title: ['状态', 'Status'], value: (row, ctx) => say(ctx.language, `procurement.states.${row.state}`) },
    { title: ['拉黑原因', 'Reason for block'], width: 24, value: (row) => row.blockReason },
    { title: ['联系人', 'Contact'], value: (row) => row.contact },
    { title: ['电话', 'Phone'], width: 18, value: (row) => row.phone },
    { title: ['邮箱', 'Email'], width: 24, value: (row) => row.email },
    { title: ['微信', 'WeChat'], width: 18, value: (row) => row.wechat },
    { title: ['地址', 'Address'], width: 40, value: (row) => row.address },
    { title: ['币种', 'Currency'], width: 8, value: (row) => row.currency },
    { title: ['付款条件', 'Payment terms'], width: 40, value: (row, ctx) => termsIn(ctx.language, row.terms) },
    { title: ['交期（天）', 'Lead time (days)'], width: 12, value: (row) => row.leadDays },
    {
      title: ['最低订货金额', 'Minimum order amount'],
      width: 14,
      value: (row) => (row.minimumAmount === null ? null : { number: row.minimumAmount }),
    },
    { title: ['最低订货数量', 'Minimum order units'], width: 14, value: (row) => row.minimumUnits },
    { title: ['税号', 'Tax ID'], width: 20, value: (row) => row.taxId },
    { title: ['1688 店铺', '1688 shop'], width: 20, value: (row) => row.shop1688 },
    { title: ['备注', 'Remark'], width: 30, value: (row) => row.remark },
  ],
});
