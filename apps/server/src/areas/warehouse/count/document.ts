import type { CountState } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { defineDocument } from '../../../core/documents.ts';
import { notFound } from '../../../core/errors.ts';
import { defineMovementDocument } from '../../stock/public.ts';
import './count.texts.ts';

export const countDocument = defineDocument<CountState>({
  kind: 'count',
  prefix: 'CNT',
  transitions: {
    open: ['counting', 'cancelled'],
    counting: ['waiting', 'cancelled'],
    // A rejected count is counted again or cancelled.
    waiting: ['done', 'counting'],
    done: [],
    cancelled: [],
  },
});
defineMovementDocument('count', 'stock_count');

export type Count = {
  id: number;
  number: string;
  warehouseId: number;
  kind: 'full' | 'cycle' | 'risk' | 'chosen';
  state: CountState;
  blind: boolean;
  productIds: number[] | null;
};

const COLUMNS = sql`id, number, warehouse_id, kind, state, blind, product_ids`;
const visible = ({ rights }: Tx, id: number): Sql =>
  sql`company_id = ${sql.company} and id = ${id} and (${rights.warehouseIds}::bigint[] is null or warehouse_id = any(${rights.warehouseIds}::bigint[]))`;

/** Lock for changes to the document itself. */
export async function lockCount(tx: Tx, id: number): Promise<Count> {
  const [row] = await tx.rows<Count>(sql`select ${COLUMNS} from stock_count where ${visible(tx, id)} for update`);
  if (!row) throw notFound('warehouse.countNotFound');
  return row;
}

/** Lock for counting a location: shared by many, but not with submitting or cancelling. */
export async function holdCount(tx: Tx, id: number): Promise<Count> {
  const [row] = await tx.rows<Count>(sql`select ${COLUMNS} from stock_count where ${visible(tx, id)} for share`);
  if (!row) throw notFound('warehouse.countNotFound');
  return row;
}

export async function setCountState(tx: Tx, id: number, state: CountState): Promise<void> {
  await tx.rows(
    sql`update stock_count set state = ${state}, version = version + 1,
       started_at = case when ${state}::text = 'counting' then coalesce(started_at, ${tx.now}) else started_at end,
       submitted_at = case when ${state}::text = 'waiting' then ${tx.now} else submitted_at end,
       done_at = case when ${state}::text in ('done', 'cancelled') then ${tx.now}::timestamptz end
     where company_id = ${sql.company} and id = ${id}`,
  );
}

/** The number of locations not counted or waiting for a recount. */
export async function leftOf(tx: Tx, id: number): Promise<{ total: number; left: number }> {
  const [row] = await tx.rows<{ total: number; left: number }>(
    sql`select count(*)::int as total, count(*) filter (where round = 0 or again)::int as left
     from count_location where company_id = ${sql.company} and count_id = ${id}`,
  );
  return row ?? { total: 0, left: 0 };
}
