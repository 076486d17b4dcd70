import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { productFacts } from '../../catalog/public.ts';

/** Defaults for products without weight or size. */
const USUAL = { weightGrams: 500, lengthMm: 300, widthMm: 200, heightMm: 150 };

export interface Measures {
  weightGrams: number;
  lengthMm: number;
  widthMm: number;
  heightMm: number;
  /** A product has no weight or no size: uses a default. */
  guessedWeight: boolean;
  guessedSize: boolean;
}

/** Estimates the weight and size of boxes from their products, stacked. */
export async function measureOrders(tx: Tx, orderIds: readonly number[]): Promise<Map<number, Measures>> {
  const lines = await tx.rows<{ orderId: number; productId: number | null; quantity: number }>(
    sql`select order_id, product_id, quantity from order_goods
     where company_id = ${sql.company} and order_id = any(${orderIds}::bigint[])`,
  );
  const products = await productFacts(tx, [...new Set(lines.flatMap(({ productId }) => productId ?? []))]);
  const ofOrder = Map.groupBy(lines, (line) => line.orderId);
  return new Map(orderIds.map((id) => [id, measure(ofOrder.get(id) ?? [], products)]));
}

type Product = Pick<Measures, 'weightGrams'> & { [side in Side]: number | null };
type Side = 'lengthMm' | 'widthMm' | 'heightMm';

function measure(
  lines: readonly { productId: number | null; quantity: number }[],
  products: ReadonlyMap<number, Product>,
): Measures {
  const goods = lines.map((line) => ({ ...line, product: products.get(line.productId ?? 0) }));
  const guessedWeight = goods.length === 0 || goods.some(({ product }) => !product?.weightGrams);
  const guessedSize =
    goods.length === 0 || goods.some(({ product }) => !product?.lengthMm || !product.widthMm || !product.heightMm);
  const sum = (of: (product: Product) => number) =>
    goods.reduce((total, { product, quantity }) => total + (product ? of(product) * quantity : 0), 0);
  const most = (side: Side) => Math.max(0, ...goods.map(({ product }) => product?.[side] ?? 0));
  const size = guessedSize
    ? { lengthMm: USUAL.lengthMm, widthMm: USUAL.widthMm, heightMm: USUAL.heightMm }
    : { lengthMm: most('lengthMm'), widthMm: most('widthMm'), heightMm: sum((product) => product.heightMm ?? 0) };
  return {
    weightGrams: guessedWeight
      ? Math.max(
          USUAL.weightGrams,
          sum((product) => product.weightGrams),
        )
      : sum((product) => product.weightGrams),
    ...size,
    guessedWeight,
    guessedSize,
  };
}
