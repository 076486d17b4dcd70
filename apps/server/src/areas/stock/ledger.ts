import type { StockCondition } from '@tradewind/contract/stock.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { ruleBroken } from '../../core/errors.ts';
import { defineHook } from '../../core/hooks.ts';
import { touch } from './touched.ts';

/**
 * One row of the stock ledger. Quantities are deltas in units of the product. A movement with the same
 * (docKind, docId, docLine, step, warehouseId) is written once: a retry changes nothing.
 */
export interface Move {
  warehouseId: number;
  productId: number;
  /** Required where on_hand changes: units always have a location. */
  locationId?: number;
  condition?: StockCondition;
  /** stock_batch. Empty: no batch. */
  batchId?: number;
  onHand?: number;
  reserved?: number;
  incoming?: number;
  /** Also changes the units allocated to pick lines in that location. Not part of the ledger. */
  allocated?: number;
  reason: string;
  docKind: string;
  docId: number;
  docLine?: number;
  step: string;
}

interface Written {
  warehouseId: number;
  productId: number;
  locationId: number | null;
  condition: string;
  batchId: number;
  onHand: number;
  reserved: number;
  incoming: number;
  docKind: string;
  docId: number;
  docLine: number;
  step: string;
}

const keyOfMove = (m: Pick<Written, 'docKind' | 'docId' | 'docLine' | 'step' | 'warehouseId'>) =>
  `${m.docKind}/${m.docId}/${m.docLine}/${m.step}/${m.warehouseId}`;

/**
 * The one writer of quantities: appends movements and moves the balances beside them, all set-based. Balances are
 * locked in (warehouse, product) order, so that concurrent callers never wait for each other in a circle.
 * @param before what must have ended before balances are locked; the movements are written meanwhile
 * @returns the keys of movements that were new
 * @throws ruleBroken stock.notEnough when a balance would break on_hand >= reserved >= 0
 */
export async function moveStock(tx: Tx, moves: readonly Move[], before?: Promise<unknown>): Promise<Set<string>> {
  if (moves.length === 0) return new Set();
  // Duplicates within one call count once.
  const once = new Map<string, Move>();
  for (const move of moves) {
    const key = keyOfMove({ docLine: 0, ...move });
    if (!once.has(key)) once.set(key, move);
  }
  const writing = tx.rows<Record<string, unknown> & Written>(
    sql`insert into stock_movement (company_id, at, warehouse_id, product_id, location_id, condition, batch_id, on_hand, reserved, incoming,
       reason, doc_kind, doc_id, doc_line, step, user_id, actor)
     select ${sql.company}, ${tx.now}, m."warehouseId", m."productId", m."locationId", coalesce(m.condition, 'good'), coalesce(m."batchId", 0),
       coalesce(m."onHand", 0),
       coalesce(m.reserved, 0), coalesce(m.incoming, 0), m.reason, m."docKind", m."docId", coalesce(m."docLine", 0), m.step, ${tx.actor.userId}, ${tx.actor.name}
     from jsonb_to_recordset(${JSON.stringify([...once.values()])}::jsonb) as m("warehouseId" bigint, "productId" bigint, "locationId" bigint, condition text,
       "batchId" bigint, "onHand" int, reserved int, incoming int, reason text, "docKind" text, "docId" bigint, "docLine" bigint, step text)
     on conflict do nothing
     returning warehouse_id as "warehouseId", product_id as "productId", location_id as "locationId", condition,
       batch_id as "batchId", on_hand as "onHand", reserved, incoming, doc_kind as "docKind", doc_id as "docId", doc_line as "docLine", step`,
  );
  const [written] = await Promise.all([writing, before]);
  const fresh = new Set(written.map(keyOfMove));
  const applied = [...once].flatMap(([key, move]) => (fresh.has(key) ? [move] : []));
  // Both go in one message, balances first: everybody locks in that order.
  await Promise.all([moveBalances(tx, applied), moveBins(tx, applied)]);
  const counted = applied.filter((move) => !isPicked(move)).map((move) => move.productId);
  if (counted.length > 0) touch(tx, counted);
  return fresh;
}

/** Allocated units that move within the warehouse, e.g. a pick. They change no total and no warning. */
const isPicked = (move: Move) =>
  Boolean(move.onHand) && move.onHand === move.allocated && !move.reserved && !move.incoming;

