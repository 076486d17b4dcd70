import {
  FBA_STEPS,
  type FbaAct,
  type FbaState,
  fbaMay,
  LEG_STEPS,
  type LegState,
} from '@tradewind/contract/transit.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { assertMove, defineDocument, writeHistory } from '../../core/documents.ts';
import { conflict, notFound } from '../../core/errors.ts';
import { inShops, inWarehouses } from '../../core/scope.ts';
import { followDocument } from '../procurement/public.ts';
import { defineHolder, defineMovementDocument } from '../stock/public.ts';

export const fbaDocument = defineDocument<FbaState>({
  kind: 'fba_shipment',
  prefix: 'FBA',
  transitions: FBA_STEPS,
});
export const legDocument = defineDocument<LegState>({
  kind: 'transit_leg',
  prefix: 'TR',
  transitions: LEG_STEPS,
});
export const caseDocument = { kind: 'fba_case', prefix: 'FC' };
defineMovementDocument(fbaDocument.kind, 'fba_shipment');
defineMovementDocument(legDocument.kind, 'transit_leg');
defineHolder({
  kind: 'fba',
  docKind: fbaDocument.kind,
  rows: sql`select f.company_id, f.warehouse_id, l.product_id, f.id as doc_id, f.number, f.state, l.quantity * l.factor as quantity
    from fba_shipment f join fba_line l on l.company_id = f.company_id and l.shipment_id = f.id where f.held`,
});
defineHolder({
  kind: 'transit',
  docKind: legDocument.kind,
  rows: sql`select g.company_id, g.from_warehouse_id as warehouse_id, l.product_id, g.id as doc_id, g.number, g.state, l.quantity
    from transit_leg g join transit_leg_line l on l.company_id = g.company_id and l.leg_id = g.id where g.held`,
});

export type FbaStep = '' | 'plan' | 'pack' | 'place' | 'transport' | 'track' | 'cancel';
export interface Fba {
  id: number;
  number: string;
  state: FbaState;
  shopId: number;
  marketplaceId: string;
  warehouseId: number;
  name: string;
  step: FbaStep;
  stepAt: number;
  operationId: string | null;
  stepError: string | null;
  planId: string | null;
  placementId: string | null;
  readyOn: string | null;
  held: boolean;
  version: number;
}
export const FBA = sql`f.id, f.number, f.state, f.shop_id, f.marketplace_id,
  f.warehouse_id, f.name, f.step, f.step_at, f.operation_id,
  f.step_error, f.plan_id, f.placement_id, f.ready_on::text as "readyOn",
  f.held, f.version`;

/** For events of the goods, without a scope check; users go through `holdFba`. */
export const lockFba = (tx: Tx, id: number): Promise<Fba | undefined> =>
  tx.row<Fba>(sql`select ${FBA} from fba_shipment f where f.company_id = ${sql.company} and f.id = ${id} for update`);

/** Locks the shipment until the transaction ends. @throws notFound transit.notFound */
export async function holdFba(tx: Tx, id: number): Promise<Fba> {
  const row =
    await tx.row<Fba>(sql`select ${FBA} from fba_shipment f where f.company_id = ${sql.company} and f.id = ${id}
    and ${inShops(tx, sql`f.shop_id`)} and ${inWarehouses(tx, sql`f.warehouse_id`)} for update`);
  if (!row) throw notFound('transit.notFound');
  return row;
}

/** The same for a user's action: refuses it while Amazon processes a step, or when the last step failed. */
export async function holdIdle(tx: Tx, id: number, act: FbaAct): Promise<Fba> {
  const held = await holdFba(tx, id);
  if (held.step !== '')
    throw conflict(held.stepError === null ? 'transit.busy' : 'transit.stopped', { number: held.number });
  if (!fbaMay(act, held)) throw conflict('document.state', { number: held.number, from: held.state, to: act });
  return held;
}

/** The only writer of a shipment's status; ends the current step. */
export async function moveFba(
  tx: Tx,
  held: Pick<Fba, 'id' | 'number' | 'state'>,
  to: FbaState,
  detail = {},
): Promise<void> {
  assertMove(fbaDocument, held.state, to, held.number);
  await tx.rows(sql`update fba_shipment set state = ${to}, step = '', step_at = 0, operation_id = null, step_error = null,
      shipped_at = case when ${to} = 'shipped' then ${tx.now} else shipped_at end,
      closed_at = case when ${to} in ('closed', 'cancelled') then ${tx.now} else closed_at end, version = version + 1
    where company_id = ${sql.company} and id = ${held.id}`);
  writeHistory(tx, [
    { docKind: fbaDocument.kind, docId: held.id, event: 'moved', fromState: held.state, toState: to, detail },
  ]);
  if (to === 'shipped' || to === 'cancelled')
    await followDocument(tx, { docKind: fbaDocument.kind, docId: held.id, to });
}

export interface Leg {
  id: number;
  number: string;
  state: LegState;
  fromWarehouseId: number | null;
  warehouseId: number;
  supplier: string;
  etaOn: string | null;
  forwarder: string;
  container: string;
  trackingNumber: string;
  held: boolean;
  inboundId: number | null;
  version: number;
}

/** For events of the goods, without a scope check; users go through `holdLeg`. @throws notFound transit.legNotFound */
export async function lockLeg(tx: Tx, id: number): Promise<Leg> {
  const row = await tx.row<Leg>(sql`select id, number, state, from_warehouse_id,
      warehouse_id, supplier, eta_on::text as "etaOn", forwarder, container,
      tracking_number, held, inbound_id, version
    from transit_leg where company_id = ${sql.company} and id = ${id} for update`);
  if (!row) throw notFound('transit.legNotFound');
  return row;
}

/** For users who see both ends; the receiver needs only the destination. @throws notFound transit.legNotFound */
export async function holdLeg(tx: Tx, id: number, by: 'both' | 'receiver' = 'both'): Promise<Leg> {
  const held = await lockLeg(tx, id);
  const { warehouseIds } = tx.rights;
  const sees = (end: number | null) => end === null || warehouseIds === null || warehouseIds.includes(end);
  if (!sees(held.warehouseId) || !(by === 'receiver' || sees(held.fromWarehouseId)))
    throw notFound('transit.legNotFound');
  return held;
}

export async function moveLegState(tx: Tx, held: Pick<Leg, 'id' | 'number' | 'state'>, to: LegState): Promise<void> {
  assertMove(legDocument, held.state, to, held.number);
  await tx.rows(sql`update transit_leg set state = ${to}, held = held and ${to} not in ('shipped', 'cancelled'),
      version = version + 1
    where company_id = ${sql.company} and id = ${held.id}`);
  writeHistory(tx, [{ docKind: legDocument.kind, docId: held.id, event: 'moved', fromState: held.state, toState: to }]);
  if (to === 'shipped' || to === 'cancelled')
    await followDocument(tx, { docKind: legDocument.kind, docId: held.id, to });
}
