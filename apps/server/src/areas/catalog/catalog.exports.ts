import { type ProductFilter, productFilter } from '@tradewind/contract/catalog.ts';
import { sql } from 'drizzle-orm/sql/sql';
import { z } from 'zod';
import { maySee } from '../../core/context.ts';
import { defineExport, type ExportColumn } from '../../core/exports.ts';
import type { Cell } from '../../core/xlsx.ts';
import {
  MAPPING_COLUMNS,
  MAPPING_TABLES,
  type MappingFilter,
  type MappingRow,
  matchingMappings,
} from './mapping/mapping.service.ts';
import { shopNames } from './mapping/shops.ts';
import {
  countProducts,
  matching,
  type Product,
  type ProductDbRow,
  productColumns,
} from './products/products.queries.ts';

const number = (value: string | number | null): Cell => (value === null ? null : { number: String(value) });

const PRODUCT_COLUMNS: readonly ExportColumn<Product>[] = [
  { title: ['主SKU', 'Main SKU'], width: 20, value: (p) => p.sku },
  { title: ['中文名称', 'Chinese name'], width: 30, value: (p) => p.nameZh },
  { title: ['英文名称', 'English name'], width: 30, value: (p) => p.nameEn },
  { title: ['父SKU', 'Parent SKU'], value: (p) => p.parentSku },
  { title: ['条码', 'Barcode'], value: (p) => p.barcode },
  { title: ['品牌', 'Brand'], value: (p) => p.brand },
  { title: ['分类', 'Category'], value: (p) => p.category },
  { title: ['长(cm)', 'Length (cm)'], width: 10, value: (p) => number(p.lengthCm) },
  { title: ['宽(cm)', 'Width (cm)'], width: 10, value: (p) => number(p.widthCm) },
  { title: ['高(cm)', 'Height (cm)'], width: 10, value: (p) => number(p.heightCm) },
  { title: ['净重(kg)', 'Net weight (kg)'], width: 10, value: (p) => number(p.netWeightKg) },
  { title: ['毛重(kg)', 'Gross weight (kg)'], width: 10, value: (p) => number(p.grossWeightKg) },
  { title: ['单价(CNY)', 'Unit price (CNY)'], width: 12, value: (p) => number(p.unitPriceCny) },
  { title: ['申报价值(USD)', 'Declared value (USD)'], width: 12, value: (p) => number(p.declaredValueUsd) },
  { title: ['HS编码', 'HS code'], width: 12, value: (p) => p.hsCode },
  { title: ['单位', 'Unit'], width: 8, value: (p) => p.unit },
  { title: ['保质期(月)', 'Shelf life (months)'], width: 10, value: (p) => number(p.shelfLifeMonths) },
  { title: ['颜色', 'Colour'], width: 10, value: (p) => p.colour },
  { title: ['原产国', 'Origin'], width: 8, value: (p) => p.origin },
  { title: ['是否带电', 'Battery'], width: 8, value: (p, ctx) => yesNo(p.battery, ctx.language) },
  { title: ['标签', 'Label'], value: (p) => p.label },
  { title: ['启用', 'Enabled'], width: 8, value: (p, ctx) => yesNo(p.enabled, ctx.language) },
];
const yesNo = (value: boolean, language: 'zh' | 'en') =>
  language === 'zh' ? (value ? '是' : '否') : value ? 'yes' : 'no';

export const productExport = defineExport<ProductFilter, Product>({
  name: 'product',
  title: ['产品档案', 'Products'],
  filter: productFilter,
  columns: (ctx) =>
    maySee(ctx.rights, 'seeCost')
      ? PRODUCT_COLUMNS
      : PRODUCT_COLUMNS.filter((column) => column.title[0] !== '单价(CNY)'),
  count: (tx, _ctx, filter) => countProducts(tx, filter),
  page: async (tx, ctx, filter, cursor, limit) => {
    const rows = await tx.rows<ProductDbRow>(sql`select ${productColumns(ctx)} from product p
      where ${matching(tx, filter)} and p.sku > ${cursor ?? ''} order by p.sku limit ${limit}`);
    return { rows, next: rows.length === limit ? (rows.at(-1)?.sku ?? null) : null };
  },
});

type NamedMapping = MappingRow & { shopName: string };

export const mappingExport = defineExport<MappingFilter, NamedMapping>({
  name: 'mapping',
  title: ['SKU对应', 'SKU mappings'],
  filter: z.object({ shopId: z.number().optional(), search: z.string().optional() }),
  columns: () => [
    { title: ['店铺SKU', 'Seller SKU'], width: 24, value: (m) => m.sellerSku },
    { title: ['店铺', 'Shop'], width: 24, value: (m) => m.shopName },
    { title: ['主SKU', 'Main SKU'], width: 20, value: (m) => m.sku },
    { title: ['数量系数', 'Factor'], width: 10, value: (m) => number(m.factor) },
    { title: ['中文名称', 'Chinese name'], width: 30, value: (m) => m.nameZh },
    { title: ['英文名称', 'English name'], width: 30, value: (m) => m.nameEn },
  ],
  count: async (tx, ctx, filter) => {
    const where = matchingMappings(tx, ctx, filter);
    const row = await tx.row<{ total: number }>(sql`select count(*)::int as total from sku_mapping m where ${where}`);
    return row?.total ?? 0;
  },
  page: async (tx, ctx, filter, cursor, limit) => {
    const names = await shopNames(tx, ctx);
    const rows = await tx.rows<MappingRow>(sql`select ${MAPPING_COLUMNS} from ${MAPPING_TABLES}
      where ${matchingMappings(tx, ctx, filter)} and m.id > ${Number(cursor ?? 0)} order by m.id limit ${limit}`);
    return {
      rows: rows.map((row) => ({ ...row, shopName: names.get(row.shopId) ?? '' })),
      next: rows.length === limit ? String(rows.at(-1)?.id) : null,
    };
  },
});
