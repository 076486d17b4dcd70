import type { InputOf, ResultOf } from '@tradewind/contract/call.ts';
import type { addInbound, editInbound as editCall } from '@tradewind/contract/warehouse.ts';
import { inboundMay } from '@tradewind/contract/warehouse.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { lastChange, mayMove, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { productFacts } from '../../catalog/public.ts';
import { moveStock } from '../../stock/public.ts';
import { inboundKind } from '../states.ts';
import { assertByHand, refusedByHand } from './by-hand.ts';
import { cancelInbound, closeInbound } from './close.ts';
import { addLines, createInbound } from './create.ts';
import type { Received } from './expected.ts';
import { assertExpiry } from './expiry.ts';
import { inbounds } from './list.ts';
import { type InboundRow, lockInbound, lockInbounds, receiveInbound } from './receive.ts';

type Input<C extends { input: { _zod: { output: unknown } } }> = C['input']['_zod']['output'];

/** @throws notFound, badField if the warehouse or a product does not exist */
export async function addByHand(tx: Tx, input: Input<typeof addInbound>): Promise<ResultOf<typeof addInbound>> {
  await assertWarehouse(tx, input.warehouseId);
  await assertProducts(tx, input.lines);
  const codes = input.cartons.map((carton) => carton.code.toUpperCase());
  const twice = codes.findIndex((code, i) => codes.indexOf(code) !== i);
  if (twice >= 0) throw badField(`cartons.${twice}.code`, 'warehouse.cartonTwice');
  const made = await createInbound(tx, {
    warehouseId: input.warehouseId,
    ...headOf(input),
    kind: input.kind,
    lines: input.lines.map(({ productId, quantity, unitCost }) => ({
      productId,
      quantity,
      unitCost: unitCost ?? undefined,
    })),
    cartons: input.cartons,
  });
  await remarkLines(tx, made.id, input.lines);
  return made;
}

function headOf(
  input: Pick<InputOf<typeof editCall>, 'reference' | 'carrier' | 'trackingNumber' | 'qualityCheck' | 'remark'> & {
    expectedOn?: string | null | undefined;
  },
) {
  return {
    reference: input.reference ?? '',
    carrier: input.carrier ?? '',
    trackingNumber: input.trackingNumber ?? '',
    expectedOn: input.expectedOn ?? undefined,
    qualityCheck: input.qualityCheck ?? false,
    remark: input.remark ?? '',
  };
}

async function remarkLines(tx: Tx, inboundId: number, lines: readonly { remark: string }[]): Promise<void> {
  if (lines.every((line) => line.remark === '')) return;
  await tx.rows(
    sql`update inbound_line l set remark = r.remark from (
       select id, (${lines.map((line) => line.remark)}::text[])[row_number() over (order by id)] as remark from inbound_line where company_id = ${sql.company} and inbound_id = ${inboundId}
     ) r where l.company_id = ${sql.company} and l.id = r.id`,
  );
}

async function assertWarehouse(tx: Tx, id: number): Promise<void> {
  const [row] = await tx.rows<{ enabled: boolean }>(
    sql`select enabled from warehouse where company_id = ${sql.company} and id = ${id} and (${tx.rights.warehouseIds}::bigint[] is null or id = any(${tx.rights.warehouseIds}::bigint[]))`,
  );
  if (!row) throw notFound('warehouse.notFound');
  if (!row.enabled) throw badField('warehouseId', 'warehouse.houseDisabled');
}

async function assertProducts(tx: Tx, lines: readonly { productId: number }[]): Promise<void> {
  const known = await productFacts(
    tx,
    lines.map((line) => line.productId),
  );
  const at = lines.findIndex((line) => !known.has(line.productId));
  if (at >= 0) throw badField(`lines.${at}.productId`, 'stock.noProduct');
}

/**
 * Edits an ASN. With a source document its kind and lines stay, at a provider its lines stay.
 * @throws conflict warehouse.inboundBegun, core.stale, or the reason why a provider receives it
 */
