import {
  PACK_LEVELS,
  type Pack,
  type PackLevel,
  type ProductFilter,
  packFields,
  productFields,
  productFilter,
} from '@tradewind/contract/catalog.ts';
import { z } from 'zod';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { defineExport, type ExportColumn, partOf } from '../../../core/exports.ts';
import { gtinOf, shortGtin } from '../../../core/gs1.ts';
import { defineImport, type ImportColumn, type ImportRow, type Verdict } from '../../../core/imports.ts';
import { arrayOf } from '../../../core/scope.ts';
import type { productPackaging } from '../product-papers.tables.ts';
import { products } from '../products/list.ts';
import { productIdsBySku } from '../products/lookups.ts';
import { changesOf, gtinHolders, MOST_UNITS, packsOfAll, unitsOf } from './packaging.service.ts';

/** An empty cell keeps the field. */
const row = z.strictObject({
  sku: productFields.sku,
  level: z.enum(PACK_LEVELS),
  ...z.object(packFields).partial().shape,
});
type Row = z.output<typeof row>;

const LEVELS: Record<PackLevel, readonly [zh: string, en: string]> = {
  inner: ['中盒', 'Inner pack'],
  carton: ['外箱', 'Carton'],
  pallet: ['托盘', 'Pallet'],
};
const levelOf = (text: string): string =>
  PACK_LEVELS.find((level) =>
    [level, ...LEVELS[level]].some((word) => word.toLowerCase() === text.trim().toLowerCase()),
  ) ?? text;
const MILLIMETRES = ['毫米，整数', 'Millimeters, a whole number'] as const;

const COLUMNS = [
  {
    key: 'sku',
    title: ['主 SKU', 'Main SKU'],
    required: true,
    example: 'TW-LAMP-01',
    hint: ['产品档案中的 SKU', 'A SKU in the product archive'],
    read: (text: string) => text.toUpperCase(),
  },
  {
    key: 'level',
    title: ['包装', 'Level'],
    required: true,
    example: '外箱',
    hint: ['中盒、外箱或托盘，每级一行', 'Inner pack, Carton or Pallet: a row for each'],
    read: levelOf,
  },
  {
    key: 'quantity',
    title: ['装几个下一级', 'Holds of the level below'],
    example: '12',
    hint: ['整数', 'A whole number'],
  },
  { key: 'lengthMm', title: ['长(mm)', 'Length (mm)'], example: '400', hint: MILLIMETRES },
  { key: 'widthMm', title: ['宽(mm)', 'Width (mm)'], example: '300', hint: MILLIMETRES },
  { key: 'heightMm', title: ['高(mm)', 'Height (mm)'], example: '250', hint: MILLIMETRES },
  {
    key: 'weightGrams',
    title: ['毛重(g)', 'Gross weight (g)'],
    example: '8200',
    hint: ['克，整数', 'Grams, a whole number'],
  },
  { key: 'gtin', title: ['GTIN', 'GTIN'], example: '', hint: ['8 至 14 位数字', '8 to 14 digits'] },
] as const satisfies readonly ImportColumn[];

type Packs = Partial<Record<PackLevel, Pack>>;
/** A package afterwards; without a quantity it is none yet. */
const merged = (packs: Packs, { sku: _sku, level, ...filled }: Row) => ({
  ...{ lengthMm: null, widthMm: null, heightMm: null, weightGrams: null, gtin: '' },
  ...packs[level],
  ...filled,
});

async function check(tx: Tx, _ctx: Ctx, rows: readonly ImportRow<Row>[]): Promise<Map<number, Verdict>> {
  const ids = await productIdsBySku(tx, [...new Set(rows.map((one) => one.value.sku))]);
  const packs = await packsOfAll(tx, [...ids.values()]);
  const gtins = rows.flatMap(({ value }) => gtinOf(value.gtin ?? '') ?? []);
  const holders = Map.groupBy(await gtinHolders(tx, gtins), (one) => one.gtin);
  const after = afterAll(
    rows.map((one) => one.value),
    ids,
    packs,
  );
  const verdicts = new Map<number, Verdict>();
  for (const { line, value } of rows) {
    const { sku, level } = value;
    const productId = ids.get(sku);
    const own = packs.get(productId ?? 0) ?? {};
    const verdict: Verdict = { action: own[level] ? 'update' : 'create', problems: [] };
    verdicts.set(line, verdict);
    if (productId === undefined) verdict.problems.push({ column: 'sku', code: 'catalog.skuUnknown', params: { sku } });
    if (value.quantity === undefined && !own[level])
      verdict.problems.push({ column: 'quantity', code: 'catalog.packEmpty' });
    const units = unitsOf(after.get(productId ?? 0) ?? {});
    if (units > MOST_UNITS)
      verdict.problems.push({ column: 'quantity', code: 'catalog.tooManyUnits', params: { units } });
    if (!value.gtin) continue;
    const gtin = gtinOf(value.gtin);
    const holder = gtin
      ? holders.get(gtin)?.find((one) => one.productId !== productId || one.level !== level)
      : undefined;
    if (!gtin) verdict.problems.push({ column: 'gtin', code: 'catalog.badGtin' });
    else if (holder)
      verdict.problems.push({
        column: 'gtin',
        code: 'catalog.gtinTaken',
        params: { gtin: shortGtin(gtin), sku: holder.sku },
      });
  }
  return verdicts;
}

