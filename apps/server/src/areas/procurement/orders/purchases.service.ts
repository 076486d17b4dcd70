import { rights } from '@tradewind/contract/access/modules.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type {
  deletePurchases as deleteCall,
  PurchaseState,
  savePurchase as saveCall,
} from '@tradewind/contract/procurement.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { mayPress, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows, updateRows } from '../../../core/database/write.ts';
import { nextNumbers, writeHistory } from '../../../core/documents.ts';
import { badField, forbidden } from '../../../core/errors.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { arrayOf } from '../../../core/scope.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { splitOf } from '../allocations/sources.ts';
import { purchaseDocument } from '../documents.ts';
import { assertSuppliers, assertWarehouses, MOST_DELETED, productsOf } from '../goods.ts';
import type { purchaseLine, purchaseOrder } from '../purchase.tables.ts';
import { assertNotPlacing } from '../sourcing/open.ts';
import { pricesInForce } from '../suppliers/price-in-force.ts';
import { suppliers } from '../suppliers/suppliers.list.ts';
import { assertTerms } from '../suppliers/terms.ts';
import { reviewChange } from './approval.ts';
import { assertMay, countPurchase, type Held, holdPurchase } from './hold.ts';
import { purchases } from './purchases.list.ts';
import { fitSources, recountRequests, requestsOf, shareReceived } from './sources.ts';

type Input = ParsedOf<typeof saveCall>;
const DOC = purchaseDocument.kind;
const deleted = defineAction('procurement.purchaseDeleted', ['删除采购订单', 'Purchase order deleted']);

type Line = Omit<Input['lines'][number], 'unitPrice'> & { unitPrice: string; shortReason?: string };

/**
 * Creates an order or changes one. A change of an approved one that asks for more is reviewed again.
 * @throws badField supplierId, warehouseId, lines.N...; core.stale
 */
export async function savePurchase(
  tx: Tx,
  input: Input,
): Promise<{ id: number; number: string; state: PurchaseState }> {
  if (!mayPress(tx.rights, input.id ? rights.purchaseOrder.edit : rights.purchaseOrder.add)) throw forbidden();
  await productsOf(tx, input.lines);
  if (input.terms) assertTerms(input.terms);
  await assertWarehouses(tx, [{ path: 'warehouseId', id: input.warehouseId }]);
  await assertSuppliers(tx, [{ path: 'supplierId', id: input.supplierId }]);
  if (input.id) await purchases.one(tx, input.id);
  const held = input.id ? await holdPurchase(tx, input.id, input.version ?? 0) : undefined;
  if (held) assertChange(held, input);
  if (held) await assertNotPlacing(tx, held);
  const { currency, terms } = await suppliers.one(tx, input.supplierId);
  const kept = held ? await keptLines(tx, held.id) : new Map<number, Kept>();
  const lines = await priced(tx, input, kept);
  const head = {
    supplierId: input.supplierId,
    warehouseId: input.warehouseId,
    currency,
    terms: input.terms ?? (held && held.supplierId === input.supplierId ? held.terms : terms),
    expectedOn: input.expectedOn,
    reference: input.reference.toUpperCase(),
    remark: input.remark,
  };
  if (!held) {
    const made = await createPurchase(tx, head, lines);
    return { ...made, state: 'draft' };
  }
  await rewrite(tx, held, head, lines, kept);
  return { id: held.id, number: held.number, state: await reviewChange(tx, held.id) };
}

/** @throws conflict where the order's status, or what it has received, stands against the change */
function assertChange(held: Held, input: Input): void {
  assertMay('edit', held);
  if (held.orderedAt === null) return;
  if (held.supplierId !== input.supplierId) throw badField('supplierId', 'procurement.supplierFixed');
  if (held.warehouseId !== input.warehouseId) throw badField('warehouseId', 'procurement.warehouseFixed');
}

interface Kept {
  id: number;
  productId: number;
  packs: number;
  packSize: number;
  unitPrice: string;
  received: number;
  /** Received or on an open ASN. */
  bound: number;
  /** On allocation orders. */
  allocated: number;
  shortReason: string;
}

