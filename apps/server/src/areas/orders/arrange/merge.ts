import { BOX_LIMIT, mayAct } from '@tradewind/contract/orders.ts';
import { noteBuyersRead } from '../../../core/buyer-reads.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { shopsSharingParcels } from '../../channels/public.ts';
import type { Why } from '../actions/bulk.ts';
import { HIDDEN } from '../buyer.ts';
import { shownAmount } from '../list/amounts.ts';
import { conditions } from '../list/filter.ts';
import { moveOrders } from '../move.ts';
import { endOutbounds } from '../reserve/end-outbounds.ts';
import { releaseReservations, requestReservation } from '../reserve/reserve.ts';
import { wayRefusals } from '../reserve/ships-from.ts';
import type { Status } from '../status.ts';
import { lockBoxes } from './box.ts';
import { leaveBoxes } from './leave-box.ts';

type Candidate = {
  id: number;
  displayNo: string;
  status: Status;
  exception: string | null;
  mergeKey: string | null;
  shopId: number;
  currency: string;
  warehouseId: number | null;
  channelId: number | null;
  fulfilledBy: string;
  platformShipping: boolean;
  buyerRef: string;
  labelled: boolean;
  box: number;
};

/** A merged order as it was before, for undo. */
export interface Merged {
  id: number;
  box: number;
  from: Status;
  warehouseId: number | null;
  channelId: number | null;
}

export type Merge = { merged: Merged[] } | { refused: Map<number, Why> };

/**
 * Merges orders, with all in their boxes already: the oldest carries the box. All or none: each order that does not fit
 * the oldest gives a reason. Releases allocated stock, then allocates the whole box from one warehouse.
 */
export async function mergeOrders(tx: Tx, ids: readonly number[]): Promise<Merge> {
  const boxes = await lockBoxes(tx, ids);
  const orders = await candidates(tx, [...boxes.keys()]);
  const [oldest] = orders;
  if (!oldest) return { refused: new Map() };
  const refused = new Map<number, Why>();
  const sharing = orders.some((order) => order.platformShipping) ? await shopsSharingParcels(tx) : [];
  const place = { ...oldest, warehouseId: common(orders, 'warehouseId'), channelId: common(orders, 'channelId') };
  for (const order of orders) {
    const why = whyNot(order, place, sharing);
    if (why) refused.set(order.id, why);
  }
  // One order may set the warehouse, another the channel.
  const way = (await wayRefusals(tx, [place]))(place);
  if (way) for (const { id } of orders) if (!refused.has(id)) refused.set(id, way);
  if (new Set(orders.map((order) => order.box)).size < 2)
    for (const { id } of orders) refused.set(id, 'orders.mergeOne');
  if (orders.length > BOX_LIMIT) for (const { id } of orders) refused.set(id, 'orders.mergeTooMany');
  if (refused.size > 0) return { refused };
  const all = orders.map((order) => order.id);
  const back = await moveOrders(tx, all, { from: ['ready'], to: 'allocate', event: 'boxOpened' });
  const freed = back.map((moved) => moved.id);
  await endOutbounds(tx, freed);
  await releaseReservations(tx, freed);
  await tx.rows(
    sql`update sales_order set merged_into = nullif(${oldest.id}::bigint, id), warehouse_id = ${place.warehouseId}, channel_id = ${place.channelId}, version = version + 1
     where company_id = ${sql.company} and id = any(${all}::bigint[])`,
  );
  const numbers = orders.map((order) => order.displayNo);
  writeHistory(
    tx,
    all.map((docId) => ({ docKind: 'sales_order', docId, event: 'merged', detail: { orders: numbers } })),
  );
  await requestReservation(tx);
  return {
    merged: orders.map(({ id, box, status: from, warehouseId, channelId }) => ({
      id,
      box,
      from,
      warehouseId,
      channelId,
    })),
  };
}

const common = (orders: readonly Candidate[], key: 'warehouseId' | 'channelId') =>
  orders.find((order) => order[key] !== null)?.[key] ?? null;

function whyNot(order: Candidate, oldest: Candidate, sharing: readonly number[]): string | undefined {
  if (!mayAct('merge', order)) return 'orders.state';
  if (order.platformShipping && !sharing.includes(order.shopId)) return 'orders.mergePlatformShipping';
  if (order.fulfilledBy !== 'seller') return 'orders.state';
  if (order.currency !== oldest.currency) return 'orders.mergeCurrency';
  if (order.shopId !== oldest.shopId) return 'orders.mergeShop';
  if (order.platformShipping !== oldest.platformShipping) return 'orders.mergeShipping';
  // The platform may mask addresses, so that those of several buyers look alike.
  if (order.platformShipping && order.buyerRef === '') return 'orders.mergeBuyer';
  if (order.mergeKey === null || order.mergeKey !== oldest.mergeKey) return 'orders.mergeAddress';
  if (differs(order.warehouseId, oldest.warehouseId)) return 'orders.mergeWarehouse';
  if (differs(order.channelId, oldest.channelId)) return 'orders.mergeChannel';
  return undefined;
}

