import { currency, day } from '@tradewind/contract/call.ts';
import { z } from 'zod';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineImport, type ImportColumn, type ImportRow, type Verdict } from '../../../core/imports.ts';
import { inShops } from '../../../core/scope.ts';
import { companyOf } from '../../company/public.ts';
import { mayOn } from './documents.ts';
import { saveDraft } from './save.ts';
import { listTypes } from './types.ts';

const MOST_ROWS = 1_000;
const words = (most: number) => z.string().min(1).max(most);
const row = z.strictObject({
  type: words(130),
  subject: words(120).optional(),
  amount: z.string().regex(/^\d{1,13}(\.\d{1,2})?$/),
  currency: currency().optional(),
  day: day(),
  shop: words(200).optional(),
  department: words(200).optional(),
  payee: words(120).optional(),
  payeeAccount: words(120).optional(),
  reference: words(80).optional(),
  remark: words(1000).optional(),
});
type Row = z.output<typeof row>;

const optional = (key: string, zh: string, en: string, example: string): ImportColumn => ({
  ...{ key, title: [zh, en], example, hint: ['选填', 'Optional'] },
});
const columns: readonly ImportColumn[] = [
  {
    ...{ key: 'type', title: ['类型', 'Type'], required: true, example: '软件与服务' },
    hint: [
      '收支类型的名称；下级类型可写作“上级/下级”',
      'Name of the type. A type under another one may be written as “Office/Supplies”',
    ],
  },
  optional('subject', '事由', 'Subject', 'ERP 年费'),
  {
    ...{
      key: 'amount',
      title: ['金额', 'Amount'],
      required: true,
      example: '1280.00',
      hint: ['最多两位小数', 'At most two decimals'],
    },
    read: (text) => text.replaceAll(',', ''),
  },
  {
    ...{
      key: 'currency',
      title: ['币种', 'Currency'],
      example: 'CNY',
      hint: ['不填为本位币', 'Base currency if left empty'],
    },
    read: (text) => text.toUpperCase(),
  },
  {
    ...{ key: 'day', title: ['入账日期', 'Booking date'], required: true, example: '2026-11-20' },
    ...{ hint: ['年-月-日', 'Year-month-day'], read: (text) => text.replaceAll('/', '-') },
  },
  optional('shop', '店铺', 'Shop', ''),
  optional('department', '部门', 'Department', ''),
  optional('payee', '往来方', 'Payee or payer', '深圳某科技有限公司'),
  optional('payeeAccount', '账号', 'Account no.', ''),
  {
    ...{ key: 'reference', title: ['序号', 'Row no.'], example: '1' },
    hint: ['选填；内容相同的行用不同的序号区分', 'Optional. Tells rows with the same content apart'],
  },
  optional('remark', '备注', 'Remark', ''),
];

async function known(tx: Tx) {
  const types = await listTypes(tx);
  const parents = new Map(types.map((one) => [one.id, one]));
  const byName = new Map<string, (typeof types)[number] | 'several'>();
  const add = (name: string, type: (typeof types)[number]) => {
    const old = byName.get(name);
    if (name) byName.set(name, old && old !== type ? 'several' : type);
  };
  for (const type of types.filter((one) => one.active)) {
    const parent = type.parentId === null ? undefined : parents.get(type.parentId);
    if (parent && !parent.active) continue;
    for (const key of ['nameZh', 'nameEn'] as const) {
      add(type[key], type);
      if (parent) add(`${parent[key]}/${type[key]}`, type);
    }
  }
  const shops = await tx.rows<{ id: number; name: string }>(
    sql`select s.id, s.name from shop s where s.company_id = ${sql.company} and ${inShops(tx, sql`s.id`)} limit 5000`,
  );
  const departments = await tx.rows<{ id: number; name: string }>(
    sql`select id, name from department where company_id = ${sql.company} limit 5000`,
  );
  const names = (rows: readonly { id: number; name: string }[]) => new Map(rows.map((one) => [one.name, one.id]));
  return { byName, shops: names(shops), departments: names(departments) };
}

async function check(tx: Tx, _ctx: Ctx, rows: readonly ImportRow<Row>[]): Promise<Map<number, Verdict>> {
  const there = await known(tx);
  return new Map(
    rows.map(({ line, value }) => {
      const problems: Verdict['problems'] = [];
      const type = there.byName.get(value.type);
      if (!type) problems.push({ column: 'type', code: 'finance.expense.typeNotFound' });
      else if (type === 'several') problems.push({ column: 'type', code: 'finance.expense.typeSeveral' });
      else if (!mayOn(tx, type.side, 'import')) problems.push({ column: 'type', code: 'finance.expense.importSide' });
      if (Number(value.amount) === 0) problems.push({ column: 'amount', code: 'finance.expense.zero' });
      if (value.shop && !there.shops.has(value.shop)) problems.push({ column: 'shop', code: 'finance.expense.shopId' });
      if (value.department && !there.departments.has(value.department))
        problems.push({ column: 'department', code: 'finance.expense.departmentId' });
      return [line, { action: 'create', problems }];
    }),
  );
}

/** Makes a draft of each row. */
async function write(tx: Tx, _ctx: Ctx, rows: readonly Row[]): Promise<{ created: number; updated: number }> {
  const there = await known(tx);
  const { baseCurrency } = await companyOf(tx);
  let created = 0;
  for (const one of rows) {
    const type = there.byName.get(one.type);
    if (!type || type === 'several') continue;
    const place = {
      shopId: there.shops.get(one.shop ?? '') ?? null,
      departmentId: there.departments.get(one.department ?? '') ?? null,
    };
    const draft = {
      ...{ subject: one.subject ?? '', typeId: type.id, amount: one.amount, currency: one.currency ?? baseCurrency },
      ...{ lines: [{ ...place, share: '1' }], payee: one.payee ?? '', payeeAccount: one.payeeAccount ?? '' },
      ...{ memberId: null, remark: one.remark ?? '', day: one.day, occurredOn: null, orderId: null },
    };
    await saveDraft(tx, draft, { by: 'import' });
    created++;
  }
  return { created, updated: 0 };
}

export const expenseImport = defineImport<Row>({
  name: 'finance.expenses',
  title: ['收支登记导入模板', 'Expense and income import template'],
  columns,
  most: MOST_ROWS,
  row,
  keyOf: (one) => JSON.stringify(one),
  check,
  write,
});