export async function editInbound(tx: Tx, input: Input<typeof editCall>): Promise<void> {
  const observed = await inbounds.one(tx, input.id);
  const inbound = await lockInbound(tx, input.id);
  if (!inboundMay('edit', inbound)) throw conflict('warehouse.inboundBegun', { number: inbound.number });
  const own = inbound.sourceKind === null;
  if (!own && input.lines) throw conflict('warehouse.inboundOfSource', { source: observed.sourceNo });
  if (input.lines) await assertByHand(tx, inbound);
  const changed = await tx.rows(
    sql`update inbound set kind = ${own ? input.kind : inbound.kind}, reference = ${input.reference}, carrier = ${input.carrier}, tracking_number = upper(${input.trackingNumber}), expected_on = ${input.expectedOn ?? null}, quality_check = ${input.qualityCheck},
       remark = ${input.remark}, version = version + 1 where company_id = ${sql.company} and id = ${input.id} and version = ${input.version} returning 1`,
  );
  if (changed.length === 0) throw conflict('core.stale', await lastChange(tx, 'inbound', input.id));
  if (input.lines) await editLines(tx, inbound, input.lines, `edit:${input.version}`);
  writeHistory(tx, [{ docKind: 'inbound', docId: input.id, event: 'edited' }]);
}

type InputLine = NonNullable<Input<typeof editCall>['lines']>[number];
type Kept = { id: number; productId: number; expected: number; inCarton: boolean };

async function editLines(tx: Tx, inbound: InboundRow, lines: readonly InputLine[], step: string): Promise<void> {
  await assertProducts(tx, lines);
  const before = await tx.rows<Kept>(
    sql`select l.id, l.product_id, l.expected, exists (select 1 from inbound_carton c, jsonb_array_elements(c.contents) x
       where c.company_id = ${sql.company} and c.inbound_id = ${inbound.id} and (x.value->>'lineId')::bigint = l.id) as "inCarton"
     from inbound_line l where l.company_id = ${sql.company} and l.inbound_id = ${inbound.id} order by l.id`,
  );
  const kept = new Map(lines.flatMap((line) => (line.id ? [[line.id, line] as const] : [])));
  for (const line of before)
    if (line.inCarton && kept.get(line.id)?.productId !== line.productId) throw conflict('warehouse.lineInCarton');
  const gone = before.filter((line) => kept.get(line.id)?.productId !== line.productId);
  const fresh = lines.filter((line) => !before.some((one) => one.id === line.id && one.productId === line.productId));
  const ids = await addLines(
    tx,
    inbound.id,
    fresh.map(({ productId, quantity, unitCost }) => ({ productId, quantity, unitCost: unitCost ?? undefined })),
  );
  const stay = before.flatMap((line) => {
    const now = kept.get(line.id);
    return now && now.productId === line.productId ? [{ ...now, id: line.id, more: now.quantity - line.expected }] : [];
  });
  const move = (docLine: number, productId: number, incoming: number) =>
    incoming === 0
      ? []
      : [
          {
            warehouseId: inbound.warehouseId,
            productId,
            incoming,
            reason: incoming > 0 ? 'announced' : 'givenUp',
            docKind: 'inbound',
            docId: inbound.id,
            docLine,
            step,
          },
        ];
  await moveStock(tx, [
    ...gone.flatMap((line) => move(line.id, line.productId, -line.expected)),
    ...stay.flatMap((line) => move(line.id, line.productId, line.more)),
    ...fresh.flatMap((line, i) => move(ids[i] ?? 0, line.productId, line.quantity)),
  ]);
  await writeLines(tx, inbound.id, gone, [...stay, ...fresh.map((line, i) => ({ ...line, id: ids[i] ?? 0 }))]);
}

async function writeLines(
  tx: Tx,
  inboundId: number,
  gone: readonly Kept[],
  lines: readonly (Omit<InputLine, 'id'> & { id: number })[],
): Promise<void> {
  await tx.rows(
    sql`delete from inbound_line where company_id = ${sql.company} and id = any(${gone.map((line) => line.id)}::bigint[])`,
  );
  await tx.rows(
    sql`update inbound_line l set expected = r.quantity, incoming = r.quantity, remark = r.remark,
       unit_cost = case when ${maySee(tx.rights, 'seeCost')} then r."unitCost" else coalesce(r."unitCost", l.unit_cost) end
     from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r(id bigint, quantity int, "unitCost" numeric, remark text)
     where l.company_id = ${sql.company} and l.id = r.id`,
  );
  await tx.rows(
    sql`update inbound set units = (select coalesce(sum(expected), 0) from inbound_line where company_id = ${sql.company} and inbound_id = ${inboundId})
     where company_id = ${sql.company} and id = ${inboundId}`,
  );
}

