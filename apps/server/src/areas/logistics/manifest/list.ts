import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { listManifests, ManifestRow } from '@tradewind/contract/logistics.ts';
import { sql } from 'drizzle-orm/sql/sql';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { countRows, endOfPrefix, Params, pageStatement } from '../../../core/database/statement.ts';
import { readHistory } from '../../../core/documents.ts';
import { notFound } from '../../../core/errors.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { readWords } from '../parcel/problems.ts';
import { CANDIDATE_FROM, type Candidate, candidates, mayNotLeave, PLATFORM_OF, WAITS } from './candidates.ts';
import { makesSheet } from './carrier-sheet.ts';
import type { Van } from './manifest.ts';

type Filter = Omit<ParsedOf<typeof listManifests>, 'page' | 'pageSize'>;

/** Of `manifest m`, the actor's warehouses with it. */
function manifestWhere(tx: Tx, filter: Filter, params: Params): string {
  const where = [`m.company_id = ${params.add(tx.companyId)}`];
  if (tx.rights.warehouseIds) where.push(`m.warehouse_id = any(${params.add(tx.rights.warehouseIds)}::bigint[])`);
  if (filter.state) where.push(`m.state = ${params.add(filter.state)}`);
  if (filter.warehouseId) where.push(`m.warehouse_id = ${params.add(filter.warehouseId)}`);
  if (filter.carrier) where.push(`m.carrier = ${params.add(filter.carrier)}`);
  if (filter.from) where.push(`m.on_day >= ${params.add(filter.from)}::date`);
  if (filter.to) where.push(`m.on_day <= ${params.add(filter.to)}::date`);
  if (filter.text) {
    const typed = filter.text.trim().toUpperCase();
    const text = params.add(typed);
    where.push(`m.id in (
      select id from manifest where company_id = $1 and number >= ${text} and number < ${params.add(endOfPrefix(typed))}
      union all select x.manifest_id from parcel p join manifest_parcel x on x.company_id = $1 and x.parcel_id = p.id
        where p.company_id = $1 and p.tracking_number = ${text})`);
  }
  return where.join(' and ');
}

const ROW = `m.id, m.number, m.state, m.on_day as day, m.warehouse_id as "warehouseId", w.name as "warehouseName", m.carrier,
  m.platform, m.channel_id as "channelId", c.name as "channelName", x.parcels, x."weightGrams", x.stayed,
  m.created_by as "createdBy", m.created_at as "createdAt", m.closed_by as "closedBy", m.closed_at as "closedAt",
  m.handed_by as "handedBy", m.handed_at as "handedAt"`;
const JOINS = `join warehouse w on w.company_id = $1 and w.id = m.warehouse_id
  left join shipping_channel c on c.company_id = $1 and c.id = m.channel_id
  cross join lateral (select count(*) filter (where stayed is null)::int as parcels,
    coalesce(sum(weight_grams) filter (where stayed is null), 0)::int as "weightGrams",
    count(*) filter (where stayed is not null)::int as stayed
    from manifest_parcel where company_id = $1 and manifest_id = m.id) x`;

type Row = Omit<ManifestRow, 'createdAt' | 'closedAt' | 'handedAt'> & {
  createdAt: Date;
  closedAt: Date | null;
  handedAt: Date | null;
};
const shown = (row: Row): ManifestRow => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  closedAt: row.closedAt?.toISOString() ?? null,
  handedAt: row.handedAt?.toISOString() ?? null,
});

export async function manifestPage(tx: Tx, { page, pageSize, ...filter }: ParsedOf<typeof listManifests>) {
  const params = new Params();
  const where = manifestWhere(tx, filter, params);
  const limit = `limit ${params.add(pageSize)} offset ${params.add((page - 1) * pageSize)}`;
  const rows = await pageStatement<Row>(
    tx,
    `with page as materialized (select m.id from manifest m where ${where} order by m.id desc ${limit})
     select ${ROW} from page join manifest m on m.company_id = $1 and m.id = page.id ${JOINS} order by m.id desc`,
    params,
  );
  const counted = new Params();
  const totals = await countRows(tx, `from manifest m where ${manifestWhere(tx, filter, counted)}`, counted);
  return { rows: rows.map(shown), ...totals };
}

