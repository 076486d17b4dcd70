import type { TransferState } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineDocument } from '../../../core/documents.ts';
import { notFound } from '../../../core/errors.ts';
import { defineHolder, defineMovementDocument, lockBalances } from '../../stock/public.ts';
import { transferMoved } from '../hooks.ts';
import './transfer.texts.ts';

export const transferDocument = defineDocument<TransferState>({
  kind: 'transfer',
  prefix: 'TRF',
  transitions: {
    draft: ['submitted', 'cancelled'],
    submitted: ['shipping', 'shipped', 'cancelled'],
    // Another part ships.
    shipping: ['shipping', 'shipped'],
    shipped: ['done'],
    done: [],
    cancelled: [],
  },
});
defineMovementDocument('transfer', 'stock_transfer');
defineHolder({
  kind: 'transfer',
  docKind: 'transfer',
  rows: sql`select x.company_id, t.from_id as warehouse_id, x.product_id, t.id as doc_id, t.number, t.state, x.held as quantity
    from transfer_line x join stock_transfer t on t.company_id = x.company_id and t.id = x.transfer_id where x.held > 0`,
});

export type Transfer = {
  id: number;
  number: string;
  fromId: number;
  toId: number;
  state: TransferState;
  units: number;
  cost: string;
  expectedOn: string | null;
  /** The number of the allocation order that made it. */
  allocationNo: string | null;
  version: number;
};
export type Line = {
  id: number;
  productId: number;
  sku: string;
  quantity: number;
  held: number;
  shipped: number;
};

const COLUMNS = sql`id, number, from_id, to_id, state, units, cost::text as cost,
  expected_on::text as "expectedOn", allocation_no, version`;

/** Transfers whose sending warehouse the actor sees. */
export async function transferOf(tx: Tx, id: number): Promise<Transfer> {
  const [row] = await tx.rows<Transfer>(
    sql`select ${COLUMNS} from stock_transfer where company_id = ${sql.company} and id = ${id} and (${tx.rights.warehouseIds}::bigint[] is null or from_id = any(${tx.rights.warehouseIds}::bigint[]))`,
  );
  if (!row) throw notFound('warehouse.transferNotFound');
  return row;
}

/** Locks the transfer alone, if balances are locked already or not needed. */
export async function lockTransfer(tx: Tx, id: number): Promise<Transfer> {
  const [row] = await tx.rows<Transfer>(
    sql`select ${COLUMNS} from stock_transfer where company_id = ${sql.company} and id = ${id} for update`,
  );
  if (!row) throw notFound('warehouse.transferNotFound');
  return row;
}

export function linesOf(tx: Tx, transferId: number): Promise<Line[]> {
  return tx.rows<Line>(
    sql`select l.id, l.product_id, p.sku, l.quantity, l.held, l.shipped from transfer_line l
     join product p on p.company_id = ${sql.company} and p.id = l.product_id where l.company_id = ${sql.company} and l.transfer_id = ${transferId} order by l.id`,
  );
}

/**
 * Locks a transfer with its balances at both warehouses. Balances come first, as for a receiver, whose hook then locks
 * the transfer.
 */
export async function lockWithBalances(tx: Tx, id: number): Promise<{ transfer: Transfer; lines: Line[] }> {
  const { fromId, toId } = await transferOf(tx, id);
  const products = (await linesOf(tx, id)).map((line) => line.productId);
  await lockBalances(
    tx,
    products.flatMap((productId) => [
      { warehouseId: fromId, productId },
      { warehouseId: toId, productId },
    ]),
  );
  const transfer = await lockTransfer(tx, id);
  return { transfer, lines: await linesOf(tx, id) };
}

export async function setTransferState(tx: Tx, id: number, state: TransferState): Promise<void> {
  await tx.rows(
    sql`update stock_transfer set state = ${state}, version = version + 1,
       submitted_at = case when ${state}::text = 'submitted' then ${tx.now} else submitted_at end,
       done_at = case when ${state}::text in ('done', 'cancelled') then ${tx.now}::timestamptz end
     where company_id = ${sql.company} and id = ${id}`,
  );
  if (state === 'cancelled' || state === 'shipped') await transferMoved.call(tx, { transferId: id, to: state });
}
