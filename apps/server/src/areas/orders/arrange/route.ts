import { ORDER_ACTIONS } from '@tradewind/contract/orders.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, type Fail } from '../../../core/errors.ts';
import type { BulkResult, Selection } from '../actions/bulk.ts';
import { requestReservation } from '../reserve/reserve.ts';
import { wayRefusals } from '../reserve/ships-from.ts';
import type { Status } from '../status.ts';
import { type UndoRow, undoable } from '../undo/record.ts';
import type { ValueRow } from '../undo/values.ts';
import { lockBoxes } from './box.ts';
import { giveBack } from './split.ts';

interface Place {
  warehouseId: number | null;
  channelId: number | null;
}

export interface RouteRow extends UndoRow {
  from: Status;
  before: Place;
  after: Place;
}

/**
 * Sets the warehouse or channel of orders. Releases allocated stock and allocates it again there. Orders in one box
 * move together.
 */
export async function route(
  app: App,
  ctx: Ctx,
  selection: Selection,
  desired: { warehouseId?: number | null | undefined; channelId?: number | null | undefined },
): Promise<BulkResult> {
  await app.database.look(ctx, (tx) => assertPlace(tx, desired));
  const refusals = new Map<number, Fail>();
  return undoable(
    app,
    ctx,
    selection,
    'route',
    async (tx, ids) => {
      const boxes = await lockBoxes(tx, ids);
      const rows = await placesNow(tx, [...boxes.keys()]);
      const routed = rows.map((row): RouteRow => {
        const before = { warehouseId: row.warehouseId, channelId: row.channelId };
        const after = {
          warehouseId: desired.warehouseId === undefined ? before.warehouseId : desired.warehouseId,
          channelId: desired.channelId === undefined ? before.channelId : desired.channelId,
        };
        return { id: row.id, from: row.status, before, after };
      });
      const refusalOf = await wayRefusals(
        tx,
        routed.map((row) => row.after),
      );
      for (const { id, after } of routed) {
        const refused = refusalOf(after);
        if (refused) refusals.set(id, refused);
      }
      // Orders in one box stay together.
      const stuck = new Set(rows.flatMap(({ id }) => (refusals.has(id) ? boxes.get(id) : [])));
      const changed = routed.filter(({ id }) => !stuck.has(boxes.get(id)));
      await giveBack(
        tx,
        changed.map((row) => row.id),
        'routed',
      );
      await setRoutes(
        tx,
        changed.map((row) => ({ id: row.id, ...row.after })),
      );
      writeHistory(
        tx,
        changed.map(({ id, after }) => ({ docKind: 'sales_order', docId: id, event: 'routed', detail: { ...after } })),
      );
      if (changed.length > 0) await requestReservation(tx);
      return changed;
    },
    (id) => refusals.get(id) ?? 'orders.state',
  );
}

/** Orders whose route can still change. */
function placesNow(tx: Tx, ids: readonly number[]) {
  return tx.rows<Place & { id: number; status: Status }>(
    sql`select id, status, warehouse_id as "warehouseId", channel_id as "channelId" from sales_order
     where company_id = ${sql.company} and id = any(${ids}::bigint[]) and status = any(${ORDER_ACTIONS.arrange}::text[]) and exception is distinct from 'label'
       and fulfilled_by = 'seller' order by id`,
  );
}

export async function setRoutes(tx: Tx, rows: readonly (Place & { id: number })[]): Promise<void> {
  await tx.rows(
    sql`update sales_order o set warehouse_id = r."warehouseId", channel_id = r."channelId", version = o.version + 1
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, "warehouseId" bigint, "channelId" bigint)
     where o.company_id = ${sql.company} and o.id = r.id`,
  );
}

async function assertPlace(
  tx: Tx,
  { warehouseId, channelId }: { warehouseId?: number | null | undefined; channelId?: number | null | undefined },
): Promise<void> {
  if (warehouseId === undefined && channelId === undefined) throw badField('warehouseId', 'core.required');
  const [known] = await tx.rows<{ warehouse: boolean; channel: boolean }>(
    sql`select exists (select from warehouse where company_id = ${sql.company} and id = ${warehouseId ?? null} and enabled and kind <> 'platform') as warehouse,
       exists (select from shipping_channel where company_id = ${sql.company} and id = ${channelId ?? null} and enabled) as channel`,
  );
  if (typeof warehouseId === 'number' && !known?.warehouse) throw badField('warehouseId', 'orders.warehouseGone');
  if (typeof channelId === 'number' && !known?.channel) throw badField('channelId', 'orders.channelGone');
}

/** Sets which orders get stock first when it is short. */
export function prioritise(app: App, ctx: Ctx, selection: Selection, priority: number): Promise<BulkResult> {
  return undoable(app, ctx, selection, 'priority', async (tx, ids) => {
    const rows = await tx.rows<ValueRow<number> & Record<string, unknown>>(
      sql`with old as materialized (
         select id, priority from sales_order where company_id = ${sql.company} and id = any(${ids}::bigint[])
           and status in ('unpaid', 'review', 'allocate', 'ready', 'exception', 'held') order by id for update)
       update sales_order o set priority = ${priority}, version = o.version + 1 from old where o.company_id = ${sql.company} and o.id = old.id
       returning o.id, old.priority as before, o.priority as after`,
    );
    writeHistory(
      tx,
      rows.map(({ id }) => ({ docKind: 'sales_order', docId: id, event: 'prioritised', detail: { priority } })),
    );
    if (rows.length > 0) await requestReservation(tx);
    return rows;
  });
}
