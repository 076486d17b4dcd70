import type { ParsedOf } from '@tradewind/contract/call.ts';
import type {
  assignPendingSupplier,
  cancelPending as cancelCall,
  orderPending as orderCall,
} from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { conflict, ruleBroken } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { requisitionDocument } from '../documents.ts';
import { assertSuppliers } from '../goods.ts';
import { createPurchase } from '../orders/purchases.service.ts';
import { recountRequests } from '../orders/sources.ts';
import { closeLines, settle } from '../requisitions/requisitions.service.ts';
import { pricesInForce } from '../suppliers/price-in-force.ts';
import { suppliers } from '../suppliers/suppliers.list.ts';
import { pendingPurchases } from './pending.list.ts';

interface Wait {
  id: number;
  requisitionId: number;
  number: string;
  sku: string;
  productId: number;
  warehouseId: number;
  supplierId: number | null;
  open: number;
  needBy: string | null;
}

type Picked = Pick<ParsedOf<typeof cancelCall>, 'ids' | 'filter'>;
const MOST_LINES = 500;

/** The lines that still wait, locked, those needed first before others. */
async function waiting(tx: Tx, picked: Picked): Promise<Wait[]> {
  const chosen = await pendingPurchases.choose(tx, picked, MOST_LINES);
  await tx.rows(sql`select id from requisition_line where company_id = ${sql.company}
    and id = any(${arrayOf(chosen)}::bigint[]) order by id for update`);
  return tx.rows<Wait>(sql`select l.id, l.requisition_id, q.number, p.sku, l.product_id, l.warehouse_id, l.supplier_id,
      l.open, l.need_by::text as need_by
    from requisition_line l join requisition q on q.company_id = ${sql.company} and q.id = l.requisition_id
    join product p on p.company_id = ${sql.company} and p.id = l.product_id
    where l.company_id = ${sql.company} and l.id = any(${arrayOf(chosen)}::bigint[]) and l.open > 0
    order by l.need_by nulls last, l.id`);
}

/** Sets whom lines are bought from. */
export async function assignSupplier(tx: Tx, { supplierId, ...picked }: ParsedOf<typeof assignPendingSupplier>) {
  await assertSuppliers(tx, [{ path: 'supplierId', id: supplierId }]);
  const lines = await waiting(tx, picked);
  await tx.rows(sql`update requisition_line set supplier_id = ${supplierId} where company_id = ${sql.company}
    and id = any(${arrayOf(lines.map((line) => line.id))}::bigint[])`);
  const { code } = await suppliers.one(tx, supplierId);
  noteRequisitions(tx, lines, 'supplierSet', { supplier: code });
  return { done: lines.length };
}

/** Gives up what is not ordered of lines. */
export async function cancelPending(tx: Tx, { reason, ...picked }: ParsedOf<typeof cancelCall>) {
  const lines = await waiting(tx, picked);
  await closeLines(tx, sql`l.id = any(${arrayOf(lines.map((line) => line.id))}::bigint[]) and l.open > 0`, reason);
  noteRequisitions(tx, lines, 'restClosed', { reason });
  await settle(
    tx,
    lines.map((line) => line.requisitionId),
  );
  return { done: lines.length };
}

function noteRequisitions(
  tx: Tx,
  lines: readonly Wait[],
  event: string,
  detail: Record<string, string | number>,
): void {
  const ids = [...new Set(lines.map((line) => line.requisitionId))];
  writeHistory(
    tx,
    ids.map((docId) => ({
      docKind: requisitionDocument.kind,
      docId,
      event,
      detail: { ...detail, lines: lines.filter((line) => line.requisitionId === docId).length },
    })),
  );
}

/**
 * Draft orders for lines: one for each supplier and warehouse. Each product is raised to the supplier's minimum and
 * multiple, at the price of all of it; it is one line, or one for each day where a requisition asks for it in parts.
 * @throws ruleBroken procurement.noSupplier, procurement.noPriceFor; conflict procurement.nothingPending
 */
export async function orderPending(tx: Tx, { prices, ...picked }: ParsedOf<typeof orderCall>) {
  const lines = await waiting(tx, picked);
  const typed = new Map(prices.map((one) => [one.lineId, one.unitPrice]));
  if (lines.length === 0) throw conflict('procurement.nothingPending');
  const without = lines.find((line) => line.supplierId === null);
  if (without) throw ruleBroken('procurement.noSupplier', { sku: without.sku });
  const groups = Map.groupBy(lines, (line) => `${line.supplierId}/${line.warehouseId}`);
  const orders: { id: number; number: string }[] = [];
  for (const group of groups.values()) orders.push(await orderGroup(tx, group, typed));
  await recountRequests(
    tx,
    lines.map((line) => line.id),
  );
  return { orders };
}

type Typed = ReadonlyMap<number, string>;

