import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { ShareKind, shipAllocation as shipCall } from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { ruleBroken } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { saveTransfer } from '../../warehouse/public.ts';
import type { allocationDocument as table } from '../allocation.tables.ts';
import { allocationDocument } from '../documents.ts';
import { allocationShipping } from '../hooks.ts';
import { allocations } from './allocations.list.ts';
import { assertMay, type Held, holdWithSources } from './hold.ts';
import { settleAllocations } from './settle.ts';

type Made = ResultOf<typeof shipCall>['documents'][number];

interface Ready {
  id: number;
  kind: Exclude<ShareKind, 'stay'>;
  toWarehouseId: number | null;
  shopId: number | null;
  marketplaceId: string | null;
  sellerSku: string;
  factor: number;
  productId: number;
  units: number;
}

/** Drafts for the arrived units of shares, one for each destination. @throws ruleBroken procurement.nothingReady */
export async function createDocuments(tx: Tx, input: ParsedOf<typeof shipCall>): Promise<{ documents: Made[] }> {
  await allocations.one(tx, input.id);
  const { held } = await holdWithSources(tx, input.id);
  assertMay('ship', held);
  const ready = await readyShares(tx, held.id, input.shareIds);
  if (ready.length === 0) throw ruleBroken('procurement.nothingReady', { number: held.number });
  const documents: Made[] = [];
  const destinations = Map.groupBy(ready, (one) =>
    [one.kind, one.toWarehouseId, one.shopId, one.marketplaceId].join('/'),
  );
  for (const shares of destinations.values()) documents.push(await createOne(tx, held, shares));
  await settleAllocations(tx, [held.id]);
  return { documents };
}

/** FBA ships whole units of the listing. */
const readyShares = (tx: Tx, orderId: number, shareIds: readonly number[] | undefined): Promise<Ready[]> =>
  tx.rows<{
    id: number;
    kind: Ready['kind'];
    toWarehouseId: number | null;
    shopId: number | null;
    marketplaceId: string | null;
    sellerSku: string;
    factor: number;
    productId: number;
    units: number;
  }>(sql`
    select s.id, s.kind, s.to_warehouse_id, s.shop_id, s.marketplace_id, s.seller_sku, s.factor, l.product_id, x.units
    from allocation_share s join allocation_line l on l.company_id = ${sql.company} and l.id = s.line_id
    cross join lateral (select (s.arrived - s.on_documents) / s.factor * s.factor as units) x
    where s.company_id = ${sql.company} and s.order_id = ${orderId} and s.kind <> 'stay' and x.units > 0
      and (${shareIds === undefined} or s.id = any(${arrayOf(shareIds ?? [])}::bigint[]))
    order by l.position, s.position`);

async function createOne(tx: Tx, held: Held, shares: readonly Ready[]): Promise<Made> {
  const [first] = shares;
  if (!first) throw new Error('No shares');
  const document =
    first.kind === 'transfer' ? await transferOf(tx, held, first, shares) : await above(tx, held, first, shares);
  const rows = shares.map(({ id: shareId, units: quantity }) => ({
    ...{ orderId: held.id, shareId, quantity, createdAt: tx.now },
    ...document,
  }));
  await addRows<typeof table>(tx, 'allocation_document', rows);
  await tx.rows(sql`update allocation_share s set on_documents = s.on_documents + r.quantity
    from jsonb_to_recordset(${sql.json(rows.map(({ shareId, quantity }) => ({ shareId, quantity })))})
      as r("shareId" bigint, quantity int) where s.company_id = ${sql.company} and s.id = r."shareId"`);
  const units = shares.reduce((sum, one) => sum + one.units, 0);
  writeHistory(tx, [
    {
      docKind: allocationDocument.kind,
      docId: held.id,
      event: 'documentCreated',
      detail: { document: document.number, units },
    },
  ]);
  return document;
}

/** Units by product, or by seller SKU in units of its listing. */
function sumsOf(shares: readonly Ready[]) {
  const sums = new Map<string, { productId: number; sellerSku: string; quantity: number }>();
  for (const { productId, sellerSku, units, factor } of shares) {
    const key = `${productId}/${sellerSku}`;
    const quantity = (sums.get(key)?.quantity ?? 0) + units / factor;
    sums.set(key, { productId, sellerSku, quantity });
  }
  return [...sums.values()];
}

async function transferOf(tx: Tx, held: Held, to: Ready, shares: readonly Ready[]): Promise<Made> {
  const { id, number } = await saveTransfer(
    tx,
    {
      fromId: held.warehouseId,
      toId: to.toWarehouseId ?? 0,
      remark: held.remark.slice(0, 200),
      lines: sumsOf(shares).map(({ productId, quantity }) => ({ productId, quantity })),
    },
    { id: held.id, number: held.number },
  );
  return { docKind: 'transfer', docId: id, number };
}

/** First legs and FBA shipments belong to an area above. */
async function above(tx: Tx, held: Held, to: Ready, shares: readonly Ready[]): Promise<Made> {
  const made: Made[] = [];
  const { kind, toWarehouseId, shopId, marketplaceId } = to;
  if (kind === 'transfer') throw new Error('A transfer is made below');
  await allocationShipping.call(tx, {
    ...{ kind, toWarehouseId, shopId, marketplaceId },
    allocation: { id: held.id, number: held.number },
    fromWarehouseId: held.warehouseId,
    remark: held.remark.slice(0, 200),
    lines: sumsOf(shares),
    made: (document) => made.push(document),
  });
  const [document] = made;
  if (!document) throw new Error(`Nobody makes a document for ${kind}`);
  return document;
}