/**
 * Receives units counted by hand, of lines or of products not on the ASN.
 * @throws conflict warehouse.receivedMeanwhile if the received quantity differs from what the counter saw
 */
export async function receiveByHand(tx: Tx, id: number, goods: readonly Received[], unitsObserved?: number) {
  await inbounds.one(tx, id);
  const nameless = goods.findIndex((one) => one.lineId === undefined && one.productId === undefined);
  if (nameless >= 0) throw badField(`goods.${nameless}.productId`, 'core.required');
  await assertProducts(
    tx,
    goods.flatMap((one) =>
      one.lineId === undefined && one.productId !== undefined ? [{ productId: one.productId }] : [],
    ),
  );
  const inbound = await lockInbound(tx, id);
  await assertByHand(tx, inbound);
  if (unitsObserved !== undefined && unitsObserved !== inbound.unitsReceived)
    throw conflict('warehouse.receivedMeanwhile', await lastReceipt(tx, id));
  const receipts = await receiveInbound(tx, id, goods, assertExpiry);
  return {
    units: receipts.reduce((sum, one) => sum + one.quantity, 0),
    receiptIds: receipts.map((one) => one.id),
  };
}

async function lastReceipt(tx: Tx, inboundId: number): Promise<{ who: string; when: string }> {
  const [last] = await tx.rows<{ who: string; when: string }>(
    sql`select coalesce(r.undone_by, r.actor) as who,
       to_char(coalesce(r.undone_at, r.at) at time zone c.time_zone, 'YYYY-MM-DD HH24:MI') as when
     from inbound_receipt r join company c on c.id = r.company_id
     where r.company_id = ${sql.company} and r.inbound_id = ${inboundId} order by coalesce(r.undone_at, r.at) desc, r.id desc limit 1`,
  );
  return last ?? { who: '', when: '' };
}

/** notice -> arrived: the shipment is at the dock. */
async function arrive(tx: Tx, inbound: InboundRow): Promise<void> {
  await tx.rows(
    sql`update inbound set state = 'arrived', arrived_at = ${tx.now}, version = version + 1 where company_id = ${sql.company} and id = ${inbound.id}`,
  );
  writeHistory(tx, [
    { docKind: 'inbound', docId: inbound.id, event: 'arrived', fromState: inbound.state, toState: 'arrived' },
  ]);
}

const ACTS = {
  arrive: { to: 'arrived', run: arrive },
  close: { to: 'received', run: (tx: Tx, inbound: InboundRow) => closeInbound(tx, inbound.id) },
  cancel: { to: 'cancelled', run: (tx: Tx, inbound: InboundRow) => cancelInbound(tx, inbound.id) },
} as const;

/** Runs one action on many documents. Those in another status get the reason. Locks all first, in order. */
export async function actOnInbounds(tx: Tx, ids: readonly number[], act: keyof typeof ACTS): Promise<Outcome> {
  const outcome: Outcome = { done: [], refused: [] };
  const { to, run } = ACTS[act];
  const inbounds = await lockInbounds(tx, ids);
  const refusals = await refusedByHand(tx, inbounds);
  for (const inbound of inbounds) {
    const { id, number, sourceKind } = inbound;
    const refusal = refusals.get(id);
    if (!mayMove(inboundKind, inbound.state, to))
      outcome.refused.push({ id, label: number, code: `warehouse.inboundCannot.${act}` });
    else if (act === 'cancel' && sourceKind !== null)
      outcome.refused.push({ id, label: number, code: 'warehouse.inboundCancelAtSource' });
    else if (refusal) outcome.refused.push(refusal);
    else {
      await run(tx, inbound);
      outcome.done.push(id);
    }
  }
  return outcome;
}
