import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { ruleBroken } from '../../../core/errors.ts';
import { promiseBins } from '../../stock/public.ts';
import { wantCounts } from '../count/tasks.ts';
import { lockBalancesOfOutbounds, openGates } from '../locks.ts';
import { cancelOutbounds } from '../outbound/cancel.ts';
import { allocate } from './allocate.ts';
import { lockFreeBins, writePickLines } from './create.ts';
import { lockPickLines, type PickRow } from './pick-lines.ts';
import { rerouteWave } from './route.ts';

export interface ShortPick {
  /**
   * True: the missing units were allocated from other bins, as new pick tasks of the wave. False: the outbound order
   * was cancelled.
   */
  refilled: boolean;
  outboundId: number;
}

/**
 * Records a short pick. The missing units are allocated from another bin. If there is none, the outbound order is
 * cancelled as `short`, so that its order becomes an exception for a person. The bin gets a count task.
 */
export async function shortPick(tx: Tx, pickLineId: number, reason: string): Promise<ShortPick> {
  const [row] = await lockPickLines(tx, [pickLineId]);
  if (row?.state !== 'open' || row.outboundState !== 'picking') throw ruleBroken('warehouse.pickNotOpen');
  const gate = (await openGates(tx, [row.warehouseId])).get(row.warehouseId);
  if (gate?.counting) throw ruleBroken('warehouse.counting', { warehouse: gate.name });
  await lockBalancesOfOutbounds(tx, [row.outboundId]);
  const missing = row.quantity - row.picked;
  await tx.rows(
    sql`update pick_line set state = 'short', picked_by = ${tx.actor.name}, picked_at = ${tx.now} where company_id = ${sql.company} and id = ${row.id}`,
  );
  writeHistory(tx, [askForCount(row, missing, reason)]);
  const { locationId } = row;
  wantCounts(tx, [
    {
      warehouseId: row.warehouseId,
      locationId,
      productId: row.productId,
      reason: 'short',
      weight: missing,
      detail: { reason },
    },
  ]);
  const bins = await lockFreeBins(tx, row.warehouseId, [row]);
  const need = { ...row, quantity: missing };
  const { picks } = allocate(
    [need],
    bins.filter((bin) => bin.locationId !== row.locationId),
  );
  const { warehouseId, productId, outboundId } = row;
  await promiseBins(tx, [
    { warehouseId, productId, locationId: row.locationId, batchId: row.batchId, allocated: -missing },
    ...picks.map(({ locationId, batchId, quantity }) => ({
      warehouseId,
      productId,
      locationId,
      batchId,
      allocated: quantity,
    })),
  ]);
  if (picks.length > 0) {
    writePickLines(
      tx,
      picks.map((p) => ({ ...p, waveId: row.waveId })),
    );
    await rerouteWave(tx, row.waveId);
  } else await cancelOutbounds(tx, [outboundId], 'short', { remark: reason });
  return { refilled: picks.length > 0, outboundId };
}

function askForCount(row: PickRow, missing: number, reason: string) {
  return {
    docKind: 'location',
    docId: row.locationId,
    event: 'countWanted',
    detail: { productId: row.productId, missing, reason, outboundId: row.outboundId },
  };
}
