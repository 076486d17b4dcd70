import type { StockCondition } from '@tradewind/contract/stock.ts';
import type { Tx } from '../../../core/database/database.ts';
import { conflict, notFound, ruleBroken } from '../../../core/errors.ts';
import { batchesOf } from '../../stock/public.ts';
import { scannedProducts } from '../fnskus/scanned.ts';
import type { Scanned } from '../scanlog/registry.ts';
import { lockBooks } from './books.ts';
import { type Count, holdCount, leftOf } from './document.ts';
import { seesBooks } from './sees.ts';
import { type Told, tally, usualCondition } from './tally.ts';
import { takeTasks } from './tasks.ts';

export interface CountedLocation {
  countId: number;
  locationCode: string;
  /** How long it took. */
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
 * A location is counted: beside what was found stands what the books say in the second of its scan, read under the lock
 * of its bins, so that later moves do not touch the difference. Freezes nothing; what differs and moved while it was
 * counted is to be counted again.
 * @param scanned when and by which device; now without it
 * @throws conflict warehouse.countedAlready, ruleBroken warehouse.recountOther
 */
export async function countLocation(tx: Tx, input: CountedLocation, scanned?: Scanned) {
  await tx.prepared(
    'count_begins',
    `update stock_count set state = 'counting', started_at = $3, version = version + 1
     where company_id = $1 and id = $2 and state = 'open' and kind <> 'full'`,
    [tx.companyId, input.countId, tx.now],
  );
  const count = await holdCount(tx, input.countId);
  if (count.state === 'open') throw ruleBroken('warehouse.countNotStarted');
  if (count.state !== 'counting')
    throw conflict('document.state', { number: count.number, from: count.state, to: 'counting' });
  const place = await lockPlace(tx, count, input.locationCode);
  await mayCount(tx, count, place);
  await assertNowhereElse(tx, count, place);
  const told = await readItems(tx, count, input.items);
  const { locationId } = place;
  const asked = { locationId, productIds: count.productIds, scanned, seconds: input.seconds ?? 0 };
  const { bins, moved } = await lockBooks(tx, asked);
  const lines = tally(bins, told, usualCondition(place.kind));
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

/** Whoever comes second waits here and hears that it is done. */
async function lockPlace(tx: Tx, count: Count, code: string): Promise<Place> {
  const [place] = await tx.prepared<Place>(
    'count_place_lock',
    `select p.location_id as "locationId", l.code, l.kind, p.round, p.again, p.user_id as "userId", p.actor
     from location l join count_location p on p.company_id = $1 and p.count_id = $2 and p.location_id = l.id
     where l.company_id = $1 and l.warehouse_id = $3 and l.code = upper($4)
     for update of p for no key update of l`,
    [tx.companyId, count.id, count.warehouseId, code.trim()],
  );
  if (!place) throw notFound('warehouse.countNotThere', { code });
  return place;
}

async function mayCount(tx: Tx, count: Count, place: Place): Promise<void> {
  if (place.round === 0) return;
  if (!place.again) throw conflict('warehouse.countedAlready', { code: place.code, who: place.actor ?? '' });
  if (place.userId !== tx.actor.userId) return;
  const others = await tx.prepared(
    'count_other_counters',
    `select 1 from user_account u
     join user_button b on b.company_id = $1 and b.user_id = u.id and b.module_id = 509 and b.button = 'count'
     where u.company_id = $1 and u.enabled and u.id <> $2 and (
       exists (select from user_scope s
         where s.company_id = $1 and s.user_id = u.id and s.kind = 'warehouse' and s.target_id = $3)
       or exists (select from department_scope s
         where s.company_id = $1 and s.department_id = u.department_id and s.kind = 'warehouse' and s.target_id = $3))
     limit 1`,
    [tx.companyId, tx.actor.userId, count.warehouseId],
  );
  if (others.length > 0) throw ruleBroken('warehouse.recountOther', { code: place.code });
}

/** Two documents that found the same difference would book it twice. Looked at under the lock of the location. */
async function assertNowhereElse(tx: Tx, count: Count, place: Place): Promise<void> {
  const [other] = await tx.prepared<{ number: string }>(
    'count_elsewhere',
    `select c.number from count_location p join stock_count c on c.company_id = $1 and c.id = p.count_id
     where p.company_id = $1 and p.location_id = $2 and p.count_id <> $3 and p.round > 0 and c.state in ('counting', 'waiting')
     limit 1`,
    [tx.companyId, place.locationId, count.id],
  );
  if (other) throw conflict('warehouse.countElsewhere', { code: place.code, number: other.number });
}

async function readItems(tx: Tx, count: Count, items: CountedLocation['items']): Promise<Told[]> {
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
  const who = [at, tx.actor.userId, tx.actor.name];
  await tx.prepared(
    'count_lines_write',
    `insert into count_line (company_id, count_id, location_id, round, product_id, batch_id, condition, expected, counted,
       counted_at, user_id, actor)
     select $1, $2, $3, $4, r."productId", r."batchId", r.condition, r.expected, r.counted, $6, $7, $8
     from jsonb_to_recordset($5::jsonb) as r("productId" bigint, "batchId" bigint, condition text, expected int, counted int)`,
    [tx.companyId, countId, locationId, round, JSON.stringify(lines), ...who],
  );
  // Nobody is to blame for what moved meanwhile: whoever counted may count again.
  await tx.prepared(
    'count_place_done',
    `update count_location set round = $4, counted_at = $5, user_id = case when $8 then null else $6::bigint end, actor = $7, again = $8
     where company_id = $1 and count_id = $2 and location_id = $3`,
    [tx.companyId, countId, locationId, round, ...who, again],
  );
}