async function moveBalances(tx: Tx, moves: readonly Move[]): Promise<void> {
  const sums = new Map<string, { w: number; p: number; h: number; r: number; i: number }>();
  for (const m of moves) {
    const key = `${m.warehouseId}/${m.productId}`;
    const sum = sums.get(key) ?? { w: m.warehouseId, p: m.productId, h: 0, r: 0, i: 0 };
    // Damaged and returned units cannot be sold: only good stock counts towards the balance.
    if ((m.condition ?? 'good') === 'good') sum.h += m.onHand ?? 0;
    sum.r += m.reserved ?? 0;
    sum.i += m.incoming ?? 0;
    sums.set(key, sum);
  }
  const deltas = [...sums.values()].filter((s) => s.h !== 0 || s.r !== 0 || s.i !== 0);
  if (deltas.length === 0) return;
  await writeBalances(tx, deltas);
  const grown = deltas.filter((d) => d.h > d.r).map((d) => d.p);
  if (grown.length > 0) await availableGrew.call(tx, { productIds: grown });
  if (deltas.some((d) => d.h !== d.r)) await availableChanged.call(tx, {});
}

async function writeBalances(
  tx: Tx,
  deltas: { w: number; p: number; h: number; r: number; i: number }[],
): Promise<void> {
  try {
    const known = await applyBalances(tx, deltas);
    if (known.size === deltas.length) return;
    const missing = deltas.filter((d) => !known.has(`${d.w}/${d.p}`));
    await assertStocked(
      tx,
      missing.map((d) => d.p),
    );
    await tx.rows(
      sql`insert into stock_balance (company_id, warehouse_id, product_id)
       select ${sql.company}, d.w, d.p from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as d(w bigint, p bigint) order by d.w, d.p on conflict do nothing`,
    );
    await applyBalances(tx, missing);
  } catch (error) {
    throw translated(error);
  }
}

/** @throws ruleBroken stock.bundle: a bundle has no stock, its parts have */
async function assertStocked(tx: Tx, productIds: readonly number[]): Promise<void> {
  const bundle = await tx.row<{ sku: string }>(sql`select sku from product
    where company_id = ${sql.company} and id = any(${productIds}::bigint[]) and kind = 'bundle' limit 1`);
  if (bundle) throw ruleBroken('stock.bundle', { sku: bundle.sku });
}

/** Arrays instead of one JSON value: the planner expects few rows from them and uses the index. */
async function applyBalances(
  tx: Tx,
  deltas: { w: number; p: number; h: number; r: number; i: number }[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ w: number; p: number }>(
    sql`with locked as materialized (
       select b.warehouse_id as w, b.product_id as p, d.h, d.r, d.i
       from unnest(${deltas.map((d) => d.w)}::bigint[], ${deltas.map((d) => d.p)}::bigint[], ${deltas.map((d) => d.h)}::int[], ${deltas.map((d) => d.r)}::int[], ${deltas.map((d) => d.i)}::int[]) as d(w, p, h, r, i)
       join stock_balance b on b.company_id = ${sql.company} and b.warehouse_id = d.w and b.product_id = d.p
       order by b.warehouse_id, b.product_id for update of b
     )
     update stock_balance b set on_hand = b.on_hand + l.h, reserved = b.reserved + l.r, incoming = b.incoming + l.i, updated_at = ${tx.now}
     from locked l where b.company_id = ${sql.company} and b.warehouse_id = l.w and b.product_id = l.p
     returning b.warehouse_id as w, b.product_id as p`,
  );
  return new Set(rows.map((row) => `${row.w}/${row.p}`));
}

async function moveBins(tx: Tx, moves: readonly Move[]): Promise<void> {
  const sums = new Map<string, Required<BinDelta>>();
  for (const m of moves) {
    if (m.locationId === undefined) {
      if (m.onHand) throw new Error(`on_hand of ${m.docKind} ${m.docId} moves without a location`);
      continue;
    }
    const condition = m.condition ?? 'good';
    const batchId = m.batchId ?? 0;
    const key = binKey({ ...m, locationId: m.locationId });
    const sum = sums.get(key) ?? {
      locationId: m.locationId,
      productId: m.productId,
      condition,
      batchId,
      warehouseId: m.warehouseId,
      onHand: 0,
      allocated: 0,
    };
    sum.onHand += m.onHand ?? 0;
    sum.allocated += m.allocated ?? 0;
    sums.set(key, sum);
  }
  await applyBins(tx, [...sums.values()]);
}

