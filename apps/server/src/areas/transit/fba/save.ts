import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { placeFba, saveFba, saveFbaCase, transportFba } from '@tradewind/contract/transit.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { nextNumbers, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import { arrayOf, inShops, inWarehouses } from '../../../core/scope.ts';
import { shopInScope } from '../../channels/public.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { assertAllocated, followDocument } from '../../procurement/public.ts';
import { fbaDocument, holdFba, holdIdle } from '../documents.ts';
import { type NewCost, writeCosts } from '../landed.ts';
import { beginStep } from './advance.ts';
import { partsOf } from './lines.ts';

type Input = Omit<ParsedOf<typeof saveFba>, 'idempotencyKey'>;
type Saved = { id: number; number: string };

/** Saves a draft that Amazon does not know yet. */
export async function saveShipment(tx: Tx, ctx: Pick<Ctx, 'rights'>, input: Input): Promise<Saved> {
  const shop = await shopInScope(tx, ctx, input.shopId);
  const [first] = shop.marketplaceIds;
  if (shop.platform !== 'amazon' || !first) throw badField('shopId', 'transit.noFba');
  if (input.marketplaceId && !shop.marketplaceIds.includes(input.marketplaceId))
    throw badField('marketplaceId', 'transit.noMarketplace');
  const warehouse = await tx.row(sql`select 1 as one from warehouse w where w.company_id = ${sql.company}
    and w.id = ${input.warehouseId} and w.enabled and w.kind <> 'platform' and ${inWarehouses(tx, sql`w.id`)}`);
  if (!warehouse) throw badField('warehouseId', 'transit.noWarehouse');
  const lines = await mappedLines(tx, input);
  const saved =
    input.id === undefined ? await draft(tx, input, first) : await change(tx, input.id, input, first, lines);
  await writeLines(tx, saved.id, lines);
  return saved;
}

async function draft(tx: Tx, input: Input, first: string): Promise<Saved> {
  const [number] = await nextNumbers(tx, fbaDocument);
  const row = await tx.row<Saved>(sql`insert into fba_shipment
      (company_id, number, shop_id, marketplace_id, warehouse_id, name, remark, created_at, created_by)
    values (${sql.company}, ${number ?? ''}, ${input.shopId}, ${input.marketplaceId || first}, ${input.warehouseId}, ${input.name}, ${input.remark},
      ${tx.now}, ${tx.actor.name}) returning id, number`);
  if (!row) throw new Error('no shipment was written');
  writeHistory(tx, [{ docKind: fbaDocument.kind, docId: row.id, event: 'drafted', toState: 'draft' }]);
  return row;
}

async function change(tx: Tx, id: number, input: Input, first: string, lines: readonly MappedLine[]): Promise<Saved> {
  const held = await holdIdle(tx, id, 'edit');
  if (held.version !== input.version) throw conflict('transit.stale');
  if (held.planId && held.shopId !== input.shopId) throw badField('shopId', 'transit.planMade');
  const marketplaceId = input.marketplaceId || (held.shopId === input.shopId ? held.marketplaceId : first);
  await assertAllocated(
    tx,
    { docKind: fbaDocument.kind, docId: id },
    {
      goods: lines.map(({ productId, quantity, factor }) => ({ productId, units: quantity * factor })),
      sameEnds: held.shopId === input.shopId && held.warehouseId === input.warehouseId,
    },
  );
  await tx.rows(sql`update fba_shipment set shop_id = ${input.shopId}, marketplace_id = ${marketplaceId},
      warehouse_id = ${input.warehouseId}, name = ${input.name}, remark = ${input.remark}, version = version + 1
    where company_id = ${sql.company} and id = ${id}`);
  await tx.rows(sql`delete from fba_line where company_id = ${sql.company} and shipment_id = ${id}`);
  writeHistory(tx, [{ docKind: fbaDocument.kind, docId: id, event: 'changed' }]);
  return { id, number: held.number };
}

