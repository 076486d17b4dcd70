import { rights } from '@tradewind/contract/access/modules.ts';
import { text } from '@tradewind/contract/call.ts';
import { productFields } from '@tradewind/contract/catalog.ts';
import { z } from 'zod';
import { type Ctx, mayPress, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { defineImport, type ImportColumn, type ImportRow, type Verdict } from '../../../core/imports.ts';
import { arrayOf } from '../../../core/scope.ts';
import { reportImport } from '../../messages/public.ts';
import { categoriesOf, wrongCategories } from '../categories/by-text.ts';
import { AXIS_COLUMNS } from '../families/axis-columns.ts';
import {
  asVariant,
  axisCells,
  combinationOf,
  familiesNamed,
  isVariant,
  type KnownVariant,
  settleVariants,
  variantProblems,
} from '../families/variants.import.ts';
import { pairProducts } from '../mapping/pair.ts';
import { insertProducts, type NewProduct, writeTerms } from './products.queries.ts';

/** An empty cell keeps the field; only fields that new products require must be filled. */
const { images: _images, categoryId: _id, attributes: _attributes, sku, ...rest } = productFields;
const row = z.strictObject({
  sku,
  category: text(700).optional(),
  ...z.object(rest).partial().shape,
  ...axisCells,
});
export type ProductRow = z.output<typeof row>;

const YES = /^(y|yes|true|1|是|有|带电)$/i;
const NO = /^(n|no|false|0|否|无|不带电)$/i;
const yesNo = (text: string) => (YES.test(text) ? true : NO.test(text) ? false : text);
const capitals = (text: string) => text.toUpperCase();
const LONG_TEXT = ['最多 100 个字', 'Up to 100 characters'] as const;
const CENTIMETRES = ['厘米，最多两位小数', 'Centimeters, up to 2 decimals'] as const;

const columns: readonly ImportColumn[] = [
  {
    key: 'sku',
    title: ['主 SKU', 'Main SKU'],
    required: true,
    example: 'TW-LAMP-01',
    hint: ['唯一，自动转为大写；已存在的 SKU 会被更新', 'Unique, converted to uppercase; an existing SKU is updated'],
    read: capitals,
  },
  {
    key: 'nameZh',
    title: ['中文名称', 'Chinese name'],
    example: '折叠台灯',
    hint: ['新商品的中文、英文名称至少填一个', 'A new product needs a Chinese or an English name'],
  },
  {
    key: 'nameEn',
    title: ['英文名称', 'English name'],
    example: 'Folding desk lamp',
    hint: ['用于报关和面单', 'For customs documents and labels'],
  },
  {
    key: 'parentSku',
    title: ['父 SKU', 'Parent SKU'],
    example: 'TW-LAMP',
    hint: ['变体填商品系列的编码', 'For a variant: the code of its product family'],
    read: capitals,
  },
  ...AXIS_COLUMNS,
  { key: 'barcode', title: ['条码', 'Barcode'], example: '4006381333931', hint: ['唯一', 'Unique'] },
  { key: 'brand', title: ['品牌', 'Brand'], example: 'Tradewind', hint: LONG_TEXT },
  {
    key: 'category',
    title: ['分类', 'Category'],
    example: '家居 / 灯具',
    hint: ['上下级用“/”隔开；没有的分类会新建', 'Levels separated by “/”. A category that does not exist is added'],
  },
  { key: 'lengthCm', title: ['长(cm)', 'Length (cm)'], example: '32', hint: CENTIMETRES },
  { key: 'widthCm', title: ['宽(cm)', 'Width (cm)'], example: '12.5', hint: CENTIMETRES },
  { key: 'heightCm', title: ['高(cm)', 'Height (cm)'], example: '8', hint: CENTIMETRES },
  {
    key: 'netWeightKg',
    title: ['净重(kg)', 'Net weight (kg)'],
    example: '0.7',
    hint: ['千克，不含包装', 'Kilograms, without packaging'],
  },
  {
    key: 'grossWeightKg',
    title: ['毛重(kg)', 'Gross weight (kg)'],
    example: '0.85',
    hint: ['千克，最多四位小数', 'Kilograms, up to 4 decimals'],
  },
  {
    key: 'unitPriceCny',
    title: ['单价(CNY)', 'Unit price (CNY)'],
    example: '45.6',
    hint: ['人民币；没有“查看成本价”权限时不导入', 'Chinese yuan; ignored without the “View cost prices” permission'],
  },
  {
    key: 'declaredValueUsd',
    title: ['申报价值(USD)', 'Declared value (USD)'],
    example: '12',
    hint: ['美元', 'US dollars'],
  },
  { key: 'hsCode', title: ['HS 编码', 'HS code'], example: '940521', hint: ['4 到 13 位数字', '4 to 13 digits'] },
  { key: 'unit', title: ['单位', 'Unit'], example: 'pcs', hint: ['最多 20 个字', 'Up to 20 characters'] },
  {
    key: 'shelfLifeMonths',
    title: ['保质期(月)', 'Shelf life (months)'],
    example: '',
    hint: ['整数', 'A whole number'],
  },
  { key: 'colour', title: ['颜色', 'Color'], example: '白色', hint: ['最多 50 个字', 'Up to 50 characters'] },
  {
    key: 'origin',
    title: ['原产国', 'Origin'],
    example: 'CN',
    hint: ['两位国家代码', 'Two-letter country code'],
    read: capitals,
  },
  { key: 'battery', title: ['是否带电', 'Battery'], example: '否', hint: ['是 / 否', 'yes / no'], read: yesNo },
  { key: 'label', title: ['标签', 'Label'], example: '', hint: ['最多 200 个字', 'Up to 200 characters'] },
];

interface Known extends KnownVariant {
  sku: string;
  barcode: string | null;
}

async function knownFor(tx: Tx, rows: readonly ProductRow[]) {
  const barcodes = rows.flatMap((each) => (each.barcode ? [each.barcode] : []));
  const found = await tx.rows<
    Known & Record<string, unknown>
  >(sql`select id, sku, barcode, parent_sku, family_id from product
    where company_id = ${sql.company} and (sku = any(${arrayOf(rows.map((each) => each.sku))}::text[]) or barcode = any(${arrayOf(barcodes)}::text[]))`);
  return {
    bySku: new Map(found.map((product) => [product.sku, product])),
    byBarcode: new Map(found.flatMap((product) => (product.barcode ? [[product.barcode, product.sku] as const] : []))),
  };
}

async function check(tx: Tx, ctx: Ctx, rows: readonly ImportRow<ProductRow>[]): Promise<Map<number, Verdict>> {
  const values = rows.map((each) => each.value);
  const known = await knownFor(tx, values);
  const wrong = await wrongCategories(
    tx,
    values.flatMap((each) => each.category ?? []),
    mayPress(ctx.rights, rights.category.add),
  );
  const ofFamilies = await variantProblems(tx, values, known.bySku);
  const verdicts = new Map<number, Verdict>();
  for (const { line, value } of rows) {
    const verdict: Verdict = { action: known.bySku.has(value.sku) ? 'update' : 'create', problems: [] };
    verdicts.set(line, verdict);
    verdict.problems.push(...(ofFamilies.get(value) ?? []));
    if (verdict.action === 'create' && !value.nameZh && !value.nameEn && !isVariant(value))
      verdict.problems.push({ column: 'nameZh', code: 'catalog.nameMissing' });
    const problem = wrong.get(value.category ?? '');
    if (problem) verdict.problems.push({ column: 'category', ...problem });
    if (!value.barcode) continue;
    const owner = known.byBarcode.get(value.barcode);
    if (owner !== undefined && owner !== value.sku)
      verdict.problems.push({ column: 'barcode', code: 'catalog.barcodeTaken', params: { barcode: value.barcode } });
  }
  return verdicts;
}

async function write(tx: Tx, ctx: Ctx, rows: readonly ProductRow[]): Promise<{ created: number; updated: number }> {
  const categories = await categoriesOf(
    tx,
    rows.flatMap((each) => each.category ?? []),
  );
  const seesCost = maySee(ctx.rights, 'seeCost');
  const priced = rows.map((each) => ({
    ...each,
    categoryId: categories.get(each.category ?? ''),
    ...(seesCost ? {} : { unitPriceCny: null }),
  }));
  const families = await familiesNamed(tx, rows);
  const known = await knownFor(tx, rows);
  const existing = priced.flatMap((each) => {
    const product = known.bySku.get(each.sku);
    return product ? [{ ...each, id: product.id }] : [];
  });
  const updated = await updateFilled(tx, existing);
  const fresh = priced.filter((each) => !known.bySku.has(each.sku));
  const created = await insertProducts(
    tx,
    fresh.map((each) => completed(asVariant(each, families))),
  );
  await settleVariants(tx, families, { existing, made: [...created.values()] });
  await writeTerms(tx, [...created.values(), ...updated]);
  writeHistory(tx, [
    ...[...created.values()].map((docId) => ({
      docKind: 'product',
      docId,
      event: 'created',
      detail: { by: 'import' },
    })),
    ...updated.map((docId) => ({ docKind: 'product', docId, event: 'edited', detail: { by: 'import' } })),
  ]);
  await pairProducts(tx, [...created.keys()]);
  return { created: created.size, updated: updated.length };
}

type Placed = ProductRow &
  Partial<Pick<NewProduct, 'attributes' | 'images' | 'familyId' | 'axisValues'>> & {
    categoryId?: number | null | undefined;
  };

function completed(input: Placed) {
  return {
    sku: input.sku,
    parentSku: input.parentSku ?? null,
    barcode: input.barcode ?? null,
    nameZh: input.nameZh ?? '',
    nameEn: input.nameEn ?? '',
    brand: input.brand ?? '',
    categoryId: input.categoryId ?? null,
    attributes: input.attributes ?? {},
    lengthCm: input.lengthCm ?? null,
    widthCm: input.widthCm ?? null,
    heightCm: input.heightCm ?? null,
    netWeightKg: input.netWeightKg ?? null,
    grossWeightKg: input.grossWeightKg ?? null,
    unitPriceCny: input.unitPriceCny ?? null,
    declaredValueUsd: input.declaredValueUsd ?? null,
    hsCode: input.hsCode ?? '',
    unit: input.unit ?? 'pcs',
    shelfLifeMonths: input.shelfLifeMonths ?? null,
    colour: input.colour ?? '',
    origin: input.origin ?? 'CN',
    battery: input.battery ?? false,
    label: input.label ?? '',
    images: input.images ?? [],
    familyId: input.familyId,
    axisValues: input.axisValues,
  };
}

async function updateFilled(tx: Tx, rows: readonly Placed[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const changed = await tx.rows<{ id: number }>(sql`
    update product p set name_zh = coalesce(r."nameZh", p.name_zh), name_en = coalesce(r."nameEn", p.name_en),
      parent_sku = coalesce(r."parentSku", p.parent_sku), barcode = coalesce(r.barcode, p.barcode), brand = coalesce(r.brand, p.brand),
      category_id = coalesce(r."categoryId", p.category_id), length_cm = coalesce(r."lengthCm", p.length_cm),
      width_cm = coalesce(r."widthCm", p.width_cm), height_cm = coalesce(r."heightCm", p.height_cm),
      net_weight_kg = coalesce(r."netWeightKg", p.net_weight_kg), gross_weight_kg = coalesce(r."grossWeightKg", p.gross_weight_kg), unit_price_cny = coalesce(r."unitPriceCny", p.unit_price_cny),
      declared_value_usd = coalesce(r."declaredValueUsd", p.declared_value_usd), hs_code = coalesce(r."hsCode", p.hs_code),
      unit = coalesce(r.unit, p.unit), shelf_life_months = coalesce(r."shelfLifeMonths", p.shelf_life_months),
      colour = coalesce(r.colour, p.colour), origin = coalesce(r.origin, p.origin), battery = coalesce(r.battery, p.battery),
      label = coalesce(r.label, p.label), version = p.version + 1, updated_at = ${tx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(sku text, "nameZh" text, "nameEn" text, "parentSku" text, barcode text,
      brand text, "categoryId" bigint, "lengthCm" numeric, "widthCm" numeric, "heightCm" numeric, "netWeightKg" numeric, "grossWeightKg" numeric,
      "unitPriceCny" numeric, "declaredValueUsd" numeric, "hsCode" text, unit text, "shelfLifeMonths" int, colour text, origin text,
      battery boolean, label text)
    where p.company_id = ${sql.company} and p.sku = r.sku returning p.id`);
  return changed.map((each) => each.id);
}

const ROWS_AT_MOST = 100_000;
/** More rows are a job's. */
const ROWS_AT_ONCE = 2_000;
const EACH = 2_000;

export const productImport = defineImport<ProductRow>({
  name: 'product',
  title: ['商品导入模板', 'Product import template'],
  columns,
  row,
  most: ROWS_AT_MOST,
  keyOf: (each) => each.sku,
  uniques: (each) => ({ barcode: each.barcode, axis1: combinationOf(each) }),
  check,
  write,
  later: {
    from: ROWS_AT_ONCE,
    each: EACH,
    notify: (tx, ctx, result) => reportImport(tx, ctx, result, 'catalog.importDone', 'catalog.importAllIn'),
  },
});
