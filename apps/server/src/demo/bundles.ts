import { saveBundle } from '@tradewind/contract/catalog.ts';
import { allocateOrders, makeOrder } from '@tradewind/contract/orders.ts';
import type { Tx } from '../core/database/database.ts';
import { sql } from '../core/database/sql.ts';
import { callerAt } from './calls.ts';
import { type DemoContext, inPast } from './context.ts';
import type { Good } from './goods.ts';

/** Sets of what sells well, by the place of a good. The last has a set inside. */
const SETS: readonly {
  sku: string;
  nameZh: string;
  nameEn: string;
  goods: [at: number, units: number][];
  inside?: string;
}[] = [
  {
    sku: 'SET-GIFT-01',
    nameZh: '伴手礼两件套',
    nameEn: 'Gift set of two',
    goods: [
      [0, 1],
      [1, 1],
    ],
  },
  {
    sku: 'SET-HOME-04',
    nameZh: '居家四件套',
    nameEn: 'Home set of four',
    goods: [
      [2, 2],
      [3, 1],
      [4, 1],
    ],
  },
  { sku: 'PACK-06', nameZh: '六只装', nameEn: 'Pack of six', goods: [[5, 6]] },
  { sku: 'SET-MOVING-IN', nameZh: '乔迁礼盒', nameEn: 'Moving-in box', goods: [[6, 1]], inside: 'SET-HOME-04' },
];

const idsOf = async (tx: Tx, skus: readonly string[]): Promise<Map<string, number>> => {
  const rows = await tx.rows<{ id: number; sku: string }>(sql`select id, sku from product
    where company_id = ${sql.company} and sku = any(${skus}::text[])`);
  return new Map(rows.map((row) => [row.sku, row.id]));
};

/** Bundles as the buyer entered them, when the archive was new. */
export async function offerBundles(
  demo: DemoContext,
  goods: readonly Good[],
  categoryId: number | null,
): Promise<void> {
  const skus = goods.slice(0, 10).map((good) => good.sku);
  const call = callerAt(demo, 'buyer', 91, 4);
  for (const { goods: parts, inside, ...set } of SETS) {
    const ids = await inPast(demo, 'buyer', new Date(), (tx) => idsOf(tx, [...skus, ...SETS.map((one) => one.sku)]));
    if (ids.has(set.sku)) continue;
    await call(saveBundle, {
      ...set,
      categoryId,
      parts: [
        ...parts.map(([at, quantity]) => ({ productId: ids.get(skus[at] ?? '') ?? 0, quantity })),
        ...(inside ? [{ productId: ids.get(inside) ?? 0, quantity: 1 }] : []),
      ],
    });
  }
}

const TO = { line1: '48 Harbor Street', city: 'Portland', state: 'ME', postalCode: '04101', country: 'US' };
const BUYERS = ['Nora Whitfield', 'Owen Castellano'];

/** Orders by telephone for bundles, of today. */
export async function sellBundles(demo: DemoContext): Promise<void> {
  const found = await inPast(demo, 'demo', new Date(), async (tx) => {
    const there = await tx.row(
      sql`select 1 as n from order_line where company_id = ${sql.company} and bundled limit 1`,
    );
    const shop = await tx.row<{ id: number }>(sql`select id from shop
      where company_id = ${sql.company} and platform = 'shopify' and state not in ('pending', 'disabled') order by id limit 1`);
    return {
      there,
      shop,
      ids: await idsOf(
        tx,
        SETS.map((set) => set.sku),
      ),
    };
  });
  if (found.there || !found.shop) return;
  const call = callerAt(demo, 'demo', 0, 2);
  const ids: number[] = [];
  for (const [n, name] of BUYERS.entries()) {
    const { id } = await call(makeOrder, {
      shopId: found.shop.id,
      currency: 'USD',
      shipTo: { name, ...TO },
      lines: SETS.slice(n, n + 2).map((set) => ({
        productId: found.ids.get(set.sku) ?? 0,
        quantity: n + 1,
        unitPrice: '39.9',
      })),
    });
    ids.push(id);
  }
  await call(allocateOrders, { ids });
}
