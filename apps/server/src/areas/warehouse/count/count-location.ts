import type { StockCondition } from '@tradewind/contract/stock.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict, notFound, ruleBroken } from '../../../core/errors.ts';
import { batchesOf } from '../../stock/public.ts';
import { scannedProducts } from '../fnskus/scanned.ts';
import type { Scanned } from '../scanlog/act.ts';
import { lockBooks } from './books.ts';
import { type Count, holdCount, leftOf } from './document.ts';
import { seesBooks } from './shows-books.ts';
import { type Reply, tally, usualCondition } from './tally.ts';
import { takeTasks } from './tasks.ts';

export interface CountedLocation {
  countId: number;
  locationCode: string;
  /** How long the count took. */
  seconds?: number | undefined;
  items: { code: string; quantity: number; condition?: StockCondition | undefined; batch?: string | undefined }[];
}

type Place = {
  locationId: number;
  code: string;
  kind: string;
  round: number;
  again: boolean;
  userId: number | null;
  actor: string | null;
};

/**
 * Saves the count of a location with the system quantities at the second of its scan, read under the lock of its bins,
 * so that later movements do not affect the variance. Freezes nothing. A variance whose units moved during the count
 * needs a recount.
 * @param scanned time and device. Now if undefined
 * @throws conflict warehouse.countedAlready, ruleBroken warehouse.recountOther
 */
export async function countLocation(tx: Tx, input: CountedLocation, scanned?: Scanned) {
  await tx.rows(
    sql`update stock_count set state = 'counting', started_at = ${tx.now}, version = version + 1
     where company_id = ${sql.company} and id = ${input.countId} and state = 'open' and kind <> 'full'`,
  );
  const count = await holdCount(tx, input.countId);
  if (count.state === 'open') throw ruleBroken('warehouse.countNotStarted');
  if (count.state !== 'counting')
    throw conflict('document.state', { number: count.number, from: count.state, to: 'counting' });
  const place = await lockPlace(tx, count, input.locationCode);
  await mayCount(tx, count, place);
  await assertNowhereElse(tx, count, place);
  const answered = await readItems(tx, count, input.items);
  const { locationId } = place;
  const requested = { locationId, productIds: count.productIds, scanned, seconds: input.seconds ?? 0 };
  const { bins, moved } = await lockBooks(tx, requested);
  const lines = tally(bins, answered, usualCondition(place.kind));
  const differing = lines.filter((line) => line.expected !== line.counted);
  const act = {
    round: place.round + 1,
    at: scanned?.at ?? tx.now,
    again: differing.some((line) => moved(line.productId)),
  };
  await writeRound(tx, count.id, locationId, act, lines);
  await takeTasks(tx, count, locationId);
  const { left } = await leftOf(tx, count.id);
  return {
    locationId,
    code: place.code,
    round: act.round,
    differences: seesBooks(tx, count) ? differing.length : null,
    again: act.again,
    left,
  };
}

/** The second counter waits here and learns that the location is counted. */
async function lockPlace(tx: Tx, count: Count, code: string): Promise<Place> {
  const [place] = await tx.rows<Place>(
    sql`select p.location_id, l.code, l.kind, p.round, p.again, p.user_id, p.actor
     from location l join count_location p on p.company_id = ${sql.company} and p.count_id = ${count.id} and p.location_id = l.id
     where l.company_id = ${sql.company} and l.warehouse_id = ${count.warehouseId} and l.code = upper(${code.trim()})
     for update of p for no key update of l`,
  );
  if (!place) throw notFound('warehouse.countNotThere', { code });
  return place;
}

async function mayCount(tx: Tx, count: Count, place: Place): Promise<void> {
  if (place.round === 0) return;
  if (!place.again) throw conflict('warehouse.countedAlready', { code: place.code, who: place.actor ?? '' });
  if (place.userId !== tx.actor.userId) return;
  const others = await tx.rows(
    sql`select 1 from user_account u
     join user_button b on b.company_id = ${sql.company} and b.user_id = u.id and b.module_id = 509 and b.button = 'count'
     where u.company_id = ${sql.company} and u.enabled and u.id <> ${tx.actor.userId} and (
       exists (select from user_scope s
         where s.company_id = ${sql.company} and s.user_id = u.id and s.kind = 'warehouse' and s.target_id = ${count.warehouseId})
       or exists (select from department_scope s
         where s.company_id = ${sql.company} and s.department_id = u.department_id and s.kind = 'warehouse' and s.target_id = ${count.warehouseId}))
     limit 1`,
  );
  if (others.length > 0) throw ruleBroken('warehouse.recountOther', { code: place.code });
}

/** Two counts with the same variance would book it twice. Checked under the lock of the location. */
async function assertNowhereElse(tx: Tx, count: Count, place: Place): Promise<void> {
  const [other] = await tx.rows<{ number: string }>(
    sql`select c.number from count_location p join stock_count c on c.company_id = ${sql.company} and c.id = p.count_id
     where p.company_id = ${sql.company} and p.location_id = ${place.locationId} and p.count_id <> ${count.id} and p.round > 0 and c.state in ('counting', 'waiting')
     limit 1`,
  );
  if (other) throw conflict('warehouse.countElsewhere', { code: place.code, number: other.number });
}

async function readItems(tx: Tx, count: Count, items: CountedLocation['items']): Promise<Reply[]> {
  const products = await scannedProducts(tx, [...new Set(items.map((item) => item.code))], count.warehouseId);
  const known = items.map((item) => {
    const product = products.get(item.code);
    if (!product) throw notFound('warehouse.codeUnknown', { code: item.code });
    if (count.productIds && !count.productIds.includes(product.id))
      throw ruleBroken('warehouse.countOther', { sku: product.sku });
    return { ...item, productId: product.id };
  });
  const batches = await batchesOf(
    tx,
    known.map(({ productId, batch }) => ({ productId, code: batch })),
  );
  return known.map(({ productId, condition, quantity, batch }, i) => ({
    productId,
    condition,
    quantity,
    batchId: batch ? (batches[i] ?? 0) : undefined,
  }));
}

type Act = { round: number; at: Date; again: boolean };

async function writeRound(
  tx: Tx,
  countId: number,
  locationId: number,
  { round, at, again }: Act,
  lines: ReturnType<typeof tally>,
): Promise<void> {
  const { userId, name } = tx.actor;
  await tx.rows(
    sql`insert into count_line (company_id, count_id, location_id, round, product_id, batch_id, condition, expected, counted,
       counted_at, user_id, actor)
     select ${sql.company}, ${countId}, ${locationId}, ${round}, r."productId", r."batchId", r.condition, r.expected, r.counted, ${at}, ${userId}, ${name}
     from jsonb_to_recordset(${sql.json(lines)}) as r("productId" bigint, "batchId" bigint, condition text, expected int, counted int) returning 1`,
  );
  // Units moved through nobody's fault, so the same person may recount.
  await tx.rows(
    sql`update count_location set round = ${round}, counted_at = ${at}, user_id = case when ${again} then null else ${userId}::bigint end,
       actor = ${name}, again = ${again}
     where company_id = ${sql.company} and count_id = ${countId} and location_id = ${locationId}`,
  );
}
