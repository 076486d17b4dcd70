import { countryOrAll } from '@tradewind/contract/catalog/customs.ts';
import {
  type CustomsRow,
  customsShapes,
  type ProductFilter,
  productFields,
  productFilter,
} from '@tradewind/contract/catalog.ts';
import { z } from 'zod';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows, updateRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { defineExport, type ExportColumn, partOf } from '../../../core/exports.ts';
import { defineImport, type ImportColumn, type ImportRow, type Verdict } from '../../../core/imports.ts';
import { arrayOf } from '../../../core/scope.ts';
import type { customsData } from '../product-papers.tables.ts';
import { products } from '../products/list.ts';
import { productIdsBySku } from '../products/lookups.ts';
import { CUSTOMS_COLUMNS, changesOf, customsProblem, hasRate } from './customs.service.ts';

/** An empty cell keeps the field. */
const row = z.strictObject({
  sku: productFields.sku,
  country: countryOrAll(),
  ...z.object(customsShapes).partial().shape,
});
type Row = z.output<typeof row>;
type Fields = Omit<Row, 'sku' | 'country'>;

const capitals = (text: string) => text.toUpperCase();
const ALL = /^(\*|all|all others|通用)$/i;
const UP_TO_100 = ['最多 100 个字', 'Up to 100 characters'] as const;

const COLUMNS = [
  {
    key: 'sku',
    title: ['主 SKU', 'Main SKU'],
    required: true,
    example: 'TW-LAMP-01',
    hint: ['产品档案中的 SKU', 'A SKU in the product archive'],
    read: capitals,
  },
  {
    key: 'country',
    title: ['国家/地区', 'Country'],
    required: true,
    example: 'US',
    hint: ['两位代码；* 为通用，即其他国家/地区', 'Two letters; * stands for all other countries'],
    read: (text: string) => (ALL.test(text.trim()) ? '*' : text),
  },
  {
    key: 'hsExport',
    title: ['出口 HS 编码', 'HS code for export'],
    example: '9405210090',
    hint: ['4 到 13 位数字', '4 to 13 digits'],
  },
  {
    key: 'hsImport',
    title: ['进口 HS 编码', 'HS code for import'],
    example: '9405218000',
    hint: ['4 到 13 位数字', '4 to 13 digits'],
  },
  {
    key: 'nameZh',
    title: ['中文品名', 'Chinese name'],
    example: '台灯',
    hint: ['写明具体货物', 'Name the goods themselves'],
  },
  {
    key: 'nameEn',
    title: ['英文品名', 'English name'],
    example: 'LED desk lamp',
    hint: ['写明具体货物', 'Name the goods themselves'],
  },
  { key: 'material', title: ['材质', 'Material'], example: '塑料', hint: UP_TO_100 },
  { key: 'purpose', title: ['用途', 'Use'], example: '照明', hint: UP_TO_100 },
  {
    key: 'origin',
    title: ['原产国', 'Origin'],
    example: 'CN',
    hint: ['两位国家代码', 'Two-letter country code'],
    read: capitals,
  },
  {
    key: 'value',
    title: ['申报价值', 'Declared value'],
    example: '6.5',
    hint: ['每件，大于 0', 'Per unit, above zero'],
  },
  {
    key: 'cap',
    title: ['申报上限', 'Cap'],
    example: '',
    hint: ['每件申报金额不超过此数', 'No unit is declared for more'],
  },
  {
    key: 'currency',
    title: ['币种', 'Currency'],
    example: 'USD',
    hint: ['三位代码，默认 USD', 'Three letters, USD if empty'],
    read: capitals,
  },
] as const satisfies readonly ImportColumn[];

const keyOf = ({ productId, country }: { productId: number | null; country: string }) => `${productId} ${country}`;

/** The rows that exist for the products and countries of these, by keyOf. */
async function existing(tx: Tx, productIds: readonly number[]): Promise<Map<string, CustomsRow>> {
  const rows = await tx.rows<CustomsRow>(sql`select ${CUSTOMS_COLUMNS} from customs_data d
    where d.company_id = ${sql.company} and d.product_id = any(${arrayOf(productIds)}::bigint[])`);
  return new Map(rows.map((one) => [keyOf(one), one]));
}

/** What the product declares afterwards. */
const merged = (before: CustomsRow | undefined, { sku: _sku, country, ...filled }: Row) => {
  const empty = { hsExport: '', hsImport: '', nameZh: '', nameEn: '', material: '', purpose: '', origin: '' };
  const {
    id: _id,
    version: _version,
    productId: _product,
    categoryId: _category,
    ...was
  } = before ?? ({} as Partial<CustomsRow>);
  return { ...empty, value: null, cap: null, currency: 'USD', ...was, ...(filled as Fields), country };
};