export const differs = (a: number | null, b: number | null) => a !== null && b !== null && a !== b;

/** Oldest first. */
function candidates(tx: Tx, ids: readonly number[]): Promise<Candidate[]> {
  return tx.rows<Candidate>(
    sql`select id, display_no, status, exception, merge_key, shop_id, currency,
       warehouse_id, channel_id, fulfilled_by,
       platform_shipping, buyer_ref, tracking_number is not null as labelled, coalesce(merged_into, id) as box
     from sales_order where company_id = ${sql.company} and id = any(${ids}::bigint[]) order by ordered_at, id`,
  );
}

/**
 * Unmerges orders from a box before picking, or from one whose parcel the platform refuses. One parcel of the platform's
 * logistics stays one: `labelled` are the orders whose box has such a label.
 */
export async function unmergeOrders(
  tx: Tx,
  ids: readonly number[],
): Promise<{ done: number[]; labelled: readonly number[] }> {
  const boxes = await lockBoxes(tx, ids);
  const orders = await candidates(tx, [...boxes.keys()]);
  const inWork = new Set(
    orders
      .filter((order) => IN_WORK.includes(order.status) || (order.exception === 'label' && !order.platformShipping))
      .map((order) => order.box),
  );
  const shipped = orders.filter((order) => order.platformShipping && order.labelled).map((order) => order.box);
  const labelled = ids.filter((id) => shipped.includes(boxes.get(id) ?? id));
  const free = ids.filter((id) => !inWork.has(boxes.get(id) ?? id) && !labelled.includes(id));
  return { done: await leaveBoxes(tx, free), labelled };
}

const IN_WORK: readonly Status[] = ['picking', 'packed'];

const GROUPS_SHOWN = 50;

/** Groups of orders that can be merged, from the index that holds only these. */
export async function suggestMerges(tx: Tx, filter: { moduleId?: number | undefined }) {
  const where = conditions(tx, filter);
  // Must match the index word for word.
  where.push(sql`o.status in ('review','allocate','ready') and o.merged_into is null and o.merge_key is not null
    and o.fulfilled_by = 'seller' and (not o.platform_shipping or o.buyer_ref <> '')`);
  where.push(sql`(not o.platform_shipping or o.shop_id = any(${await shopsSharingParcels(tx)}::bigint[]))`);
  const rows = await tx.rows<SuggestedRow>(
    sql`with keys as materialized (
       select o.merge_key, min(o.id) as first, array_agg(o.id order by o.id) as ids from sales_order o where ${sql.join(where, sql` and `)}
       group by o.merge_key, o.platform_shipping having count(*) > 1 order by min(o.id) limit ${sql.literal(GROUPS_SHOWN + 1)})
     select k.first, coalesce(o.split_from, o.id) as family, o.id, o.display_no, o.status, o.exception, o.ordered_at, o.currency,
       ${shownAmount(sql`o.total_amount`)} as "totalAmount", o.units, o.summary, o.platform, s.name as "shopName", o.buyer_name, o.country,
       coalesce(o.ship_to ->> 'city', '') as city, coalesce(o.ship_to ->> 'postalCode', '') as "postalCode"
     from keys k cross join lateral unnest(k.ids[1:${sql.literal(BOX_LIMIT)}]) as member(id)
     join sales_order o on o.company_id = ${sql.company} and o.id = member.id join shop s on s.company_id = ${sql.company} and s.id = o.shop_id
     order by k.first, o.ordered_at, o.id`,
  );
  const buyer = maySee(tx.rights, 'seeBuyer');
  if (buyer)
    noteBuyersRead(
      tx,
      'list',
      rows.map((row) => row.id),
    );
  const found = [...Map.groupBy(rows, (row) => row.first).values()];
  // A split order should stay in two boxes.
  const apart = found.filter((members) => new Set(members.map((row) => row.family)).size > 1);
  const groups = apart.map((members) => {
    const [head] = members as [SuggestedRow];
    const { shopName, platform, buyerName, country, city, postalCode } = head;
    return {
      shopName,
      platform,
      buyerName: buyer ? buyerName : HIDDEN,
      country,
      city,
      postalCode,
      orders: members.map(({ id, displayNo, status, exception, orderedAt, currency, totalAmount, units, summary }) => ({
        id,
        displayNo,
        status,
        exception,
        orderedAt: orderedAt.toISOString(),
        currency,
        totalAmount,
        units,
        summary,
      })),
    };
  });
  return { groups: groups.slice(0, GROUPS_SHOWN), more: found.length > GROUPS_SHOWN };
}

type SuggestedRow = {
  first: number;
  family: number;
  id: number;
  displayNo: string;
  status: Status;
  exception: string | null;
  orderedAt: Date;
  currency: string;
  totalAmount: string;
  units: number;
  summary: { sku: string; title: string; quantity: number }[];
  platform: string;
  shopName: string;
  buyerName: string;
  country: string;
  city: string;
  postalCode: string;
};
