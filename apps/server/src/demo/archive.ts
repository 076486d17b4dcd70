import { insertProducts, writeTerms } from '../areas/catalog/public.ts';
import { moveStock, receiveLayers } from '../areas/stock/public.ts';
import type { Tx } from '../core/database/database.ts';
import { sql } from '../core/database/sql.ts';
import { Decimal } from '../core/money.ts';
import { offerBundles } from './bundles.ts';
import { plantCategories } from './categories.ts';
import { at, type DemoContext, inPast, warehouseIds } from './context.ts';
import { categoryOf, type Good, mapped, platformGoods, popular, productOf } from './goods.ts';
import { drawPictures } from './pictures.ts';
import { MAIN, SHENZHEN, WEST } from './places.ts';
import { seeded } from './random.ts';
import { meetSuppliers } from './suppliers.ts';

const BATCH = 500;

/** The product archive: what the platforms' shops sell, but for a few goods. */
export async function fillArchive(demo: DemoContext): Promise<void> {
  const goods = (await platformGoods(demo.app)).filter(mapped);
  const categories = await inPast(demo, 'buyer', at(demo, 91, 3), (tx) => plantCategories(tx));
  const card = (good: Good) => ({ ...productOf(good), categoryId: categories.get(categoryOf(good)) ?? null });
  for (let from = 0; from < goods.length; from += BATCH)
    await inPast(demo, 'buyer', at(demo, 91, 3), async (tx) => {
      const made = await insertProducts(tx, goods.slice(from, from + BATCH).map(card));
      await writeTerms(tx, [...made.values()]);
    });
  await offerBundles(demo, popular(goods), categories.get('文具礼品') ?? null);
  await drawPictures(demo);
  await meetSuppliers(demo, popular(goods));
  demo.log(`${goods.length} products`);
}

interface Delivery {
  warehouse: string;
  daysAgo: number;
  document: number;
  /** How many of a good came, and at which price compared with the archive's. */
  quantity(good: Good, index: number): number;
  price: number;
}

/** Two deliveries into the main warehouse, so that goods of one SKU differ in cost, and one into each of the others. */
const DELIVERIES: Delivery[] = [
  { warehouse: MAIN, daysAgo: 91, document: 1, price: 1, quantity: (good, i) => fast(good, i, 320, 24) },
  {
    warehouse: WEST,
    daysAgo: 90,
    document: 2,
    price: 1.04,
    quantity: (good, i) => (i % 3 === 0 ? fast(good, i, 90, 12) : 0),
  },
  {
    warehouse: SHENZHEN,
    daysAgo: 90,
    document: 3,
    price: 0.92,
    quantity: (good, i) => (i % 5 === 0 ? fast(good, i, 200, 40) : 0),
  },
  {
    warehouse: MAIN,
    daysAgo: 38,
    document: 4,
    price: 1.07,
    quantity: (good, i) => (i % 4 === 1 ? fast(good, i, 120, 16) : 0),
  },
];

/** What sells fast lies there in numbers; of one in sixty so few came that it soon runs out. */
function fast(good: Good, index: number, most: number, least: number): number {
  const random = seeded(`stock${good.sku}`);
  if (random.chance(1 / 60)) return random.int(1, 5);
  return Math.round((index < 60 ? most * 1.5 : index < 400 ? most / 3 : least) * (0.7 + random.next() * 0.6));
}

/** Opening stock: each delivery is a receipt with its movement and its cost layer. */
export async function receiveStock(demo: DemoContext): Promise<void> {
  const goods = popular((await platformGoods(demo.app)).filter(mapped));
  for (const delivery of DELIVERIES)
    for (let from = 0; from < goods.length; from += BATCH)
      await inPast(demo, 'picker', at(demo, delivery.daysAgo, 4), (tx) =>
        receive(tx, delivery, goods.slice(from, from + BATCH), from),
      );
  demo.log('stock of three warehouses');
}

async function receive(tx: Tx, delivery: Delivery, goods: readonly Good[], from: number): Promise<void> {
  const warehouseId = (await warehouseIds(tx)).get(delivery.warehouse) ?? 0;
  const products = await tx.rows<{ id: number; sku: string; price: string }>(sql`
    select id, sku, unit_price_cny as price from product where company_id = ${sql.company} and kind = 'single'`);
  const productOfSku = new Map(products.map((product) => [product.sku, product]));
  const bins = await tx.rows<{ id: number }>(sql`select id from location where company_id = ${sql.company}
    and warehouse_id = ${warehouseId} and kind = 'picking' order by path_order`);
  const rows = goods.flatMap((good, i) => {
    const product = productOfSku.get(good.sku);
    const quantity = delivery.quantity(good, from + i);
    const bin = bins[(from + i) % bins.length];
    return product && bin && quantity > 0 ? [{ product, quantity, bin }] : [];
  });
  const document = { docKind: 'opening', docId: delivery.document, warehouseId };
  await moveStock(
    tx,
    rows.map(({ product, quantity, bin }) => ({
      ...document,
      productId: product.id,
      locationId: bin.id,
      onHand: quantity,
      reason: 'opening',
      docLine: product.id,
      step: 'in',
    })),
  );
  await receiveLayers(
    tx,
    rows.map(({ product, quantity }) => ({
      ...document,
      productId: product.id,
      quantity,
      unitCost: new Decimal(product.price).times(delivery.price).toFixed(4),
      docLine: product.id,
    })),
  );
}
