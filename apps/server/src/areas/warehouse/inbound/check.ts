import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound, ruleBroken } from '../../../core/errors.ts';
import { lastCosts, type Move, moveStock, receiveLayers } from '../../stock/public.ts';
import { keepBackArrived } from '../batches/hold.ts';
import { finishInbound } from './close.ts';
import { lostUnits, reportLost } from './lost.ts';
import { enterInbound, type InboundRow, lockInbound, placesOf } from './receive.ts';
import { inboundOfReceipt } from './undo.ts';

/** One receipt, or all unchecked units of a line and batch. */
export interface ToBeChecked {
  receiptId?: number | undefined;
  lineId?: number | undefined;
  batchId?: number | undefined;
}
export interface CheckedGoods extends ToBeChecked {
  passed: number;
  failed: number;
  reason: string;
}

/** The inbound order of the units. @throws notFound, badField if neither is named */
export async function inboundOfCheck(tx: Tx, { receiptId, lineId }: ToBeChecked): Promise<number> {
  if (receiptId !== undefined) return inboundOfReceipt(tx, receiptId);
  if (lineId === undefined) throw badField('lineId', 'core.required');
  const [row] = await tx.rows<{ id: number }>(
    sql`select inbound_id as id from inbound_line where company_id = ${sql.company} and id = ${lineId}`,
  );
  if (!row) throw notFound('warehouse.inboundLineNotFound');
  return row.id;
}

type ToCheck = {
  id: number;
  lineId: number;
  productId: number;
  batchId: number;
  locationId: number;
  unchecked: number;
  waits: boolean;
  unitCost: string | null;
};
type Checked = ToCheck & { passed: number; failed: number };

/**
 * Books a quality check. Passed units become good where they are, at their line's cost. Failed units move to the
 * location for damaged stock. A check may cover a part, of several receipts the oldest first.
 * @throws conflict warehouse.checkMore when fewer units are on QC hold
 */
export async function checkReceipt(tx: Tx, found: CheckedGoods): Promise<{ unchecked: number }> {
  const { passed, failed, reason } = found;
  if (passed + failed === 0) throw badField('passed', 'warehouse.checkNothing');
  if (failed > 0 && reason.trim() === '') throw badField('reason', 'warehouse.checkReason');
  const inbound = await lockInbound(tx, await inboundOfCheck(tx, found));
  await enterInbound(tx, inbound);
  const waiting = await toCheck(tx, inbound.id, found);
  const left = waiting.reduce((sum, one) => sum + one.unchecked, 0) - passed - failed;
  if (left < 0) throw conflict('warehouse.checkMore', { left: left + passed + failed });
  const checked = shareOut(waiting, passed, failed);
  const lost = inbound.state === 'received' ? await lostUnits(tx, inbound.id) : undefined;
  const checkIds = await writeChecks(tx, inbound.id, checked, reason);
  await bookChecks(tx, inbound, checked, checkIds);
  await countChecks(tx, inbound.id, checked);
  if (lost) await reportLost(tx, inbound, `lost:check:${checkIds[0]}`, lost);
  writeHistory(tx, [
    { docKind: 'inbound', docId: inbound.id, event: 'checked', detail: { passed, failed, ...(reason && { reason }) } },
  ]);
  await finishInbound(tx, inbound.id);
  return { unchecked: left };
}

function toCheck(tx: Tx, inboundId: number, { receiptId, lineId, batchId }: ToBeChecked): Promise<ToCheck[]> {
  return tx.rows<ToCheck>(
    sql`select r.id, r.line_id, r.product_id, r.batch_id, r.location_id,
       r.quantity - r.passed - r.failed as unchecked, p.kind = 'receiving' as waits, l.unit_cost::text as "unitCost"
     from inbound_receipt r join inbound_line l on l.company_id = ${sql.company} and l.id = r.line_id
     join location p on p.company_id = ${sql.company} and p.id = r.location_id
     where r.company_id = ${sql.company} and r.inbound_id = ${inboundId} and (${receiptId ?? null}::bigint is null or r.id = ${receiptId ?? null}::bigint) and (${lineId ?? null}::bigint is null or r.line_id = ${lineId ?? null}::bigint)
       and (${batchId ?? null}::bigint is null or r.batch_id = ${batchId ?? null}::bigint) and r.condition = 'checking' and r.undone_at is null
       and r.quantity > r.passed + r.failed order by r.id`,
  );
}

