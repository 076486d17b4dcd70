import { z } from 'zod';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import type { ImportKind, ImportRow, Verdict } from '../../../core/imports.ts';
import { productIdsBySku } from '../products/lookups.ts';
import { mappingsFor } from './lookups.ts';
import { saveMappings } from './mapping.service.ts';
import { shopNames } from './shops.ts';

const row = z.strictObject({
  shop: z.string().min(1).max(100),
  sellerSku: z.string().min(1).max(100),
  sku: z.string().min(1).max(60),
  factor: z.coerce.number().int().min(1).max(10_000).default(1),
});
type Row = z.output<typeof row>;

/** Shop names to ids; an ambiguous name matches none. */
async function shopsByName(tx: Tx, ctx: Ctx) {
  const ids = new Map<string, number[]>();
  for (const [id, name] of await shopNames(tx, ctx)) ids.set(name, [...(ids.get(name) ?? []), id]);
  return ids;
}

async function check(tx: Tx, ctx: Ctx, rows: readonly ImportRow<Row>[]): Promise<Map<number, Verdict>> {
  const shops = await shopsByName(tx, ctx);
  const products = await productIdsBySku(tx, [...new Set(rows.map((each) => each.value.sku))]);
  const existing = new Map<number, Set<string>>();
  for (const [name, mine] of Map.groupBy(rows, (each) => each.value.shop)) {
    const [shopId] = shops.get(name) ?? [];
    if (shopId === undefined) continue;
    const found = await mappingsFor(
      tx,
      shopId,
      mine.map((each) => each.value.sellerSku),
    );
    existing.set(shopId, new Set(found.keys()));
  }
  return new Map(
    rows.map(({ line, value }) => {
      const ids = shops.get(value.shop) ?? [];
      const problems: Verdict['problems'] = [];
      if (ids.length === 0) problems.push({ column: 'shop', code: 'catalog.shopUnknown' });
      if (ids.length > 1)
        problems.push({ column: 'shop', code: 'catalog.shopAmbiguous', params: { name: value.shop } });
      if (!products.has(value.sku))
        problems.push({ column: 'sku', code: 'catalog.skuUnknown', params: { sku: value.sku } });
      const known = existing.get(ids[0] ?? 0)?.has(value.sellerSku) ?? false;
      return [line, { action: known ? 'update' : 'create', problems }];
    }),
  );
}

async function write(tx: Tx, ctx: Ctx, rows: readonly Row[]) {
  const shops = await shopsByName(tx, ctx);
  const products = await productIdsBySku(tx, [...new Set(rows.map((each) => each.sku))]);
  const mappings = rows.map((each) => ({
    shopId: shops.get(each.shop)?.[0] ?? 0,
    sellerSku: each.sellerSku,
    productId: products.get(each.sku) ?? 0,
    factor: each.factor,
  }));
  return saveMappings(tx, ctx, mappings, { anyway: true, source: 'file' });
}

export const mappingImport: ImportKind<Row> = {
  name: 'mapping',
  title: ['SKU 配对导入模板', 'SKU mapping import template'],
  columns: [
    {
      key: 'sellerSku',
      title: ['店铺 SKU', 'Seller SKU'],
      required: true,
      example: 'AMZ-LAMP-W',
      hint: ['平台上的 SKU，区分大小写', 'As on the platform, case-sensitive'],
    },
    { key: 'shop', title: ['店铺', 'Shop'], required: true, example: 'Demo US', hint: ['店铺名称', 'Shop name'] },
    {
      key: 'sku',
      title: ['主 SKU', 'Main SKU'],
      required: true,
      example: 'TW-LAMP-01',
      hint: ['产品档案中的 SKU', 'A SKU in the product archive'],
      read: (text) => text.toUpperCase(),
    },
    {
      key: 'factor',
      title: ['数量系数', 'Units per seller SKU'],
      example: '1',
      hint: ['卖出 1 件等于多少件商品，默认 1', 'Product units in one unit sold; 1 if empty'],
    },
  ],
  row,
  keyOf: (each) => `${each.shop}/${each.sellerSku}`,
  check,
  write,
};
