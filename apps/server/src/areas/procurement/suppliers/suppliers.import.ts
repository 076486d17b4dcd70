import type { Instalment } from '@tradewind/contract/procurement/words.ts';
import { supplierShapes } from '@tradewind/contract/procurement.ts';
import { z } from 'zod';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { updateRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { defineImport, type ImportColumn, type ImportRow, type Verdict } from '../../../core/imports.ts';
import { arrayOf } from '../../../core/scope.ts';
import type { supplier } from '../procurement.tables.ts';
import { suppliers } from './suppliers.list.ts';
import { changesOf, DOC, insertSuppliers, type SupplierFields, writeTerms } from './suppliers.service.ts';
import { readTerms } from './terms.ts';

type Suppliers = typeof supplier;
/** An empty cell keeps the field of a supplier that exists. */
const { terms: _terms, ...plain } = supplierShapes;
const row = z.strictObject({
  ...z.object(plain).partial().shape,
  terms: z
    .string()
    .transform((text, at): Instalment[] => {
      const terms = readTerms(text);
      if (terms) return terms;
      at.addIssue({ code: 'custom', message: 'text:procurement.importTerms' });
      return z.NEVER;
    })
    .optional(),
});
type Row = z.output<typeof row>;

const plainNumber = (text: string) => text.replaceAll(',', '');
const capitals = (text: string) => text.toUpperCase();
const OPTIONAL = ['选填', 'Optional'] as const;
const simple = (key: string, zh: string, en: string, example: string): ImportColumn => ({
  key,
  title: [zh, en],
  example,
  hint: OPTIONAL,
});
const columns: readonly ImportColumn[] = [
  {
    key: 'code',
    title: ['供应商编码', 'Supplier code'],
    example: 'YW-001',
    hint: [
      '已存在的编码会被更新；留空则新建并自动编号',
      'An existing code is updated. Leave it empty to add a supplier with an automatic code',
    ],
    read: capitals,
  },
  {
    key: 'nameZh',
    title: ['中文名称', 'Chinese name'],
    required: true,
    example: '义乌市晨光灯具厂',
    hint: ['中文、英文名称至少填一个', 'A Chinese or an English name is needed'],
  },
  simple('nameEn', '英文名称', 'English name', 'Yiwu Chenguang Lighting'),
  {
    key: 'currency',
    title: ['币种', 'Currency'],
    example: 'CNY',
    hint: ['三位字母；新供应商必填', 'Three letters. Needed for a new supplier'],
    read: capitals,
  },
  simple('contact', '联系人', 'Contact', '王经理'),
  simple('phone', '电话', 'Phone', '0579-85550100'),
  simple('email', '邮箱', 'Email', 'sales@supplier.example'),
  simple('wechat', '微信', 'WeChat', 'cg-lighting'),
  simple('address', '地址', 'Address', '浙江省义乌市'),
  {
    key: 'terms',
    title: ['付款条件', 'Payment terms'],
    example: '30% 下单时，70% 发货前',
    hint: [
      '各期合计 100%；可用：下单时、发货前、收货后30天、月结30天',
      '100% together. Use: at order, before dispatch, 30 days after receipt, 30 days after month end',
    ],
  },
  simple('leadDays', '交期（天）', 'Lead time (days)', '15'),
  { ...simple('minimumAmount', '最低订货金额', 'Minimum order amount', '3000'), read: plainNumber },
  { ...simple('minimumUnits', '最低订货数量', 'Minimum order units', '500'), read: plainNumber },
  simple('taxId', '税号', 'Tax ID', ''),
  simple('remark', '备注', 'Remark', ''),
];

async function known(tx: Tx, rows: readonly Row[]) {
  const codes = rows.flatMap((one) => one.code || []);
  const fresh = rows.filter((one) => !one.code);
  const names = fresh.flatMap((one) => [one.nameZh, one.nameEn]).filter((name) => name) as string[];
  const found = await tx.rows<{ id: number; code: string; nameZh: string; nameEn: string; shop1688: string }>(sql`
    select id, code, name_zh, name_en, shop1688 from supplier where company_id = ${sql.company}
      and (code = any(${arrayOf(codes)}::text[]) or name_zh = any(${arrayOf(names)}::text[]) or name_en = any(${arrayOf(names)}::text[]))`);
  return {
    byCode: new Map(found.map((one) => [one.code, one.id])),
    /** A shop of 1688 is paid in its currency. */
    shops: new Set(found.flatMap((one) => (one.shop1688 ? one.code : []))),
    namesake: ({ nameZh, nameEn }: Row) =>
      found.find((one) => (nameZh && one.nameZh === nameZh) || (nameEn && one.nameEn === nameEn))?.code,
  };
}

async function check(tx: Tx, _ctx: Ctx, rows: readonly ImportRow<Row>[]): Promise<Map<number, Verdict>> {
  const there = await known(
    tx,
    rows.map((one) => one.value),
  );
  return new Map(
    rows.map(({ line, value }) => {
      const updates = there.byCode.has(value.code ?? '');
      const problems: Verdict['problems'] = [];
      if (!updates && !value.nameZh && !value.nameEn)
        problems.push({ column: 'nameZh', code: 'procurement.nameMissing' });
      if (!updates && !value.currency) problems.push({ column: 'currency', code: 'core.required' });
      if (there.shops.has(value.code ?? '') && (value.currency ?? 'CNY') !== 'CNY')
        problems.push({ column: 'currency', code: 'procurement.shopCurrency' });
      const namesake = value.code ? undefined : there.namesake(value);
      if (namesake) problems.push({ column: 'nameZh', code: 'procurement.importNamesake', params: { code: namesake } });
      return [line, { action: updates ? 'update' : 'create', problems }];
    }),
  );
}

const EMPTY = { code: '', nameZh: '', nameEn: '', contact: '', phone: '', email: '', wechat: '', address: '' };
const complete = (one: Row): SupplierFields => ({
  ...{
    ...EMPTY,
    terms: [],
    leadDays: null,
    minimumAmount: null,
    minimumUnits: null,
    taxId: '',
    shop1688: '',
    remark: '',
  },
  ...one,
  currency: one.currency ?? '',
});

async function write(tx: Tx, _ctx: Ctx, rows: readonly Row[]): Promise<{ created: number; updated: number }> {
  const { byCode } = await known(tx, rows);
  const detail = { by: 'import' };
  const made = await insertSuppliers(tx, rows.filter((one) => !byCode.has(one.code ?? '')).map(complete), detail);
  const ids = await update(
    tx,
    rows.flatMap(({ code = '', ...one }) => ({ id: byCode.get(code) ?? 0, ...one })).filter((one) => one.id > 0),
  );
  await writeTerms(tx, [...made.map((one) => one.id), ...ids]);
  return { created: made.length, updated: ids.length };
}

type Filled = Omit<Row, 'code'> & { id: number };

/** An empty cell keeps what the supplier has. */
async function update(tx: Tx, filled: readonly Filled[]): Promise<number[]> {
  const ids = filled.map((one) => one.id).sort((a, b) => a - b);
  if (ids.length === 0) return [];
  await tx.rows(
    sql`select id from supplier where company_id = ${sql.company} and id = any(${ids}::bigint[]) order by id for update`,
  );
  const before = new Map((await suppliers.byIds(tx, ids)).map((one) => [one.id, one]));
  const changed = filled.flatMap(({ id, ...cells }) => {
    const old = before.get(id);
    return old ? [{ id, changes: changesOf(old, cells), row: { ...keptOf(old), ...cells, id } }] : [];
  });
  await tx.rows(
    updateRows<Suppliers>(
      'supplier',
      changed.map((one) => one.row),
      [sql`version = supplier.version + 1`, sql`updated_at = ${tx.now}`],
    ),
  );
  writeHistory(
    tx,
    changed.map(({ id, changes }) => ({ docKind: DOC, docId: id, event: 'edited', detail: { by: 'import', changes } })),
  );
  return ids;
}

/** The columns that a sheet may change. */
const keptOf = ({ nameZh, nameEn, contact, phone, email, wechat, address, ...more }: SupplierFields) => ({
  ...{ nameZh, nameEn, contact, phone, email, wechat, address, currency: more.currency, terms: more.terms },
  ...{ leadDays: more.leadDays, minimumAmount: more.minimumAmount, minimumUnits: more.minimumUnits },
  ...{ taxId: more.taxId, remark: more.remark },
});

export const supplierImport = defineImport<Row>({
  name: 'procurement.suppliers',
  title: ['供应商导入模板', 'Supplier import template'],
  columns,
  row,
  keyOf: ({ code, nameZh, nameEn }) => code || `${nameZh ?? ''}\n${nameEn ?? ''}`,
  check,
  write,
});