async function keptLines(tx: Tx, orderId: number): Promise<Map<number, Kept>> {
  const rows = await tx.rows<{
    id: number;
    productId: number;
    packs: number;
    packSize: number;
    unitPrice: string;
    received: number;
    bound: number;
    allocated: number;
    shortReason: string;
  }>(sql`
    select l.id, l.product_id, l.packs, l.pack_size, trim_scale(l.unit_price)::text as unit_price, l.received, l.short_reason,
      l.received + coalesce((select sum(greatest(e.expected - e.received, 0)) from inbound i
        join inbound_line e on e.company_id = ${sql.company} and e.inbound_id = i.id and e.source_line = l.id
        where i.company_id = ${sql.company} and i.source_kind = ${DOC} and i.source_id = ${orderId}
          and i.state in ('notice', 'arrived', 'receiving')), 0)::int as bound, ${splitOf(sql`l.id`)} as allocated
    from purchase_line l where l.company_id = ${sql.company} and l.order_id = ${orderId} order by l.position, l.id`);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Typed prices, else those that an existing line has, else those in force today. Users who may not see costs type none.
 */
async function priced(tx: Tx, input: Input, kept: ReadonlyMap<number, Kept>): Promise<Line[]> {
  const day = localDay(tx.now, (await companyOf(tx)).timeZone);
  const wishes = input.lines.map(({ productId, packs }) => ({ productId, quantity: packs }));
  const listed = await pricesInForce(tx, { supplierId: input.supplierId, day }, wishes);
  const mayType = maySee(tx.rights, 'seeCost');
  return input.lines.map((line, at) => {
    const before = line.id ? kept.get(line.id) : undefined;
    if (line.id && !before) throw badField(`lines.${at}.id`, 'procurement.lineNotFound');
    if (before && before.productId !== line.productId)
      throw badField(`lines.${at}.productId`, 'procurement.lineProduct');
    // Only a line that was closed short asks for nothing; one that asks for more again is open.
    if (line.packs === 0 && !before?.shortReason) throw badField(`lines.${at}.packs`, 'procurement.noPacks');
    const shortReason = before && line.packs <= before.packs ? before.shortReason : '';
    const unitPrice = (mayType ? line.unitPrice : undefined) ?? before?.unitPrice ?? listed[at]?.unitPrice;
    if (unitPrice == null) throw badField(`lines.${at}.unitPrice`, 'procurement.noPrice');
    const bound = before?.bound ?? 0;
    if (line.packs * line.packSize < bound) throw badField(`lines.${at}.packs`, 'procurement.belowBound', { bound });
    const allocated = before?.allocated ?? 0;
    if (line.packs * line.packSize < allocated)
      throw badField(`lines.${at}.packs`, 'procurement.belowAllocated', { allocated });
    return { ...line, supplierSku: line.supplierSku || (listed[at]?.supplierSku ?? ''), unitPrice, shortReason };
  });
}

interface Head {
  supplierId: number;
  warehouseId: number;
  currency: string;
  terms: Held['terms'];
  expectedOn: string | null;
  reference: string;
  remark: string;
}

/** Writes a draft. @returns also the ids of its lines, in their order */
export async function createPurchase(
  tx: Tx,
  head: Head,
  lines: readonly Line[],
  detail: Record<string, unknown> = {},
): Promise<{ id: number; number: string; lineIds: number[] }> {
  const [number = ''] = await nextNumbers(tx, purchaseDocument);
  const row = await tx.row<{ id: number }>(
    sql`${insertRows<typeof purchaseOrder>('purchase_order', [
      { number, ...head, buyer: tx.actor.name, createdAt: tx.now },
    ])} returning id`,
  );
  if (!row) throw new Error('The purchase order was not written');
  const lineIds = await insertLines(tx, row.id, lines, 1);
  await countPurchase(tx, row.id);
  writeHistory(tx, [{ docKind: DOC, docId: row.id, event: 'created', toState: 'draft', detail }]);
  return { id: row.id, number, lineIds };
}

async function insertLines(tx: Tx, orderId: number, lines: readonly Line[], from: number): Promise<number[]> {
  if (lines.length === 0) return [];
  const rows = await tx.rows<{ id: number }>(
    sql`${insertRows<typeof purchaseLine>(
      'purchase_line',
      lines.map(({ id: _id, ...line }, at) => ({ orderId, position: from + at, ...line })),
    )} returning id`,
  );
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

async function rewrite(
  tx: Tx,
  held: Held,
  head: Head,
  lines: readonly Line[],
  kept: ReadonlyMap<number, Kept>,
): Promise<void> {
  const requests = await requestsOf(tx, [held.id]);
  const stay = lines.flatMap((line, at) => (line.id ? [{ ...line, id: line.id, position: at + 1 }] : []));
  const staying = new Set(stay.map((line) => line.id));
  const gone = [...kept.values()].filter((line) => !staying.has(line.id));
  const bound = gone.find((line) => line.bound > 0);
  if (bound) throw badField('lines', 'procurement.lineBound', { bound: bound.bound });
  const split = gone.find((line) => line.allocated > 0);
  if (split) throw badField('lines', 'procurement.lineAllocated', { allocated: split.allocated });
  await tx.rows(sql`delete from purchase_line where company_id = ${sql.company}
    and id = any(${arrayOf(gone.map((line) => line.id))}::bigint[])`);
  if (stay.length > 0) await tx.rows(updateRows<typeof purchaseLine>('purchase_line', stay));
  for (const [at, line] of lines.entries()) if (!line.id) await insertLines(tx, held.id, [line], at + 1);
  await tx.rows(
    updateRows<typeof purchaseOrder>(
      'purchase_order',
      [{ id: held.id, ...head }],
      [sql`version = purchase_order.version + 1`],
    ),
  );
  await fitSources(tx, held.id);
  await shareReceived(tx, held.id);
  await recountRequests(tx, requests);
  await countPurchase(tx, held.id);
  const changes = changesOf(kept, lines, gone);
  writeHistory(tx, [
    { docKind: DOC, docId: held.id, event: 'edited', ...(changes.length ? { detail: { changes } } : {}) },
  ]);
}

/** What the history keeps of the lines: product, packs and price before and after. */
function changesOf(kept: ReadonlyMap<number, Kept>, lines: readonly Line[], gone: readonly Kept[]) {
  const said = (line: Pick<Line, 'packs' | 'packSize' | 'unitPrice'>) =>
    `${line.packs}${line.packSize > 1 ? ` x ${line.packSize}` : ''} @ ${Number(line.unitPrice)}`;
  const changed = lines.flatMap((line) => {
    const before = line.id ? kept.get(line.id) : undefined;
    const [from, to] = [before ? said(before) : null, said(line)];
    return from === to ? [] : [{ productId: line.productId, from, to }];
  });
  return [...changed, ...gone.map((line) => ({ productId: line.productId, from: said(line), to: null }))].slice(0, 50);
}

/** A draft with the same supplier, lines and prices; its requests stay with the first. */
export async function copyPurchase(tx: Tx, id: number): Promise<{ id: number; number: string }> {
  const { number, supplierId: from } = await purchases.one(tx, id);
  await assertSuppliers(tx, [{ path: 'supplierId', id: from }]);
  const held = await holdPurchase(tx, id);
  const lines = await tx.rows<{
    productId: number;
    supplierSku: string;
    packSize: number;
    packs: number;
    unitPrice: string;
    remark: string;
  }>(sql`select product_id, supplier_sku, pack_size, packs, trim_scale(unit_price)::text as unit_price, remark
    from purchase_line where company_id = ${sql.company} and order_id = ${id} and packs > 0 order by position, id`);
  const { supplierId, warehouseId, terms } = held;
  const { currency } = await suppliers.one(tx, supplierId);
  return createPurchase(
    tx,
    { supplierId, warehouseId, terms, currency, expectedOn: null, reference: '', remark: '' },
    lines.map((line) => ({ ...line, promisedOn: null })),
    { copyOf: number },
  );
}

/** @returns the deleted drafts; their requests wait to be ordered again */
export async function deletePurchases(tx: Tx, picked: ParsedOf<typeof deleteCall>): Promise<Outcome> {
  const chosen = await purchases.choose(tx, picked, MOST_DELETED);
  const drafts = await tx.rows<{ id: number; number: string }>(sql`select id, number from purchase_order
    where company_id = ${sql.company} and id = any(${arrayOf(chosen)}::bigint[]) and state = 'draft' and approved is null
    order by id for update`);
  const gone = drafts.map((row) => row.id);
  const requests = await requestsOf(tx, gone);
  await tx.rows(
    sql`delete from purchase_order where company_id = ${sql.company} and id = any(${arrayOf(gone)}::bigint[])`,
  );
  await recountRequests(tx, requests);
  writeAudit(
    tx,
    drafts.map((row) => ({ action: deleted, targetKind: DOC, targetId: row.id, targetName: row.number })),
  );
  writeHistory(
    tx,
    drafts.map((row) => ({ docKind: DOC, docId: row.id, event: 'deleted', detail: { number: row.number } })),
  );
  const done = drafts.map((row) => row.id);
  const others = await tx.rows<{ id: number; number: string }>(sql`select id, number from purchase_order
    where company_id = ${sql.company} and id = any(${arrayOf(chosen)}::bigint[]) order by id`);
  const refused = others.map(({ id, number }) => ({
    id,
    label: number,
    code: 'procurement.notDraft',
    params: { number },
  }));
  return { done, refused };
}
