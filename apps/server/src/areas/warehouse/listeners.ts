import type { Tx } from '../../core/database/database.ts';
import { ruleBroken } from '../../core/errors.ts';
import { defineBadge } from '../access/public.ts';
import { goodsMoving } from '../stock/public.ts';
import { enterGates } from './locks.ts';

/** While a warehouse is counted nothing may come in or be adjusted there either. */
goodsMoving.listen(async (tx, { warehouseIds }) => {
  const gates = await enterGates(tx, warehouseIds);
  const counting = [...gates.values()].find((gate) => gate.counting);
  if (counting) throw ruleBroken('warehouse.counting', { warehouse: counting.name });
});

const waiting = (name: string, text: string) => async (tx: Tx) => {
  const [row] = await tx.prepared<{ n: number }>(name, text, [tx.companyId, tx.rights.warehouseIds]);
  return row?.n ?? 0;
};

/** Outbound orders that nobody has put into a wave; only the open end of the index is read. */
defineBadge(
  503,
  waiting(
    'badge_outbound',
    `select count(*)::int as n from (select 1 from outbound where company_id = $1 and state = 'waiting'
       and ($2::bigint[] is null or warehouse_id = any($2)) limit 10000) x`,
  ),
);
/** Waves that are to be picked. */
defineBadge(
  504,
  waiting(
    'badge_wave',
    `select count(*)::int as n from (select 1 from wave where company_id = $1 and state in ('open', 'picking')
       and ($2::bigint[] is null or warehouse_id = any($2)) limit 10000) x`,
  ),
);
