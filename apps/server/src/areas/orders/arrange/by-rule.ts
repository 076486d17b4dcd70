import type { Tx } from '../../../core/database/database.ts';
import { Fail } from '../../../core/errors.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { productFacts } from '../../catalog/public.ts';
import { arranging } from '../hooks.ts';
import { mergeOrders } from './merge.ts';
import { splitOrder } from './split.ts';
import { suggestSplit } from './suggest.ts';

interface Wanted {
  id: number;
  split?: { by: 'stock' | 'weight' | 'quantity'; limit: number };
  merge?: boolean;
}

/** Before the reservation that the same arrival asks for: it waits in the same queue. */
arranging.listen(async (tx, { orders }) => {
  const wanted = orders.flatMap(({ id, split, merge }): Wanted[] => {
    const by = split?.action.splitBy as 'stock' | 'weight' | 'quantity' | undefined;
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
  if (wanted.length > 0) await addJob(tx, arrangeJob, { orders: wanted }, { queue: 'orders.reserve' });
});

const arrangeJob = defineJob<{ orders: Wanted[] }>(
  'orders.arrange',
  ['按规则拆分或合并订单', 'Split or merge orders by rules'],
  async (app, ctx, { orders }) => {
    for (const { id, split, merge } of orders) {
      if (split) await app.database.inCompany(ctx, (tx) => splitByRule(tx, id, split)).catch(unlessMeanwhile);
      if (merge) await app.database.inCompany(ctx, (tx) => mergeByRule(tx, id)).catch(unlessMeanwhile);
    }
  },
);

/** What a person did with the order since is right. */
function unlessMeanwhile(error: unknown): void {
  if (!(error instanceof Fail)) throw error;
}

async function splitByRule(tx: Tx, id: number, { by, limit }: NonNullable<Wanted['split']>): Promise<void> {
  const lines = await tx.prepared<{ id: number; productId: number | null; quantity: number; factor: number }>(
    'arrange_lines',
    `select l.id, l.product_id as "productId", l.quantity, l.factor from order_line l
     join sales_order o on o.company_id = $1 and o.id = l.order_id
     where l.company_id = $1 and l.order_id = $2 and o.status in ('allocate', 'ready') and o.split_from is null order by l.id limit 500`,
    [tx.companyId, id],
  );
  const parts = by === 'stock' ? await partsInStock(tx, id, lines) : await partsOfAtMost(tx, lines, by, limit);
  if (parts.length > 0) await splitOrder(tx, id, parts);
}

type Lines = readonly { id: number; productId: number | null; quantity: number; factor: number }[];
type Parts = { lines: { lineId: number; quantity: number }[] }[];

/** What is not at hand leaves as one part; nothing where all or none of it is. */
async function partsInStock(tx: Tx, id: number, lines: Lines): Promise<Parts> {
  const inStock = new Map((await suggestSplit(tx, id)).lines.map((line) => [line.lineId, line.inStock]));
  const missing = lines.flatMap((line) => {
    const quantity = line.quantity - (inStock.get(line.id) ?? 0);
    return quantity > 0 ? [{ lineId: line.id, quantity }] : [];
  });
  const units = (all: readonly { quantity: number }[]) => all.reduce((sum, one) => sum + one.quantity, 0);
  return missing.length === 0 || units(missing) === units(lines) ? [] : [{ lines: missing }];
}

/** Boxes of at most `limit` units or grams, filled in the order of the lines; a single unit that is more has a box of its own. */
async function partsOfAtMost(tx: Tx, lines: Lines, by: 'weight' | 'quantity', limit: number): Promise<Parts> {
  const facts = await productFacts(
    tx,
    lines.flatMap((line) => line.productId ?? []),
  );
  const boxes: { lines: Map<number, number>; load: number }[] = [];
  for (const line of lines) {
    const weight = (line.productId === null ? 0 : (facts.get(line.productId)?.weightGrams ?? 0)) * line.factor;
    const load = by === 'weight' ? weight : 1;
    for (let unit = 0; unit < line.quantity; unit++) {
      let box = boxes.at(-1);
      if (!box || box.load + load > limit) {
        box = { lines: new Map(), load: 0 };
        boxes.push(box);
      }
      box.load += load;
      box.lines.set(line.id, (box.lines.get(line.id) ?? 0) + 1);
    }
  }
  // More would not be an order any more that somebody could follow.
  if (boxes.length > MOST_BOXES) return [];
  return boxes.slice(1).map((box) => ({ lines: [...box.lines].map(([lineId, quantity]) => ({ lineId, quantity })) }));
}
const MOST_BOXES = 20;

/** Into one box with whatever else goes to the same buyer and is let through. */
async function mergeByRule(tx: Tx, id: number): Promise<void> {
  const mates = await tx.prepared<{ id: number }>(
    'arrange_mates',
    `select m.id from sales_order o join sales_order m on m.company_id = $1 and m.merge_key = o.merge_key
       and m.status in ('allocate', 'ready') and m.merged_into is null and m.fulfilled_by = 'seller' and not m.platform_shipping
       and m.split_from is null and m.currency = o.currency
     where o.company_id = $1 and o.id = $2 and o.status in ('allocate', 'ready') and o.merged_into is null and o.split_from is null
     order by m.ordered_at, m.id limit 20`,
    [tx.companyId, id],
  );
  if (mates.length > 1)
    await mergeOrders(
      tx,
      mates.map((mate) => mate.id),
    );
}