export async function manifestTabs(tx: Tx): Promise<{ open: number; closed: number }> {
  const row = await tx.row<{ open: number; closed: number }>(sql`select
      count(*) filter (where state = 'open')::int as open, count(*) filter (where state = 'closed')::int as closed
    from manifest where company_id = ${tx.companyId} and state in ('open', 'closed') and ${inWarehouses(tx, sql`warehouse_id`)}`);
  return row ?? { open: 0, closed: 0 };
}

export async function manifestHead(tx: Tx, id: number): Promise<ManifestRow> {
  const params = new Params();
  const where = manifestWhere(tx, {}, params);
  const [row] = await pageStatement<Row>(
    tx,
    `select ${ROW} from manifest m ${JOINS} where ${where} and m.id = ${params.add(id)}`,
    params,
  );
  if (!row) throw notFound('logistics.manifest.gone');
  return shown(row);
}

export type Listed = Pick<Candidate, 'parcelId' | 'orderId' | 'orderNo' | 'outboundNo' | 'code'> & {
  country: string;
  serviceName: string;
  weightGrams: number;
  addedBy: string;
  stayed: string | null;
};

/** What is or was on it, newest first. */
export function parcelsListed(tx: Tx, id: number): Promise<Listed[]> {
  return tx.rows<Listed>(sql`select p.id as "parcelId", p.order_id as "orderId", p.order_no as "orderNo",
      o.number as "outboundNo", coalesce(p.tracking_number, p.reference) as code, p.country,
      p.service_name as "serviceName", x.weight_grams as "weightGrams", x.added_by as "addedBy", x.stayed
    from manifest_parcel x join parcel p on p.company_id = x.company_id and p.id = x.parcel_id
    join outbound o on o.company_id = p.company_id and o.id = p.outbound_id
    where x.company_id = ${tx.companyId} and x.manifest_id = ${id} order by x.added_at desc, p.id desc limit 5000`);
}

export async function manifestDetail(app: App, tx: Tx, ctx: Ctx, id: number) {
  const head = await manifestHead(tx, id);
  const rows = await parcelsListed(tx, id);
  const open = head.state === 'open' || head.state === 'closed';
  const now = open ? await candidates(tx, sql`mp.manifest_id = ${id}`, 5_000) : [];
  const problems = new Map(
    now.flatMap((one) => {
      const why = mayNotLeave(one);
      return why ? [[one.parcelId, say(ctx.language, why.code, why.params)] as const] : [];
    }),
  );
  const history = await readHistory(tx, 'manifest', id);
  return {
    ...head,
    carrierPaper: makesSheet(app, head),
    rows: rows.map((row) => ({
      ...row,
      problem: problems.get(row.parcelId) ?? null,
      stayed: readWords(ctx.language, row.stayed),
    })),
    history: history.map((row) => ({ ...row, at: row.at.toISOString() })),
  };
}

/** What stands ready and is on no manifest, by who takes it. */
export async function waitingGroups(tx: Tx) {
  const groups = await tx.rows<{
    warehouseId: number;
    warehouseName: string;
    carrier: Van['carrier'];
    platform: string;
    channelId: number | null;
    channelName: string | null;
    parcels: number;
    weightGrams: number;
  }>(sql`select g.*, w.name as "warehouseName", d.name as "channelName" from (
      select p.warehouse_id as "warehouseId", p.carrier, ${PLATFORM_OF} as platform,
        case when p.carrier = 'own' then p.channel_id end as "channelId", count(*)::int as parcels,
        sum(coalesce(p.weighed_grams, p.weight_grams))::int as "weightGrams"
      from ${CANDIDATE_FROM} where p.company_id = ${tx.companyId} and ${WAITS} and ${inWarehouses(tx, sql`p.warehouse_id`)}
      group by 1, 2, 3, 4) g
    join warehouse w on w.company_id = ${tx.companyId} and w.id = g."warehouseId"
    left join shipping_channel d on d.company_id = ${tx.companyId} and d.id = g."channelId"
    order by g.parcels desc limit 200`);
  return { groups };
}
