import { BOX_LIMIT } from '@tradewind/contract/orders.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Fail } from '../../../core/errors.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { productFacts } from '../../catalog/public.ts';
import { shopsSharingParcels } from '../../channels/public.ts';
import { arranging } from '../hooks.ts';
import { differs, mergeOrders } from './merge.ts';
import { splitOrder } from './split.ts';
import { atHand, type Needed } from './suggest.ts';

type By = 'stock' | 'weight' | 'quantity';
interface Split {
  by: By;
  limit: number;
}
export interface Desired {
  id: number;
  split?: Split;
  merge?: boolean;
}

/** Runs before the allocation of the same intake, in the same queue. */
arranging.listen(async (tx, { orders }) => {
  const desired = orders.flatMap(({ id, split, merge }): Desired[] => {
    const by = split?.action.splitBy as By | undefined;
    const together = merge?.action.merge === 'auto';
    if (!by && !together) return [];
    return [
      {
        id,
        ...(by ? { split: { by, limit: Number(split?.action.limit ?? 0) } } : {}),
        ...(together ? { merge: true } : {}),
      },
    ];
  });
  if (desired.length > 0) await addJob(tx, arrangeJob, { orders: desired }, { queue: 'orders.reserve' });
});

const arrangeJob = defineJob<{ orders: Desired[] }>(
  'orders.arrange',
  ['按规则拆单或合单', 'Split or merge orders by rules'],
  (app, ctx, { orders }) => arrangeByRules(app, ctx, orders),
);

/**
 * Splits and merges by rules, one order after another; a second run changes nothing. It never merges the parts of an
 * order again, and never builds a box that the split rule would divide.
 */
export async function arrangeByRules(app: App, ctx: Ctx, orders: readonly Desired[]): Promise<void> {
  for (const { id, split, merge } of orders) {
    if (split) await app.database.inCompany(ctx, (tx) => splitByRule(tx, id, split)).catch(unlessMeanwhile);
    if (merge) await app.database.inCompany(ctx, (tx) => mergeByRule(tx, id, split)).catch(unlessMeanwhile);
  }
}

/** A person's later changes take precedence. */
function unlessMeanwhile(error: unknown): void {
  if (!(error instanceof Fail)) throw error;
}

async function splitByRule(tx: Tx, id: number, { by, limit }: Split): Promise<void> {
  const lines = await tx.rows<Needed & Record<string, unknown>>(
    sql`select l.id, l.product_id, l.quantity, l.factor from order_line l
     join sales_order o on o.company_id = ${sql.company} and o.id = l.order_id
     where l.company_id = ${sql.company} and l.order_id = ${id} and o.status in ('allocate', 'ready') and o.split_from is null order by l.id limit 500`,
  );
  if (lines.length === 0) return;
  const parts = by === 'stock' ? await partsInStock(tx, id, lines) : await partsOfAtMost(tx, lines, by, limit);
  if (parts.length > 0) await splitOrder(tx, id, parts);
}

type Parts = { lines: { lineId: number; quantity: number }[] }[];

/** Splits off items without stock; does nothing when all or none of the items have stock. */
async function partsInStock(tx: Tx, id: number, lines: readonly Needed[]): Promise<Parts> {
  const inStock = new Map((await atHand(tx, [id], lines))[0]?.lines.map((line) => [line.lineId, line.inStock]));
  const missing = lines.flatMap((line) => {
    const quantity = line.quantity - (inStock.get(line.id) ?? 0);
    return quantity > 0 ? [{ lineId: line.id, quantity }] : [];
  });
  const units = (all: readonly { quantity: number }[]) => all.reduce((sum, one) => sum + one.quantity, 0);
  return missing.length === 0 || units(missing) === units(lines) ? [] : [{ lines: missing }];
}

/** The weight or quantity that one unit adds to a box. */
async function loads(tx: Tx, lines: readonly Needed[], by: 'weight' | 'quantity'): Promise<(line: Needed) => number> {
  if (by === 'quantity') return () => 1;
  const ids = lines.flatMap((line) => line.productId ?? []);
  const facts = await productFacts(tx, [...new Set(ids)]);
  return ({ productId, factor }) => (productId === null ? 0 : (facts.get(productId)?.weightGrams ?? 0)) * factor;
}

/**
 * Boxes of at most `limit` units or grams, filled in the order of the lines. A unit over the limit gets its own box.
 */