type MappedLine = Input['lines'][number] & { productId: number; factor: number; n: number };

/** @throws badField lines.N.sellerSku */
async function mappedLines(tx: Tx, { lines, shopId }: Input): Promise<MappedLine[]> {
  const visited = new Set<string>();
  lines.forEach(({ sellerSku }, at) => {
    if (visited.has(sellerSku)) throw badField(`lines.${at}.sellerSku`, 'transit.skuTwice', { sku: sellerSku });
    visited.add(sellerSku);
  });
  const known = await tx.rows<{
    sellerSku: string;
    productId: number;
    factor: number;
  }>(sql`select seller_sku as "sellerSku",
      product_id as "productId", factor from sku_mapping where company_id = ${sql.company} and shop_id = ${shopId}
      and seller_sku = any(${arrayOf([...visited])}::text[])`);
  const products = new Map(known.map((one) => [one.sellerSku, one]));
  return lines.map((line, at) => {
    const product = products.get(line.sellerSku);
    if (!product) throw badField(`lines.${at}.sellerSku`, 'transit.skuUnknown', { sku: line.sellerSku });
    return { ...line, ...product, n: at };
  });
}

async function writeLines(tx: Tx, id: number, rows: readonly MappedLine[]): Promise<void> {
  await tx.rows(sql`insert into fba_line (company_id, shipment_id, product_id, seller_sku, factor, quantity, label_owner,
      prep_owner, expires_on)
    select ${sql.company}, ${id}, r."productId", r."sellerSku", r.factor, r.quantity, r."labelOwner", r."prepOwner", r."expiresOn"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(n int, "productId" bigint, "sellerSku" text, factor int,
      quantity int, "labelOwner" text, "prepOwner" text, "expiresOn" date) order by r.n returning 1`);
}

/** @returns the numbers of shipments that cannot be deleted */
export async function deleteShipments(tx: Tx, ids: readonly number[]): Promise<{ done: number; kept: Saved[] }> {
  const gone = await tx.rows<{ id: number }>(sql`delete from fba_shipment where company_id = ${sql.company}
    and id = any(${arrayOf(ids)}::bigint[]) and state = 'draft' and plan_id is null and (step = '' or step_error is not null)
    and ${inShops(tx, sql`shop_id`)} returning id`);
  writeHistory(
    tx,
    gone.map(({ id }) => ({ docKind: fbaDocument.kind, docId: id, event: 'deleted' })),
  );
  for (const { id } of gone) await followDocument(tx, { docKind: fbaDocument.kind, docId: id, to: 'cancelled' });
  const kept = await tx.rows<Saved & Record<string, unknown>>(sql`select id, number from fba_shipment
    where company_id = ${sql.company} and id = any(${arrayOf(ids)}::bigint[]) and ${inShops(tx, sql`shop_id`)}`);
  return { done: gone.length, kept };
}

export async function planShipment(tx: Tx, id: number): Promise<void> {
  await beginStep(tx, await holdIdle(tx, id, 'plan'), 'plan');
}

type Place = Pick<ParsedOf<typeof placeFba>, 'id' | 'placementId' | 'readyOn'>;
/** A confirmed placement is final: afterwards only gets transport options for another ready date or new quotes. */
export async function placeShipment(tx: Tx, { id, placementId, readyOn }: Place): Promise<void> {
  const held = await holdIdle(tx, id, 'place');
  const { timeZone } = await companyOf(tx);
  if (readyOn <= localDay(tx.now, timeZone)) throw badField('readyOn', 'transit.dayTooSoon');
  const agreed = (await partsOf(tx, id)).length > 0;
  if (agreed && placementId !== held.placementId) throw badField('placementId', 'transit.placementFinal');
  const known = await tx.row(sql`update fba_shipment set placement_id = ${placementId}, ready_on = ${readyOn}
    where company_id = ${sql.company} and id = ${id}
      and placements @> ${JSON.stringify([{ id: placementId }])}::jsonb returning id`);
  if (!known) throw badField('placementId', 'transit.noOption');
  await beginStep(tx, held, 'place');
}

