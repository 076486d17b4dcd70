import type { TransferFilter, TransferLineRow, TransferPartRow, TransferRow } from '@tradewind/contract/warehouse.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import {
  countRows,
  endOfDay,
  endOfPrefix,
  Params,
  pageStatement,
  startOfDay,
  statement,
} from '../../../core/database/statement.ts';
import { notFound } from '../../../core/errors.ts';
import { shownHistory } from '../moved.ts';

/** Whoever sees either end sees the transfer. */
export function transferWhere(tx: Tx, filter: TransferFilter, params: Params): string {
  const where = [`t.company_id = ${params.add(tx.companyId)}`];
  if (tx.rights.warehouseIds) {
    const mine = params.add(tx.rights.warehouseIds);
    where.push(`(t.from_id = any(${mine}::bigint[]) or t.to_id = any(${mine}::bigint[]))`);
  }
  if (filter.state) where.push(`t.state = ${params.add(filter.state)}`);
  if (filter.fromId) where.push(`t.from_id = ${params.add(filter.fromId)}`);
  if (filter.toId) where.push(`t.to_id = ${params.add(filter.toId)}`);
  if (filter.productId)
    where.push(
      `exists (select from transfer_line x where x.company_id = $1 and x.transfer_id = t.id and x.product_id = ${params.add(filter.productId)})`,
    );
  if (filter.from) where.push(`t.created_at >= ${startOfDay(params.add(filter.from))}`);
  if (filter.to) where.push(`t.created_at < ${endOfDay(params.add(filter.to))}`);
  if (filter.text) {
    const prefix = filter.text.trim().toUpperCase();
    where.push(`t.number >= ${params.add(prefix)} and t.number < ${params.add(endOfPrefix(prefix))}`);
  }
  return where.join(' and ');
}

/** Of parts on their way what is missing may still come; of closed ones it is lost. */
const CAME = `coalesce(sum(l.received), 0)::int as received,
  coalesce(sum(greatest(l.quantity - l.received, 0)) filter (where p.state = 'transit'), 0)::int as "inTransit",
  coalesce(sum(greatest(l.quantity - l.received, 0)) filter (where p.state = 'closed'), 0)::int as lost`;
const ROW = `t.id, t.number, t.state, t.from_id as "fromId", f.name as "fromName", t.to_id as "toId", o.name as "toName",
  t.units, (select coalesce(sum(x.shipped), 0)::int from transfer_line x where x.company_id = $1 and x.transfer_id = t.id) as shipped,
  c.*, t.cost::text as cost, t.expected_on::text as "expectedOn", t.remark, t.version, t.created_by as "createdBy",
  t.created_at as "createdAt", t.done_at as "doneAt"`;
const JOINED = `join warehouse f on f.company_id = $1 and f.id = t.from_id join warehouse o on o.company_id = $1 and o.id = t.to_id
  cross join lateral (select ${CAME} from transfer_part p join transfer_part_line l on l.company_id = $1 and l.part_id = p.id
    where p.company_id = $1 and p.transfer_id = t.id) c`;

const shown = (tx: Tx, row: TransferRow): TransferRow => ({
  ...row,
  cost: maySee(tx.rights, 'seeCost') ? row.cost : null,
});

export async function transferPage(tx: Tx, query: TransferFilter & { page: number; pageSize: number }) {
  const params = new Params();
  const where = transferWhere(tx, query, params);
  const limit = `limit ${params.add(query.pageSize)} offset ${params.add((query.page - 1) * query.pageSize)}`;
  const rows = await pageStatement<TransferRow>(
    tx,
    `with page as materialized (select t.* from stock_transfer t where ${where} order by t.id desc ${limit})
     select ${ROW} from page t ${JOINED} order by t.id desc`,
    params,
  );
  const counted = new Params();
  const totals = await countRows(tx, `from stock_transfer t where ${transferWhere(tx, query, counted)}`, counted);
  return { rows: rows.map((row) => shown(tx, row)), ...totals };
}

export async function transferTabs(tx: Tx) {
  const params = new Params();
  const where = transferWhere(tx, {}, params);
  const rows = await statement<{ state: string; n: number }>(
    tx,
    `select t.state, count(*)::int as n from stock_transfer t where ${where}
     and t.state in ('draft', 'submitted', 'shipping', 'shipped') group by t.state`,
    params,
  );
  return { counts: Object.fromEntries(rows.map((row) => [row.state, row.n])) };
}

export async function transferById(tx: Tx, id: number): Promise<TransferRow> {
  const params = new Params();
  const where = transferWhere(tx, {}, params);
  const [row] = await statement<TransferRow>(
    tx,
    `select ${ROW} from stock_transfer t ${JOINED} where ${where} and t.id = ${params.add(id)}`,
    params,
  );
  if (!row) throw notFound('warehouse.transferNotFound');
  return shown(tx, row);
}

export function shownLines(tx: Tx, transferId: number): Promise<TransferLineRow[]> {
  return tx.prepared<TransferLineRow>(
    'transfer_lines_shown',
    `select x.id, x.product_id as "productId", g.sku, g.name_zh as "nameZh", g.name_en as "nameEn", x.quantity, x.held, x.shipped,
       c.*, coalesce(b.on_hand - b.reserved, 0) as available
     from transfer_line x join stock_transfer t on t.company_id = $1 and t.id = x.transfer_id
     join product g on g.company_id = $1 and g.id = x.product_id
     left join stock_balance b on b.company_id = $1 and b.warehouse_id = t.from_id and b.product_id = x.product_id
     cross join lateral (select ${CAME} from transfer_part_line l join transfer_part p on p.company_id = $1 and p.id = l.part_id
       where l.company_id = $1 and l.line_id = x.id and p.transfer_id = $2) c
     where x.company_id = $1 and x.transfer_id = $2 order by x.id`,
    [tx.companyId, transferId],
  );
}

