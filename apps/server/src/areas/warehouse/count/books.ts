import type { StockCondition } from '@tradewind/contract/stock.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Scanned } from '../scanlog/act.ts';
import { type BookedBin, keyOf } from './tally.ts';

interface Requested {
  locationId: number;
  productIds: readonly number[] | null;
  /** Undefined: now. */
  scanned: Scanned | undefined;
  /** How long the counting took. */
  seconds: number;
}
interface Books {
  bins: BookedBin[];
  /** Units of the product moved during the count, so nobody knows whether they were counted. */
  moved(productId: number): boolean;
}

/**
 * System quantities of a location, under the lock of its bins. For a delayed scan they are those at the time of the
 * scan: later movements are subtracted.
 */
export async function lockBooks(tx: Tx, requested: Requested): Promise<Books> {
  const end = requested.scanned?.at ?? tx.now;
  const begin = new Date(end.getTime() - requested.seconds * 1000);
  const [bins, moves] = await Promise.all([
    lockBins(tx, requested.locationId, requested.productIds),
    requested.scanned || requested.seconds > 0 ? movesSince(tx, requested, begin) : [],
  ]);
  const before = new Map<string, number>();
  for (const move of moves)
    if (requested.scanned && move.at > end && !move.own)
      before.set(keyOf(move), (before.get(keyOf(move)) ?? 0) + move.onHand);
  const meanwhile = new Set(moves.filter((move) => move.at <= end && move.onHand !== 0).map((move) => move.productId));
  return {
    bins: bins.map((bin) => ({ ...bin, onHand: Math.max(0, bin.onHand - (before.get(keyOf(bin)) ?? 0)) })),
    moved: (productId) => moves.length === LOOK_BACK || meanwhile.has(productId),
  };
}

function lockBins(tx: Tx, locationId: number, productIds: readonly number[] | null): Promise<BookedBin[]> {
  return tx.rows<BookedBin & Record<string, unknown>>(
    sql`select b.product_id, b.batch_id, b.condition, b.on_hand,
       (select t.expires_on::text from stock_batch t where t.company_id = ${sql.company} and t.id = b.batch_id) as "expiresOn"
     from bin_stock b where b.company_id = ${sql.company} and b.location_id = ${locationId} and (${productIds}::bigint[] is null or b.product_id = any(${productIds}::bigint[]))
     order by b.location_id, b.product_id, b.condition, b.batch_id for update of b`,
  );
}

type Moved = {
  productId: number;
  batchId: number;
  condition: StockCondition;
  onHand: number;
  at: Date;
  /** Scanned earlier by the same device, however late it was booked. */
  own: boolean;
};

/** Max movements read per location. Beyond it nothing is certain. */
const LOOK_BACK = 5_000;

/** Movements of a location since then. Corrections of other counts moved no units, so they do not count. */
function movesSince(tx: Tx, { locationId, scanned }: Requested, since: Date): Promise<Moved[]> {
  return tx.rows<Moved>(
    sql`select m.product_id, m.batch_id, m.condition,
       case when m.doc_kind = 'count' then 0 else m.on_hand end as "onHand", m.at,
       m.at in (select s.received_at from scan_log s where s.company_id = ${sql.company} and s.device = ${scanned?.device ?? ''} and s.seq between ${scanned?.seq ?? 0}::int - 1000 and ${scanned?.seq ?? 0}::int - 1) as own
     from (select * from stock_movement where company_id = ${sql.company} and location_id = ${locationId} order by id desc limit ${LOOK_BACK}) m
     where m.at > ${since}`,
  );
}