async function orderGroup(tx: Tx, group: readonly Wait[], typed: Typed): Promise<{ id: number; number: string }> {
  const supplierId = group[0]?.supplierId ?? 0;
  const warehouseId = group[0]?.warehouseId ?? 0;
  await assertSuppliers(tx, [{ path: 'ids', id: supplierId }]);
  const { currency, terms } = await suppliers.one(tx, supplierId);
  const goods = [...Map.groupBy(group, (line) => line.productId).values()];
  const parts = goods.map(partsOf);
  const lines = (await raised(tx, supplierId, goods, typed)).flatMap(({ packs, ...line }, at) =>
    // What the supplier's minimum adds comes with the last part.
    splitUp(packs, parts[at] ?? []).map((part) => ({ ...line, ...part })),
  );
  const needed = group.flatMap((line) => line.needBy ?? []).sort()[0] ?? null;
  const made = await createPurchase(
    tx,
    { supplierId, warehouseId, currency, terms, expectedOn: needed, reference: '', remark: '' },
    lines,
  );
  const sources = parts
    .flat()
    .flatMap((wishes, at) =>
      wishes.map((wish) => ({ line: made.lineIds[at] ?? 0, request: wish.id, quantity: wish.open })),
    );
  await tx.rows(sql`insert into purchase_line_source (company_id, line_id, requisition_line_id, quantity)
    select ${sql.company}, r.line, r.request, r.quantity
    from jsonb_to_recordset(${sql.json(sources)}) as r(line bigint, request bigint, quantity int) returning 1`);
  noteRequisitions(tx, group, 'ordered', { order: made.number });
  return { id: made.id, number: made.number };
}

type Part = readonly Wait[];

/** The lines of a product that are delivered together: where one requisition asks for several days, those of each day. */
function partsOf(lines: readonly Wait[]): Part[] {
  const days = (of: readonly Wait[]) => Map.groupBy(of, (line) => line.needBy);
  const apart = [...Map.groupBy(lines, (line) => line.requisitionId).values()].some((own) => days(own).size > 1);
  return apart ? [...days(lines).values()] : [lines];
}

/** Lines of a purchase order for the parts of a product, each promised for its day where there are several. */
const splitUp = (packs: number, parts: readonly Part[]): { packs: number; promisedOn: string | null }[] => {
  const units = parts.map((part) => part.reduce((sum, line) => sum + line.open, 0));
  const surplus = packs - units.reduce((sum, one) => sum + one, 0);
  return parts.map((part, at) => ({
    packs: (units[at] ?? 0) + (at === parts.length - 1 ? surplus : 0),
    promisedOn: parts.length > 1 ? (part[0]?.needBy ?? null) : null,
  }));
};

/** The quantity of each product as its supplier sells it, at the price in force for it, else the typed one, else the last. */
async function raised(tx: Tx, supplierId: number, goods: readonly (readonly Wait[])[], typed: Typed) {
  const day = localDay(tx.now, (await companyOf(tx)).timeZone);
  const wishes = goods.map((lines) => ({
    productId: lines[0]?.productId ?? 0,
    quantity: lines.reduce((sum, line) => sum + line.open, 0),
  }));
  const terms = await pricesInForce(tx, { supplierId, day }, wishes);
  const packs = wishes.map(({ quantity }, at) =>
    roundUp(quantity, terms[at]?.moq ?? null, terms[at]?.orderMultiple ?? null),
  );
  const prices = await pricesInForce(
    tx,
    { supplierId, day },
    wishes.map(({ productId }, at) => ({ productId, quantity: packs[at] ?? 0 })),
  );
  const last = await lastPrices(
    tx,
    supplierId,
    wishes.map((one) => one.productId),
  );
  return wishes.map(({ productId }, at) => {
    const entered = goods[at]?.flatMap((line) => typed.get(line.id) ?? [])[0];
    const unitPrice = prices[at]?.unitPrice ?? entered ?? last.get(productId);
    if (unitPrice == null) throw ruleBroken('procurement.noPriceFor', { sku: goods[at]?.[0]?.sku ?? '' });
    return {
      productId,
      supplierSku: terms[at]?.supplierSku ?? '',
      packSize: 1,
      packs: packs[at] ?? 0,
      unitPrice,
      remark: '',
    };
  });
}

/** The least quantity that a supplier sells: at least its minimum, a multiple of its packing. */
export function roundUp(quantity: number, moq: number | null, multiple: number | null): number {
  const least = Math.max(quantity, moq ?? 0);
  return multiple === null ? least : Math.ceil(least / multiple) * multiple;
}

/** What this supplier's last order of each product paid for a unit. */
async function lastPrices(tx: Tx, supplierId: number, productIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.rows<{ productId: number; unitPrice: string }>(sql`
    select p.id as product_id, trim_scale(round(x.price, 6))::text as unit_price
    from unnest(${arrayOf(productIds)}::bigint[]) as p(id) cross join lateral (
      select l.unit_price / l.pack_size as price from purchase_line l
      join purchase_order o on o.company_id = ${sql.company} and o.id = l.order_id
      where l.company_id = ${sql.company} and l.product_id = p.id and o.supplier_id = ${supplierId}
        and o.ordered_at is not null order by l.order_id desc limit 1) x`);
  return new Map(rows.map((row) => [row.productId, row.unitPrice]));
}
