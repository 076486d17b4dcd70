import { COUNTRY_NAMES } from '@tradewind/connectors/marketplaces/amazon/definition.ts';
import { MARKETPLACES } from '@tradewind/connectors/marketplaces/amazon/regions.ts';
import type { FbaCase, FbaDetail, FbaRow, FbaState } from '@tradewind/contract/transit.ts';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { type Ctx, type Language, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { beginsWith, countAll, countOf, endOfPrefix } from '../../../core/database/statement.ts';
import { notFound } from '../../../core/errors.ts';
import { readFailure } from '../../../core/jobs/failure.ts';
import { inShops, inWarehouses } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { shopsInScope } from '../../channels/public.ts';

const SHOWN = sql.raw(`f.id, f.number, f.name, f.state, f.step, f.step_error as "stepError", f.shop_id as "shopId",
  s.name as "shopName", w.name as "warehouseName", l.skus, l.units, coalesce(p.received, 0) as received,
  (select count(*)::int from fba_box b where b.company_id = f.company_id and b.shipment_id = f.id) as boxes,
  coalesce(p.confirmations, '{}') as "confirmationIds", f.created_at as "createdAt", f.shipped_at as "shippedAt",
  (select count(*)::int from fba_case c where c.company_id = f.company_id and c.shipment_id = f.id
    and c.state in ('open', 'sent')) as "openCases"`);
const JOINS = sql.raw(`join shop s on s.company_id = f.company_id and s.id = f.shop_id
  join warehouse w on w.company_id = f.company_id and w.id = f.warehouse_id
  cross join lateral (select count(*)::int as skus, coalesce(sum(quantity), 0)::int as units from fba_line
    where company_id = f.company_id and shipment_id = f.id) l
  cross join lateral (select array_agg(x.confirmation_id order by x.id) filter (where x.confirmation_id <> '') as confirmations,
      sum(x.received)::int as received
    from (select a.id, a.confirmation_id, (select sum(y.received) from fba_part_line y
      where y.company_id = a.company_id and y.part_id = a.id) as received
      from fba_part a where a.company_id = f.company_id and a.shipment_id = f.id) x) p`);

export interface Filter {
  state?: FbaState | undefined;
  shopId?: number | undefined;
  text?: string | undefined;
}
type Row = FbaRow & Record<string, unknown>;

const seen = (tx: Tx): SQL =>
  sql`f.company_id = ${tx.companyId} and ${inShops(tx, sql`f.shop_id`)} and ${inWarehouses(tx, sql`f.warehouse_id`)}`;

function where(tx: Tx, { state, shopId, text }: Filter): SQL {
  const parts = [seen(tx)];
  if (state) parts.push(sql`f.state = ${state}`);
  if (shopId) parts.push(sql`f.shop_id = ${shopId}`);
  if (text)
    parts.push(sql`f.id in (
      select id from fba_shipment where company_id = ${tx.companyId}
        and ${beginsWith(sql`number`, text.toUpperCase())}
      union all select id from fba_shipment
        where company_id = ${tx.companyId} and ${beginsWithWord(sql`name_lower`, text)}
      union all select shipment_id from fba_part
        where company_id = ${tx.companyId} and ${beginsWith(sql`confirmation_id`, text.toUpperCase())}
      union all select shipment_id from fba_line
        where company_id = ${tx.companyId} and ${beginsWith(sql`seller_sku`, text)})`);
  return sql.join(parts, sql` and `);
}

/** Large or small letters alike: `column` holds them small, by the database's own rule. */
export const beginsWithWord = (column: SQL, text: string): SQL =>
  sql`${column} >= lower(${text}) and ${column} < lower(${text}) || ${endOfPrefix('')}`;

/** Shipments newest first; those after `before` where a file is written. */
export function fbaRows(
  tx: Tx,
  filter: Filter,
  { limit, offset = 0, before }: { limit: number; offset?: number; before?: number },
): Promise<Row[]> {
  // How far a page reaches and what a text matches decides which index is walked.
  tx.set('plan_cache_mode', 'force_custom_plan');
  const from = before === undefined ? sql`` : sql`and f.id < ${before}`;
  return tx.rows<Row>(sql`select ${SHOWN} from (select f.id from fba_shipment f where ${where(tx, filter)} ${from}
    order by f.id desc limit ${limit} offset ${offset}) page
    join fba_shipment f on f.company_id = ${tx.companyId} and f.id = page.id ${JOINS} order by f.id desc`);
}

const matching = (tx: Tx, filter: Filter): SQL => sql`from fba_shipment f where ${where(tx, filter)}`;
export const countFba = (tx: Tx, filter: Filter) => countAll(tx, matching(tx, filter));

export async function fbaPage(tx: Tx, ctx: Ctx, query: Filter & { page: number; pageSize: number }) {
  const { page, pageSize, ...filter } = query;
  const rows = await fbaRows(tx, filter, { limit: pageSize, offset: (page - 1) * pageSize });
  return { rows: rows.map((row) => stopped(ctx, row)), ...(await countOf(tx, matching(tx, filter))) };
}

const stopped = <R extends { stepError: string | null }>(ctx: Ctx, row: R): R => ({
  ...row,
  stepError: row.stepError && said(ctx, row.stepError),
});

export async function tabs(tx: Tx) {
  const rows = await tx.rows<{ state: string; n: number }>(sql`select f.state, count(*)::int as n from fba_shipment f
    where ${seen(tx)} group by f.state`);
  const cases = await tx.row<{ n: number }>(sql`select count(*)::int as n from fba_case c
    join fba_shipment f on f.company_id = c.company_id and f.id = c.shipment_id where ${seen(tx)} and c.state in ('open', 'sent')`);
  return { states: Object.fromEntries(rows.map((row) => [row.state, row.n])), openCases: cases?.n ?? 0 };
}

type Head = FbaRow & {
  placementId: string | null;
  options: { id: string; status: string; shipmentIds: string[]; fees: [] }[];
} & Pick<FbaDetail, 'marketplaceId' | 'warehouseId' | 'planId' | 'readyOn' | 'remark' | 'version'>;

/** @throws notFound transit.notFound */
export async function fbaDetail(tx: Tx, ctx: Ctx, id: number): Promise<FbaDetail> {
  const head = await tx.row<Head & Record<string, unknown>>(sql`select ${SHOWN}, f.marketplace_id as "marketplaceId",
      f.warehouse_id as "warehouseId", f.plan_id as "planId", f.ready_on::text as "readyOn", f.remark, f.version,
      f.placement_id as "placementId", f.placements as options
    from fba_shipment f ${JOINS} where ${seen(tx)} and f.id = ${id}`);
  if (!head) throw notFound('transit.notFound');
  const { placementId, options, ...shown } = head;
  const [lines, boxList, parts, costs] = await Promise.all([
    linesShown(tx, id),
    boxesShown(tx, id),
    partsShown(tx, ctx, id),
    costsOf(tx, 'fba_shipment', id),
  ]);
  const placements = options.map((one) => ({
    ...one,
    fees: seesCosts(tx) ? one.fees : null,
    shipments: one.shipmentIds.length,
    chosen: one.id === placementId,
  }));
  return { ...stopped(ctx, shown), lines, boxList, parts, placements, costs };
}

const seesCosts = (tx: Tx) => maySee(tx.rights, 'seeCost');
const linesShown = (tx: Tx, id: number, costs = seesCosts(tx)) =>
  tx.rows<FbaDetail['lines'][number] & Record<string, unknown>>(sql`select l.id, l.product_id as "productId", p.sku,
      p.name_zh as "nameZh", p.name_en as "nameEn", l.seller_sku as "sellerSku", l.factor, l.quantity,
      l.label_owner as "labelOwner", l.prep_owner as "prepOwner", l.expires_on::text as "expiresOn", l.fnsku,
      l.packing_group as "packingGroup", case when ${costs} then l.goods_cost end as "goodsCost",
      case when ${costs} then l.landed_cost end as "landedCost",
      (select coalesce(sum(x.received), 0)::int from fba_part_line x
        where x.company_id = l.company_id and x.line_id = l.id) as received
    from fba_line l join product p on p.company_id = l.company_id and p.id = l.product_id
    where l.company_id = ${tx.companyId} and l.shipment_id = ${id} order by l.id`);

const boxesShown = (tx: Tx, id: number) =>
  tx.rows<
    FbaDetail['boxList'][number] & Record<string, unknown>
  >(sql`select b.number, trim_scale(b.length_cm)::text as "lengthCm",
      trim_scale(b.width_cm)::text as "widthCm", trim_scale(b.height_cm)::text as "heightCm",
      trim_scale(b.weight_kg)::text as "grossKg", b.box_id as "boxId", b.tracking_number as "trackingNumber",
      coalesce(p.confirmation_id, '') as "confirmationId", b.contents
    from fba_box b left join fba_part p on p.company_id = b.company_id and p.id = b.part_id
    where b.company_id = ${tx.companyId} and b.shipment_id = ${id} order by b.number`);

async function partsShown(tx: Tx, ctx: Ctx, id: number): Promise<FbaDetail['parts']> {
  const rows = await tx.rows<FbaDetail['parts'][number] & { transportId: string | null } & Record<string, unknown>>(sql`
    select p.id, p.confirmation_id as "confirmationId", p.destination, p.status, p.transports, p.transport_id as "transportId",
      p.window_from as "windowFrom", p.window_to as "windowTo", i.number as "inboundNo", p.read_error as "readError",
      (select count(*)::int from fba_box b where b.company_id = p.company_id and b.part_id = p.id) as boxes,
      coalesce(x.units, 0)::int as units, coalesce(x.received, 0)::int as received
    from fba_part p left join inbound i on i.company_id = p.company_id and i.id = p.inbound_id
      cross join lateral (select sum(quantity) as units, sum(received) as received from fba_part_line
        where company_id = p.company_id and part_id = p.id) x
    where p.company_id = ${tx.companyId} and p.shipment_id = ${id} order by p.id`);
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

/** The platform's words as they came, a failure of ours in the reader's language. */
export function said(ctx: Ctx, kept: string): string {
  const { code, params, full } = readFailure(kept);
  return code ? say(ctx.language, code, params) : full;
}

/** Of a shipment or a leg; none for those who may not see costs. */
export const costsOf = async (tx: Tx, docKind: string, docId: number): Promise<FbaDetail['costs']> =>
  seesCosts(tx)
    ? tx.rows<FbaDetail['costs'][number] & Record<string, unknown>>(sql`select kind, amount::text, currency, basis,
      base_amount::text as "baseAmount" from transit_cost
    where company_id = ${tx.companyId} and doc_kind = ${docKind} and doc_id = ${docId} order by id`)
    : [];

export async function casePage(
  tx: Tx,
  query: { page: number; pageSize: number; shipmentId?: number | undefined; state?: string | undefined },
) {
  const parts = [seen(tx)];
  if (query.shipmentId) parts.push(sql`c.shipment_id = ${query.shipmentId}`);
  if (query.state) parts.push(sql`c.state = ${query.state}`);
  const from = sql`from fba_case c join fba_shipment f on f.company_id = c.company_id and f.id = c.shipment_id`;
  const matches = sql`where ${sql.join(parts, sql` and `)}`;
  const rows = await tx.rows<FbaCase & Record<string, unknown>>(sql`
    select c.id, c.number, c.shipment_id as "shipmentId", f.number as "shipmentNo", p.confirmation_id as "confirmationId",
      l.seller_sku as "sellerSku", c.kind, c.quantity, c.state, c.due_on::text as "dueOn", c.claim, c.amount, c.currency,
      c.remark, c.version, c.state = 'open' and c.due_on < ${tx.now}::date as late
    ${from} join fba_part_line x on x.company_id = c.company_id and x.id = c.part_line_id
      join fba_part p on p.company_id = c.company_id and p.id = x.part_id
      join fba_line l on l.company_id = c.company_id and l.id = x.line_id
    ${matches} order by c.state in ('open', 'sent') desc, c.due_on, c.id
    limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`);
  return { rows, ...(await countOf(tx, sql`${from} ${matches}`)) };
}

function marketplaceName(id: string, language: Language): string {
  const country = MARKETPLACES.find((one) => one.id === id)?.country ?? id;
  return COUNTRY_NAMES[country]?.[language === 'zh' ? 0 : 1] ?? country;
}

/** Amazon alone takes goods into its warehouses by us. */
export async function fbaShops(tx: Tx, ctx: Ctx) {
  const shops = await shopsInScope(tx, ctx);
  return shops
    .filter((shop) => shop.platform === 'amazon' && shop.state === 'authorized')
    .map(({ id, name, marketplaceIds }) => ({
      ...{ id, name },
      marketplaces: marketplaceIds.map((one) => ({ id: one, name: marketplaceName(one, ctx.language) })),
    }));
}

export function fbaListings(tx: Tx, asked: { shopId: number; warehouseId?: number | undefined; text: string }) {
  return tx.rows<{
    sellerSku: string;
    title: string;
    productId: number;
    sku: string;
    factor: number;
    available: number;
  }>(sql`
    select m.seller_sku as "sellerSku", coalesce((select t.title from platform_listing t where t.company_id = m.company_id
        and t.shop_id = m.shop_id and t.seller_sku = m.seller_sku limit 1), p.name_en) as title,
      p.id as "productId", p.sku, m.factor, coalesce(b.on_hand - b.reserved, 0)::int as available
    from sku_mapping m join product p on p.company_id = m.company_id and p.id = m.product_id
      left join stock_balance b on b.company_id = m.company_id and b.product_id = p.id and b.warehouse_id = ${asked.warehouseId ?? 0}
        and ${inWarehouses(tx, sql`b.warehouse_id`)}
    where m.company_id = ${tx.companyId} and m.shop_id = ${asked.shopId} and ${inShops(tx, sql`m.shop_id`)}
      and (${asked.text} = '' or starts_with(m.seller_sku, ${asked.text}) or starts_with(p.sku, ${asked.text}))
    order by m.seller_sku limit 50`);
}