async function check(tx: Tx, _ctx: Ctx, rows: readonly ImportRow<Row>[]): Promise<Map<number, Verdict>> {
  const ids = await productIdsBySku(tx, [...new Set(rows.map((one) => one.value.sku))]);
  const known = await existing(tx, [...ids.values()]);
  const rates = new Map<string, boolean>();
  const verdicts = new Map<number, Verdict>();
  for (const { line, value } of rows) {
    const productId = ids.get(value.sku) ?? null;
    const before = known.get(keyOf({ productId, country: value.country }));
    const verdict: Verdict = { action: before ? 'update' : 'create', problems: [] };
    verdicts.set(line, verdict);
    if (productId === null)
      verdict.problems.push({ column: 'sku', code: 'catalog.skuUnknown', params: { sku: value.sku } });
    const after = merged(before, value);
    const problem = customsProblem(after);
    if (problem) verdict.problems.push(problem);
    if (!after.value && !after.cap) continue;
    const { currency } = after;
    if (!rates.has(currency)) rates.set(currency, await hasRate(tx, currency));
    if (!rates.get(currency))
      verdict.problems.push({ column: 'currency', code: 'catalog.customsNoRate', params: { currency } });
  }
  return verdicts;
}

async function write(tx: Tx, _ctx: Ctx, rows: readonly Row[]): Promise<{ created: number; updated: number }> {
  const ids = await productIdsBySku(tx, [...new Set(rows.map((one) => one.sku))]);
  const known = await existing(tx, [...ids.values()]);
  const all = rows.flatMap((one) => {
    const productId = ids.get(one.sku);
    if (productId === undefined) return [];
    const before = known.get(keyOf({ productId, country: one.country }));
    return [{ productId, before, after: merged(before, one) }];
  });
  const fresh = all.filter((one) => !one.before).map(({ productId, after }) => ({ productId, ...after }));
  const changed = all.flatMap(({ before, after }) => (before ? [{ id: before.id, ...after }] : []));
  if (fresh.length > 0) await tx.rows(insertRows<typeof customsData>('customs_data', fresh));
  if (changed.length > 0)
    await tx.rows(updateRows<typeof customsData>('customs_data', changed, [sql`version = customs_data.version + 1`]));
  writeHistory(
    tx,
    all.map(({ productId, before, after }) => ({
      ...{ docKind: 'product', docId: productId, event: 'customsSaved' },
      detail: { by: 'import', ...changesOf(before, after) },
    })),
  );
  return { created: fresh.length, updated: changed.length };
}

export const customsImport = defineImport<Row>({
  name: 'customs',
  title: ['报关信息导入模板', 'Customs data import template'],
  columns: COLUMNS,
  row,
  keyOf: (one) => `${one.sku} ${one.country}`,
  check,
  write,
});

type Exported = CustomsRow & { sku: string };
const figures: ReadonlySet<string> = new Set(['value', 'cap']);

/** By SKU and country, in the columns of the import. */
export const customsExport = defineExport<ProductFilter, Exported>({
  name: 'customs',
  title: ['报关信息', 'Customs data'],
  filter: productFilter,
  columns: () =>
    COLUMNS.map(
      ({ key, title }): ExportColumn<Exported> => ({
        title,
        value: (one) => (figures.has(key) && one[key] !== null ? { number: one[key] } : one[key]),
      }),
    ),
  count: async (tx, _ctx, filter) =>
    (
      await tx.row<{ count: number }>(sql`select count(*)::int from product p
        join customs_data d on d.company_id = ${sql.company} and d.product_id = p.id where ${products.where(tx, filter)}`)
    )?.count ?? 0,
  page: async (tx, _ctx, filter, cursor, limit) => {
    const [sku = '', country = ''] = cursor?.split('\n') ?? [];
    const rows = await tx.rows<Exported>(sql`select p.sku, ${CUSTOMS_COLUMNS} from product p
      join customs_data d on d.company_id = ${sql.company} and d.product_id = p.id
      where ${products.where(tx, filter)} and p.sku >= ${sku} and (p.sku > ${sku} or d.country collate "C" > ${country} collate "C")
      order by p.sku, d.country collate "C" limit ${limit}`);
    return partOf(rows, limit, (one) => `${one.sku}\n${one.country}`);
  },
});
