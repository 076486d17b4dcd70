import { COUNTRY_NAMES } from '@tradewind/connectors/marketplaces/amazon/definition.ts';
import { MARKETPLACES } from '@tradewind/connectors/marketplaces/amazon/regions.ts';
import { FBA_STATES, type FbaDetail } from '@tradewind/contract/transit.ts';
import { type Ctx, type Language, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { notFound } from '../../../core/errors.ts';
import { readFailure } from '../../../core/jobs/failure.ts';
import { tabFor } from '../../../core/lists.ts';
import { inShops, inWarehouses } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { shopsInScope } from '../../channels/public.ts';
import { allocationOf } from '../../procurement/public.ts';
import { cases, shipments } from './list.ts';

/** Why the step failed, in the user's language. */
const stopped = <R extends { stepError: string | null }>(ctx: Ctx, row: R): R => ({
  ...row,
  stepError: row.stepError && said(ctx, row.stepError),
});

export async function fbaPage(tx: Tx, ctx: Ctx, query: Parameters<typeof shipments.page>[1]) {
  const page = await shipments.page(tx, query);
  return { ...page, rows: page.rows.map((row) => stopped(ctx, row)) };
}

const PENDING = tabFor('state', ['open', 'sent']);
export async function fbaTabs(tx: Tx) {
  const [states, { open, sent }] = await Promise.all([
    shipments.tabs(tx, tabFor('state', FBA_STATES)),
    cases.tabs(tx, PENDING),
  ]);
  return { states, openCases: open + sent };
}

type Inner = Pick<FbaDetail, 'marketplaceId' | 'warehouseId' | 'planId' | 'readyOn' | 'remark' | 'version'> & {
  placementId: string | null;
  options: { id: string; status: string; shipmentIds: string[]; fees: [] }[];
};

/** @throws notFound transit.notFound */
export async function fbaDetail(tx: Tx, ctx: Ctx, id: number): Promise<FbaDetail> {
  const head = await shipments.one(tx, id);
  const [inner, lines, boxList, parts, costs, allocation] = await Promise.all([
    tx.row<Inner>(sql`select marketplace_id, warehouse_id, plan_id, ready_on::text as ready_on, remark, version,
      placement_id, placements as options from fba_shipment where company_id = ${sql.company} and id = ${id}`),
    linesShown(tx, id),
    boxesShown(tx, id),
    partsShown(tx, ctx, id),
    costsOf(tx, 'fba_shipment', id),
    allocationOf(tx, { docKind: 'fba_shipment', docId: id }),
  ]);
  if (!inner) throw notFound('transit.notFound');
  const { placementId, options, ...more } = inner;
  const placements = options.map((one) => ({
    ...one,
    fees: seesCosts(tx) ? one.fees : null,
    shipments: one.shipmentIds.length,
    chosen: one.id === placementId,
  }));
  return { ...stopped(ctx, head), ...more, allocation, lines, boxList, parts, placements, costs };
}

const seesCosts = (tx: Tx) => maySee(tx.rights, 'seeCost');
const linesShown = (tx: Tx, id: number, costs = seesCosts(tx)) =>
  tx.rows<FbaDetail['lines'][number] & Record<string, unknown>>(sql`select l.id, l.product_id, p.sku,
      p.name_zh, p.name_en, l.seller_sku, l.factor, l.quantity,
      l.label_owner, l.prep_owner, l.expires_on::text as "expiresOn", l.fnsku,
      l.packing_group, case when ${costs} then l.goods_cost end as "goodsCost",
      case when ${costs} then l.landed_cost end as "landedCost",
      (select coalesce(sum(x.received), 0)::int from fba_part_line x
        where x.company_id = ${sql.company} and x.line_id = l.id) as received
    from fba_line l join product p on p.company_id = l.company_id and p.id = l.product_id
    where l.company_id = ${sql.company} and l.shipment_id = ${id} order by l.id`);

const boxesShown = (tx: Tx, id: number) =>
  tx.rows<
    FbaDetail['boxList'][number] & Record<string, unknown>
  >(sql`select b.number, trim_scale(b.length_cm)::text as "lengthCm",
      trim_scale(b.width_cm)::text as "widthCm", trim_scale(b.height_cm)::text as "heightCm",
      trim_scale(b.weight_kg)::text as "grossKg", b.box_id, b.tracking_number,
      coalesce(p.confirmation_id, '') as "confirmationId", b.contents
    from fba_box b left join fba_part p on p.company_id = b.company_id and p.id = b.part_id
    where b.company_id = ${sql.company} and b.shipment_id = ${id} order by b.number`);

async function partsShown(tx: Tx, ctx: Ctx, id: number): Promise<FbaDetail['parts']> {
  const rows = await tx.rows<FbaDetail['parts'][number] & { transportId: string | null } & Record<string, unknown>>(sql`
    select p.id, p.confirmation_id, p.destination, p.status, p.transports, p.transport_id,
      p.window_from, p.window_to, i.number as "inboundNo", p.read_error,
      (select count(*)::int from fba_box b where b.company_id = ${sql.company} and b.part_id = p.id) as boxes,
      coalesce(x.units, 0)::int as units, coalesce(x.received, 0)::int as received
    from fba_part p left join inbound i on i.company_id = p.company_id and i.id = p.inbound_id
      cross join lateral (select sum(quantity) as units, sum(received) as received from fba_part_line
        where company_id = ${sql.company} and part_id = p.id) x
    where p.company_id = ${sql.company} and p.shipment_id = ${id} order by p.id`);
  const costs = seesCosts(tx);
  return rows.map(({ transportId, transports, readError, ...part }) => ({
    ...part,
    readError: readError && said(ctx, readError),
    transports: transports.map(({ cost, currency, ...one }) => ({
      ...one,
      ...(costs && cost && currency ? { cost, currency } : {}),
      chosen: one.id === transportId,
    })),
  }));
}

/** The platform's message unchanged, or our error in the user's language. */
export function said(ctx: Ctx, kept: string): string {
  const { code, params, full } = readFailure(kept);
  return code ? say(ctx.language, code, params) : full;
}

/** Costs of a shipment or first leg; none for users who may not see costs. */
export const costsOf = async (tx: Tx, docKind: string, docId: number): Promise<FbaDetail['costs']> =>
  seesCosts(tx)
    ? tx.rows<FbaDetail['costs'][number] & Record<string, unknown>>(sql`select kind, amount::text, currency, basis,
      base_amount::text as "baseAmount" from transit_cost
    where company_id = ${sql.company} and doc_kind = ${docKind} and doc_id = ${docId} order by id`)
    : [];

function marketplaceName(id: string, language: Language): string {
  const country = MARKETPLACES.find((one) => one.id === id)?.country ?? id;
  return COUNTRY_NAMES[country]?.[language === 'zh' ? 0 : 1] ?? country;
}

/** The shops that can ship to FBA: authorized Amazon shops. */
export async function fbaShops(tx: Tx, ctx: Ctx) {
  const shops = await shopsInScope(tx, ctx);
  return shops
    .filter((shop) => shop.platform === 'amazon' && shop.state === 'authorized')
    .map(({ id, name, marketplaceIds }) => ({
      ...{ id, name },
      marketplaces: marketplaceIds.map((one) => ({ id: one, name: marketplaceName(one, ctx.language) })),
    }));
}

export function fbaListings(tx: Tx, requested: { shopId: number; warehouseId?: number | undefined; text: string }) {
  return tx.rows<{
    sellerSku: string;
    title: string;
    productId: number;
    sku: string;
    factor: number;
    available: number;
  }>(sql`
    select m.seller_sku, coalesce((select t.title from platform_listing t where t.company_id = ${sql.company}
        and t.shop_id = m.shop_id and t.seller_sku = m.seller_sku limit 1), nullif(p.name_en, ''), p.name_zh) as title,
      p.id as "productId", p.sku, m.factor, coalesce(b.on_hand - b.reserved, 0)::int as available
    from sku_mapping m join product p on p.company_id = m.company_id and p.id = m.product_id
      left join stock_balance b on b.company_id = m.company_id and b.product_id = p.id and b.warehouse_id = ${requested.warehouseId ?? 0}
        and ${inWarehouses(tx, sql`b.warehouse_id`)}
    where m.company_id = ${sql.company} and m.shop_id = ${requested.shopId} and ${inShops(tx, sql`m.shop_id`)}
      and (${requested.text} = '' or starts_with(m.seller_sku, ${requested.text}) or starts_with(p.sku, ${requested.text}))
    order by m.seller_sku limit 50`);
}