/** The packages of each product as all of its rows make them. */
function afterAll(rows: readonly Row[], ids: ReadonlyMap<string, number>, packs: ReadonlyMap<number, Packs>) {
  const after = new Map<number, Packs>();
  for (const one of rows) {
    const productId = ids.get(one.sku) ?? 0;
    const mine = after.get(productId) ?? { ...packs.get(productId) };
    const { quantity, ...pack } = merged(mine, one);
    if (quantity !== undefined) mine[one.level] = { ...pack, quantity };
    after.set(productId, mine);
  }
  return after;
}

async function write(tx: Tx, _ctx: Ctx, rows: readonly Row[]): Promise<{ created: number; updated: number }> {
  const ids = await productIdsBySku(tx, [...new Set(rows.map((one) => one.sku))]);
  const before = await packsOfAll(tx, [...ids.values()]);
  const after = afterAll(rows, ids, before);
  const written = rows.flatMap(({ sku, level }) => {
    const productId = ids.get(sku) ?? 0;
    const pack = after.get(productId)?.[level];
    return pack ? [{ productId, level, ...pack, gtin: gtinOf(pack.gtin) ?? '' }] : [];
  });
  await tx.rows(sql`${insertRows<typeof productPackaging>('product_packaging', written)}
    on conflict (company_id, product_id, level) do update set quantity = excluded.quantity, length_mm = excluded.length_mm,
      width_mm = excluded.width_mm, height_mm = excluded.height_mm, weight_grams = excluded.weight_grams, gtin = excluded.gtin`);
  const changed = [...after].flatMap(([docId, packs]) => {
    const changes = changesOf(before.get(docId) ?? {}, packs);
    return changes.length > 0 ? [{ docId, changes }] : [];
  });
  await tx.rows(sql`update product set version = version + 1, updated_at = ${tx.now}
    where company_id = ${sql.company} and id = any(${arrayOf(changed.map((one) => one.docId))}::bigint[])`);
  writeHistory(
    tx,
    changed.map(({ docId, changes }) => ({
      ...{ docKind: 'product', docId, event: 'packagingSaved' },
      detail: { by: 'import', changes: Object.fromEntries(changes) },
    })),
  );
  const updated = written.filter(({ productId, level }) => before.get(productId)?.[level]).length;
  return { created: written.length - updated, updated };
}

export const packagingImport = defineImport<Row>({
  name: 'packaging',
  title: ['包装导入模板', 'Packaging import template'],
  columns: COLUMNS,
  row,
  keyOf: (one) => `${one.sku} ${one.level}`,
  uniques: (one) => ({ gtin: one.gtin ? gtinOf(one.gtin) : undefined }),
  check,
  write,
});

type Exported = Pack & { sku: string; level: PackLevel; rank: number };
const cellOf = (one: Exported, key: (typeof COLUMNS)[number]['key'], zh: boolean) => {
  if (key === 'level') return LEVELS[one.level][zh ? 0 : 1];
  return key === 'gtin' ? shortGtin(one.gtin) : one[key];
};

/** By SKU, from the smallest package up, in the columns of the import. */
export const packagingExport = defineExport<ProductFilter, Exported>({
  name: 'packaging',
  title: ['包装', 'Packaging'],
  filter: productFilter,
  columns: () =>
    COLUMNS.map(
      ({ key, title }): ExportColumn<Exported> => ({
        title,
        value: (one, { language }) => cellOf(one, key, language === 'zh'),
      }),
    ),
  count: async (tx, _ctx, filter) =>
    (
      await tx.row<{ count: number }>(sql`select count(*)::int from product p
        join product_packaging k on k.company_id = ${sql.company} and k.product_id = p.id where ${products.where(tx, filter)}`)
    )?.count ?? 0,
  page: async (tx, _ctx, filter, cursor, limit) => {
    const [sku = '', rank = '0'] = cursor?.split('\n') ?? [];
    const place = sql`array_position(${arrayOf(PACK_LEVELS)}::text[], k.level)`;
    const rows =
      await tx.rows<Exported>(sql`select p.sku, k.level, ${place} as rank, k.quantity, k.length_mm, k.width_mm,
        k.height_mm, k.weight_grams, k.gtin
      from product p join product_packaging k on k.company_id = ${sql.company} and k.product_id = p.id
      where ${products.where(tx, filter)} and p.sku >= ${sku} and (p.sku > ${sku} or ${place} > ${Number(rank)})
      order by p.sku, rank limit ${limit}`);
    return partOf(rows, limit, (one) => `${one.sku}\n${one.rank}`);
  },
});
