import type { TransferLineRow, TransferPartRow } from '@tradewind/contract/warehouse.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { shownHistory } from '../outbound/moves.ts';
import { CAME, transfers } from './list.ts';

export function shownLines(tx: Tx, transferId: number): Promise<TransferLineRow[]> {
  return tx.rows<TransferLineRow>(
    sql`select x.id, x.product_id, g.sku, g.name_zh, g.name_en, x.quantity, x.held, x.shipped,
       c.*, coalesce(b.on_hand - b.reserved, 0) as available
     from transfer_line x join stock_transfer t on t.company_id = ${sql.company} and t.id = x.transfer_id
     join product g on g.company_id = ${sql.company} and g.id = x.product_id
     left join stock_balance b on b.company_id = ${sql.company} and b.warehouse_id = t.from_id and b.product_id = x.product_id
     cross join lateral (select ${CAME} from transfer_part_line l join transfer_part p on p.company_id = ${sql.company} and p.id = l.part_id
       where l.company_id = ${sql.company} and l.line_id = x.id and p.transfer_id = ${transferId}) c
     where x.company_id = ${sql.company} and x.transfer_id = ${transferId} order by x.id`,
  );
}

type PartHead = Omit<TransferPartRow, 'lines'>;
type PartLine = TransferPartRow['lines'][number] & { partId: number };

export async function partsOf(tx: Tx, transferId: number): Promise<TransferPartRow[]> {
  const [heads, lines] = await Promise.all([
    tx.rows<PartHead>(
      sql`select id, part, inbound_id, inbound_no, state, carrier, tracking_number,
         shipped_at, closed_at, actor from transfer_part
       where company_id = ${sql.company} and transfer_id = ${transferId} order by part`,
    ),
    tx.rows<PartLine>(
      sql`select l.id, l.part_id, g.sku, g.name_zh, g.name_en, o.code as "locationCode",
         (select b.code from stock_batch b where b.company_id = ${sql.company} and b.id = l.batch_id) as "batchCode", l.quantity, l.received,
         l.lost, l.unit_cost::text as "unitCost", round(l.lost * l.unit_cost, 2)::text as "lostValue"
       from (select x.*, case when p.state = 'closed' then greatest(x.quantity - x.received, 0) else 0 end as lost
         from transfer_part_line x join transfer_part p on p.company_id = ${sql.company} and p.id = x.part_id
         where x.company_id = ${sql.company} and p.transfer_id = ${transferId}) l
       join product g on g.company_id = ${sql.company} and g.id = l.product_id join location o on o.company_id = ${sql.company} and o.id = l.location_id
       order by l.id limit 2000`,
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
  const row = await transfers.one(tx, id);
  const [lines, parts, history] = await Promise.all([
    shownLines(tx, id),
    partsOf(tx, id),
    shownHistory(tx, 'transfer', id),
  ]);
  return { ...row, lines, parts, history };
}

/** An allocation order is a transfer as its warehouses see it. */
export async function allocationOrder(tx: Tx, id: number) {
  const row = await transfers.one(tx, id);
  const people = await tx.rows<{ id: number; person: string }>(
    sql`select id, person_in_charge as person from warehouse where company_id = ${sql.company} and id = any(${[row.fromId, row.toId]}::bigint[])`,
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
