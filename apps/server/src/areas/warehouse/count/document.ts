import type { CountState } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { defineDocument } from '../../../core/documents.ts';
import { notFound } from '../../../core/errors.ts';
import { defineMovementDocument } from '../../stock/public.ts';
import './count.texts.ts';

export const countDocument = defineDocument<CountState>({
  kind: 'count',
  prefix: 'CNT',
  states: ['open', 'counting', 'waiting', 'done', 'cancelled'],
  transitions: {
    open: ['counting', 'cancelled'],
    counting: ['waiting', 'cancelled'],
    // What is not approved is counted again, or thrown away.
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

const COLUMNS = `id, number, warehouse_id as "warehouseId", kind, state, blind, product_ids as "productIds"`;
const VISIBLE = 'company_id = $1 and id = $2 and ($3::bigint[] is null or warehouse_id = any($3))';

/** For whoever changes the document itself. */
export async function lockCount(tx: Tx, id: number): Promise<Count> {
  const [row] = await tx.prepared<Count>(
    'count_lock',
    `select ${COLUMNS} from stock_count where ${VISIBLE} for update`,
    [tx.companyId, id, tx.rights.warehouseIds],
  );
  if (!row) throw notFound('warehouse.countNotFound');
  return row;
}

/** For whoever counts a location of it: many do at once, but not while it is submitted or thrown away. */
export async function holdCount(tx: Tx, id: number): Promise<Count> {
  const [row] = await tx.prepared<Count>(
    'count_hold',
    `select ${COLUMNS} from stock_count where ${VISIBLE} for share`,
    [tx.companyId, id, tx.rights.warehouseIds],
  );
  if (!row) throw notFound('warehouse.countNotFound');
  return row;
}

export async function setCountState(tx: Tx, id: number, state: CountState): Promise<void> {
  await tx.prepared(
    'count_state',
    `update stock_count set state = $3, version = version + 1,
       started_at = case when $3 = 'counting' then coalesce(started_at, $4) else started_at end,
       submitted_at = case when $3 = 'waiting' then $4 else submitted_at end,
       done_at = case when $3 in ('done', 'cancelled') then $4 end
     where company_id = $1 and id = $2`,
    [tx.companyId, id, state, tx.now],
  );
}

/** How many locations of it nobody has counted, or somebody wants counted again. */
export async function leftOf(tx: Tx, id: number): Promise<{ total: number; left: number }> {
  const [row] = await tx.prepared<{ total: number; left: number }>(
    'count_left',
    `select count(*)::int as total, count(*) filter (where round = 0 or again)::int as left
     from count_location where company_id = $1 and count_id = $2`,
    [tx.companyId, id],
  );
  return row ?? { total: 0, left: 0 };
}