/** Chooses one of the offered transport options for each part. */
export async function chooseTransport(
  tx: Tx,
  { id, choices }: Pick<ParsedOf<typeof transportFba>, 'id' | 'choices'>,
): Promise<void> {
  const held = await holdIdle(tx, id, 'transport');
  for (const part of await partsOf(tx, id)) {
    const at = choices.findIndex((one) => one.partId === part.id);
    const chosen = part.transports.find((one) => one.id === choices[at]?.transportId);
    const field = `choices.${Math.max(at, 0)}.transportId`;
    if (!chosen) throw badField(field, 'transit.noOption');
    if (chosen.expiresAt && new Date(chosen.expiresAt) < tx.now) throw badField(field, 'transit.quoteExpired');
    await tx.rows(
      sql`update fba_part set transport_id = ${chosen.id} where company_id = ${sql.company} and id = ${part.id}`,
    );
  }
  await beginStep(tx, held, 'transport');
}

type Costs = { id: number; version: number; costs: readonly NewCost[] };
/** Costs are final once the goods ship. Keeps costs that Amazon added after the user loaded the form. */
export async function saveCosts(tx: Tx, { id, version, costs }: Costs): Promise<void> {
  const held = await holdFba(tx, id);
  if (['shipped', 'receiving', 'closed', 'cancelled'].includes(held.state))
    throw conflict('transit.costsStand', { number: held.number });
  if (held.version !== version) throw conflict('transit.stale');
  await writeCosts(tx, fbaDocument.kind, id, costs);
  await tx.rows(sql`update fba_shipment set version = version + 1 where company_id = ${sql.company} and id = ${id}`);
  writeHistory(tx, [{ docKind: fbaDocument.kind, docId: id, event: 'costs', detail: { count: costs.length } }]);
}

export async function cancelShipment(tx: Tx, id: number, reason: string): Promise<void> {
  const held = await holdFba(tx, id);
  if (held.step !== '' && held.stepError === null) throw conflict('transit.busy', { number: held.number });
  if (['shipped', 'receiving', 'closed', 'cancelled'].includes(held.state))
    throw conflict('document.state', { number: held.number, from: held.state, to: 'cancelled' });
  await beginStep(tx, held, 'cancel', { reason });
}

type Case = Omit<ParsedOf<typeof saveFbaCase>, 'idempotencyKey'>;
export async function saveCase(tx: Tx, input: Case): Promise<void> {
  if (input.state === 'reimbursed' && !(Number(input.amount) > 0)) throw badField('amount', 'transit.needAmount');
  if (input.state === 'sent' && input.claim === '') throw badField('claim', 'transit.needClaim');
  const row = await tx.row<{
    shipmentId: number;
    version: number;
    number: string;
    currency: string;
  }>(sql`select c.shipment_id,
      c.version, c.number, c.currency from fba_case c join fba_shipment f on f.company_id = c.company_id and f.id = c.shipment_id
    where c.company_id = ${sql.company} and c.id = ${input.id} and ${inShops(tx, sql`f.shop_id`)} for update of c`);
  if (!row) throw notFound('transit.caseNotFound');
  if (row.version !== input.version) throw conflict('transit.stale');
  const currency = input.currency ?? row.currency;
  await tx.rows(sql`update fba_case set state = ${input.state}, due_on = ${input.dueOn}, claim = ${input.claim},
      amount = ${input.amount}, currency = ${currency}, remark = ${input.remark}, version = version + 1
    where company_id = ${sql.company} and id = ${input.id}`);
  const detail = {
    case: row.number,
    state: input.state,
    ...(input.amount ? { amount: `${input.amount} ${currency}` } : {}),
  };
  writeHistory(tx, [{ docKind: fbaDocument.kind, docId: row.shipmentId, event: 'case', detail }]);
}