async function partsOfAtMost(
  tx: Tx,
  lines: readonly Needed[],
  by: 'weight' | 'quantity',
  limit: number,
): Promise<Parts> {
  const loadOf = await loads(tx, lines, by);
  const boxes: { lines: Map<number, number>; load: number }[] = [];
  for (const line of lines) {
    const load = loadOf(line);
    for (let left = line.quantity; left > 0; ) {
      let box = boxes.at(-1);
      if (!box || box.load + load > limit) {
        // Nobody could keep track of more parts.
        if (boxes.length === MOST_BOXES) return [];
        box = { lines: new Map(), load: 0 };
        boxes.push(box);
      }
      const fits = load === 0 ? left : Math.max(1, Math.floor((limit - box.load) / load));
      const units = Math.min(left, fits);
      box.load += load * units;
      box.lines.set(line.id, (box.lines.get(line.id) ?? 0) + units);
      left -= units;
    }
  }
  return boxes.slice(1).map((box) => ({ lines: [...box.lines].map(([lineId, quantity]) => ({ lineId, quantity })) }));
}
const MOST_BOXES = 20;

interface Mate extends Record<string, unknown> {
  id: number;
  warehouseId: number | null;
  channelId: number | null;
  orders: number;
}

/** Merges it with approved orders of the same buyer and address that fit. */
async function mergeByRule(tx: Tx, id: number, split: Split | undefined): Promise<void> {
  const sharing = await shopsSharingParcels(tx);
  const mates = await tx.rows<Mate>(
    sql`select m.id, m.warehouse_id, m.channel_id,
       (select 1 + count(*) from sales_order i where i.company_id = ${sql.company} and i.merged_into = m.id)::int as orders
     from sales_order o join sales_order m on m.company_id = ${sql.company} and m.merge_key = o.merge_key and m.platform_shipping = o.platform_shipping
       and m.status in ('allocate', 'ready') and m.merged_into is null and m.fulfilled_by = 'seller'
       and (not m.platform_shipping or m.buyer_ref <> '') and (not m.platform_shipping or m.shop_id = any(${sharing}::bigint[]))
       and m.split_from is null and m.origin <> 'wholesale'
     where o.company_id = ${sql.company} and o.id = ${id}
       and not exists (select from sales_order p where p.company_id = ${sql.company} and p.split_from = m.id)
     order by m.id <> o.id, m.ordered_at, m.id limit 100`,
  );
  const [own, ...others] = mates;
  if (own?.id !== id) return;
  const fits = split ? await fitsTheSplit(tx, split, mates) : () => Promise.resolve(true);
  const together = [own];
  for (const mate of others) {
    const more = [...together, mate];
    const clash = together.some(
      (one) => differs(one.warehouseId, mate.warehouseId) || differs(one.channelId, mate.channelId),
    );
    const count = more.reduce((sum, one) => sum + one.orders, 0);
    if (!clash && count <= BOX_LIMIT && (await fits(more.map((one) => one.id)))) together.push(mate);
  }
  if (together.length > 1)
    await mergeOrders(
      tx,
      together.map((mate) => mate.id),
    );
}

/** Whether the split rule would leave a box of these orders whole. */
async function fitsTheSplit(tx: Tx, { by, limit }: Split, mates: readonly Mate[]) {
  const ids = mates.map((mate) => mate.id);
  const lines = await tx.rows<Needed & { box: number; orderId: number } & Record<string, unknown>>(
    sql`select l.id, l.product_id, l.quantity, l.factor, o.id as "orderId", coalesce(o.merged_into, o.id) as box
     from sales_order o join order_line l on l.company_id = ${sql.company} and l.order_id = o.id
     where o.company_id = ${sql.company} and (o.id = any(${ids}::bigint[]) or o.merged_into = any(${ids}::bigint[])) order by l.id`,
  );
  const loadOf = by === 'stock' ? undefined : await loads(tx, lines, by);
  return async (boxes: readonly number[]): Promise<boolean> => {
    const inside = lines.filter((line) => boxes.includes(line.box));
    if (loadOf) return inside.reduce((sum, line) => sum + loadOf(line) * line.quantity, 0) <= limit;
    const [best] = await atHand(tx, [...new Set(inside.map((line) => line.orderId))], inside);
    return inside.every((line) => best?.lines.find((one) => one.lineId === line.id)?.inStock === line.quantity);
  };
}