type PartHead = Omit<TransferPartRow, 'lines'>;
type PartLine = TransferPartRow['lines'][number] & { partId: number };

export async function partsOf(tx: Tx, transferId: number): Promise<TransferPartRow[]> {
  const [heads, lines] = await Promise.all([
    tx.prepared<PartHead>(
      'transfer_parts_shown',
      `select id, part, inbound_id as "inboundId", inbound_no as "inboundNo", state, carrier, tracking_number as "trackingNumber",
         shipped_at as "shippedAt", closed_at as "closedAt", actor from transfer_part
       where company_id = $1 and transfer_id = $2 order by part`,
      [tx.companyId, transferId],
    ),
    tx.prepared<PartLine>(
      'transfer_part_lines_shown',
      `select l.id, l.part_id as "partId", g.sku, g.name_zh as "nameZh", g.name_en as "nameEn", o.code as "locationCode",
         (select b.code from stock_batch b where b.company_id = $1 and b.id = l.batch_id) as "batchCode", l.quantity, l.received,
         l.lost, l.unit_cost::text as "unitCost", round(l.lost * l.unit_cost, 2)::text as "lostValue"
       from (select x.*, case when p.state = 'closed' then greatest(x.quantity - x.received, 0) else 0 end as lost
         from transfer_part_line x join transfer_part p on p.company_id = $1 and p.id = x.part_id
         where x.company_id = $1 and p.transfer_id = $2) l
       join product g on g.company_id = $1 and g.id = l.product_id join location o on o.company_id = $1 and o.id = l.location_id
       order by l.id limit 2000`,
      [tx.companyId, transferId],
    ),
  ]);
  const costs = maySee(tx.rights, 'seeCost');
  const linesOf = Map.groupBy(lines, (line) => line.partId);
  return heads.map((head) => ({
    ...head,
    lines: (linesOf.get(head.id) ?? []).map(({ partId: _part, ...line }) => ({
      ...line,
      unitCost: costs ? line.unitCost : null,
      lostValue: costs ? line.lostValue : null,
    })),
  }));
}

export async function transferDetail(tx: Tx, id: number) {
  const row = await transferById(tx, id);
  const [lines, parts, history] = await Promise.all([
    shownLines(tx, id),
    partsOf(tx, id),
    shownHistory(tx, 'transfer', id),
  ]);
  return { ...row, lines, parts, history };
}

/** Parts that left and are still expected, the newest first. */
export async function transitPage(tx: Tx, query: { toId?: number | undefined; page: number; pageSize: number }) {
  const params = new Params();
  const where = transferWhere(tx, { toId: query.toId }, params);
  const limit = `limit ${params.add(query.pageSize)} offset ${params.add((query.page - 1) * query.pageSize)}`;
  const from = `from transfer_part p join stock_transfer t on t.company_id = $1 and t.id = p.transfer_id
    where ${where} and p.company_id = $1 and p.state = 'transit'`;
  const rows = await pageStatement<{
    id: number;
    transferId: number;
    number: string;
    part: number;
    fromName: string;
    toName: string;
    inboundNo: string;
    carrier: string;
    trackingNumber: string;
    units: number;
    received: number;
    value: string | null;
    expectedOn: string | null;
    shippedAt: string;
  }>(
    tx,
    `with page as materialized (select p.*, t.number, t.from_id, t.to_id, t.expected_on ${from} order by p.id desc ${limit})
     select p.id, p.transfer_id as "transferId", p.number, p.part, f.name as "fromName", o.name as "toName",
       p.inbound_no as "inboundNo", p.carrier, p.tracking_number as "trackingNumber", c.*, p.expected_on::text as "expectedOn",
       p.shipped_at as "shippedAt"
     from page p join warehouse f on f.company_id = $1 and f.id = p.from_id join warehouse o on o.company_id = $1 and o.id = p.to_id
     cross join lateral (select coalesce(sum(l.quantity), 0)::int as units, coalesce(sum(l.received), 0)::int as received,
       round(coalesce(sum(greatest(l.quantity - l.received, 0) * l.unit_cost), 0), 2)::text as value
       from transfer_part_line l where l.company_id = $1 and l.part_id = p.id) c order by p.id desc`,
    params,
  );
  const counted = new Params();
  const again = transferWhere(tx, { toId: query.toId }, counted);
  const totals = await countRows(
    tx,
    `from transfer_part p join stock_transfer t on t.company_id = $1 and t.id = p.transfer_id
     where ${again} and p.company_id = $1 and p.state = 'transit'`,
    counted,
  );
  const costs = maySee(tx.rights, 'seeCost');
  return {
    rows: rows.map((row) => ({ ...row, value: costs ? row.value : null })),
    ...totals,
  };
}

/** An allocation order is a transfer as its warehouses see it. */
export async function allocationOrder(tx: Tx, id: number) {
  const row = await transferById(tx, id);
  const people = await tx.prepared<{ id: number; person: string }>(
    'transfer_people',
    'select id, person_in_charge as person from warehouse where company_id = $1 and id = any($2::bigint[])',
    [tx.companyId, [row.fromId, row.toId]],
  );
  const person = (warehouseId: number) => people.find((one) => one.id === warehouseId)?.person ?? '';
  return {
    disId: row.id,
    disNo: row.number,
    state: row.state,
    shipper: person(row.fromId),
    recipient: person(row.toId),
    fromWarehouseId: row.fromId,
    fromWarehouse: row.fromName,
    toWarehouseId: row.toId,
    toWarehouse: row.toName,
    quantity: row.units,
    shipped: row.shipped,
    received: row.received,
    remark: row.remark,
    createdAt: row.createdAt,
  };
}