function shareOut(waiting: readonly ToCheck[], passed: number, failed: number): Checked[] {
  let good = passed;
  let bad = failed;
  return waiting.flatMap((one) => {
    const passes = Math.min(good, one.unchecked);
    const fails = Math.min(bad, one.unchecked - passes);
    good -= passes;
    bad -= fails;
    return passes + fails > 0 ? [{ ...one, passed: passes, failed: fails }] : [];
  });
}

/** @returns the ids of the checks, in order */
async function writeChecks(tx: Tx, inboundId: number, checked: readonly Checked[], reason: string): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`insert into inbound_check (company_id, inbound_id, receipt_id, passed, failed, reason, at, actor)
     select ${sql.company}, ${inboundId}, r.id, r.passed, r.failed, ${reason.trim()}, ${tx.now}, ${tx.actor.name}
     from unnest(${checked.map((one) => one.id)}::bigint[], ${checked.map((one) => one.passed)}::int[], ${checked.map((one) => one.failed)}::int[]) with ordinality as r(id, passed, failed, n) order by r.n returning id`,
  );
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

async function bookChecks(
  tx: Tx,
  { id: docId, warehouseId }: InboundRow,
  checked: readonly Checked[],
  checkIds: readonly number[],
): Promise<void> {
  const damaged = checked.some((one) => one.failed > 0) ? (await placesOf(tx, warehouseId)).get('damaged') : undefined;
  const about = (one: Checked, i: number) => {
    const docLine = checkIds[i] ?? 0;
    return { warehouseId, productId: one.productId, docKind: 'inbound_check', docId, docLine };
  };
  const moves = checked.flatMap((one, i): Move[] => {
    const { batchId, locationId, passed, failed } = one;
    const goods = { ...about(one, i), batchId, reason: 'checked' };
    const made: Move[] = [{ ...goods, locationId, condition: 'checking', onHand: -passed - failed, step: 'out' }];
    if (passed > 0) made.push({ ...goods, locationId, condition: 'good', onHand: passed, step: 'passed' });
    if (failed === 0) return made;
    if (!damaged) throw ruleBroken('warehouse.noReceivingLocation');
    return [...made, { ...goods, locationId: damaged.id, condition: 'damaged', onHand: failed, step: 'failed' }];
  });
  await moveStock(tx, moves);
  const good = checked.flatMap((one, i) => (one.passed > 0 ? [{ one, about: about(one, i) }] : []));
  if (good.length === 0) return;
  const last = await lastCosts(
    tx,
    [...new Set(good.map(({ one }) => one.productId))].map((p) => ({ w: warehouseId, p })),
  );
  await receiveLayers(
    tx,
    good.map(({ one, about: layer }) => ({
      ...layer,
      quantity: one.passed,
      unitCost: one.unitCost ?? last.get(`${warehouseId}/${one.productId}`) ?? '0',
    })),
  );
  await keepBackArrived(
    tx,
    warehouseId,
    good.map(({ one }) => one),
  );
}

async function countChecks(tx: Tx, inboundId: number, checked: readonly Checked[]): Promise<void> {
  const passed = checked.map((one) => one.passed);
  const failed = checked.map((one) => one.failed);
  const ids = checked.map((one) => one.id);
  await tx.rows(
    sql`update inbound_receipt r set passed = r.passed + c.passed, failed = r.failed + c.failed, steps = r.steps + 1
     from unnest(${ids}::bigint[], ${passed}::int[], ${failed}::int[]) as c(id, passed, failed) where r.company_id = ${sql.company} and r.id = any(${ids}::bigint[]) and r.id = c.id`,
  );
  const lineIds = checked.map((one) => one.lineId);
  await tx.rows(
    sql`update inbound_line l set damaged = l.damaged + c.n
     from (select id, sum(n)::int as n from unnest(${lineIds}::bigint[], ${failed}::int[]) as x(id, n) group by id) c
     where l.company_id = ${sql.company} and l.id = any(${lineIds}::bigint[]) and l.id = c.id`,
  );
  const toPutAway = checked.reduce((sum, one) => sum + (one.waits ? one.passed : 0), 0);
  await tx.rows(
    sql`update inbound set units_to_put_away = units_to_put_away + ${toPutAway}, version = version + 1 where company_id = ${sql.company} and id = ${inboundId}`,
  );
}