export interface BinDelta {
  warehouseId: number;
  locationId: number;
  productId: number;
  condition?: string;
  batchId?: number;
  onHand?: number;
  allocated?: number;
}

type Bin = { locationId: number; productId: number; condition?: string; batchId?: number };
const binKey = (bin: Bin) => `${bin.locationId}/${bin.productId}/${bin.condition ?? 'good'}/${bin.batchId ?? 0}`;

/** Allocates bin stock to pick lines (positive) or releases it (negative), without moving anything. */
export async function promiseBins(tx: Tx, deltas: readonly Omit<BinDelta, 'onHand'>[]): Promise<void> {
  const sums = new Map<string, BinDelta>();
  for (const d of deltas) {
    const key = binKey(d);
    const sum = sums.get(key) ?? { ...d, onHand: 0, allocated: 0 };
    sum.allocated = (sum.allocated ?? 0) + (d.allocated ?? 0);
    sums.set(key, sum);
  }
  await applyBins(tx, [...sums.values()]);
}

async function applyBins(tx: Tx, all: BinDelta[]): Promise<void> {
  const deltas = all.filter((d) => d.onHand !== 0 || d.allocated !== 0);
  if (deltas.length === 0) return;
  const apply = (part: BinDelta[]) =>
    tx.rows<{ key: string }>(
      sql`with locked as materialized (
         select b.location_id, b.product_id, b.condition, b.batch_id, d.h, d.a
         from unnest(${part.map((d) => d.locationId)}::bigint[], ${part.map((d) => d.productId)}::bigint[], ${part.map((d) => d.condition ?? 'good')}::text[], ${part.map((d) => d.onHand ?? 0)}::int[], ${part.map((d) => d.allocated ?? 0)}::int[], ${part.map((d) => d.batchId ?? 0)}::bigint[]) as d(l, p, c, h, a, t)
         join bin_stock b on b.company_id = ${sql.company} and b.location_id = d.l and b.product_id = d.p and b.condition = d.c
           and b.batch_id = d.t
         order by b.location_id, b.product_id, b.condition, b.batch_id for update of b
       )
       update bin_stock b set on_hand = b.on_hand + l.h, allocated = b.allocated + l.a
       from locked l where b.company_id = ${sql.company} and b.location_id = l.location_id and b.product_id = l.product_id and b.condition = l.condition
         and b.batch_id = l.batch_id
       returning b.location_id || '/' || b.product_id || '/' || b.condition || '/' || b.batch_id as key`,
    );
  try {
    const known = new Set((await apply(deltas)).map((row) => row.key));
    const missing = deltas.filter((d) => !known.has(binKey(d)));
    if (missing.length === 0) return;
    await assertStocked(
      tx,
      missing.map((d) => d.productId),
    );
    await tx.rows(
      sql`insert into bin_stock (company_id, location_id, product_id, condition, batch_id, warehouse_id)
       select ${sql.company}, d."locationId", d."productId", coalesce(d.condition, 'good'), coalesce(d."batchId", 0), d."warehouseId"
       from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as d("locationId" bigint, "productId" bigint, condition text, "batchId" bigint,
         "warehouseId" bigint)
       order by 2, 3, 4, 5 on conflict do nothing`,
    );
    await apply(missing);
  } catch (error) {
    throw translated(error);
  }
}

const BROKEN: Record<string, string> = {
  stock_balance_never_oversold: 'stock.notEnough',
  bin_stock_never_negative: 'stock.binNotEnough',
};

/** Balances and bins go in one message: either may report the other's violation. */
function translated(error: unknown): unknown {
  const pg = error as { code?: string; constraint?: string; message?: string };
  // What the node of a cluster refuses, comes without the constraint's own field.
  const broken = pg.constraint ?? /check constraint "(\w+)"/.exec(pg.message ?? '')?.[1] ?? '';
  const code = pg.code === '23514' ? BROKEN[broken] : undefined;
  return code ? ruleBroken(code) : error;
}

/** Called in the same transaction when more units become available to allocate. */
export const availableGrew = defineHook<{ productIds: number[] }>();

/** Called in the same transaction when more or fewer units become available to allocate. */
export const availableChanged = defineHook<object>();
