import { editUserAuditSettings } from '@tradewind/contract/approvals.ts';
import type { StockCondition } from '@tradewind/contract/stock.ts';
import { addCount, countLocationCall, submitCount } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../core/database/database.ts';
import { sql } from '../core/database/sql.ts';
import { callerAt } from './calls.ts';
import { type DemoContext, inPast, staff, warehouseIds } from './context.ts';
import { MAIN } from './places.ts';

const COUNTS = 506;
const REMARK = 'A 区周抽盘';
/** By how much the first product of each location is off. */
const OFF = [-2, 1, 0];

/** Three locations were counted: one is short, one has too many, one is right. The differences wait for finance. */
export async function countAndSubmit(context: DemoContext): Promise<void> {
  const [people, found] = [await staff(context), await inPast(context, 'demo', new Date(), booksOf)];
  const [demo, picker, finance] = ['demo', 'picker', 'finance'].map((login) => people.get(login));
  if (!demo || !picker || !finance || !found) return;
  const { warehouseId, goods } = found;
  const level = { modelId: COUNTS, level: 1, Approval: finance.userId };
  await callerAt(context, demo, 7, 1)(editUserAuditSettings, level);
  const places = [...Map.groupBy(goods, (one) => one.place)];
  const locationCodes = places.map(([place]) => place);
  const chosen = { warehouseId, kind: 'chosen', blind: true, remark: REMARK, locationCodes } as const;
  const { id } = await callerAt(context, demo, 1, 1)(addCount, chosen);
  for (const [i, [locationCode, books]] of places.entries()) {
    const items = books.map(({ code, onHand, condition, batch }, n) => ({
      code,
      condition,
      quantity: n === 0 ? onHand + (OFF[i] ?? 0) : onHand,
      ...(batch ? { batch } : {}),
    }));
    await callerAt(context, picker, 1, 2)(countLocationCall, { countId: id, locationCode, items });
  }
  await callerAt(context, demo, 1, 5)(submitCount, { id });
}

type Books = { place: string; code: string; condition: StockCondition; onHand: number; batch: string | null };

/** What three full locations of the first area hold, of which nothing is promised. Undefined: told already. */
async function booksOf(tx: Tx): Promise<{ warehouseId: number; goods: Books[] } | undefined> {
  const answered = await tx.row(
    sql`select 1 as n from stock_count where company_id = ${sql.company} and remark = ${REMARK}`,
  );
  if (answered) return undefined;
  const warehouseId = (await warehouseIds(tx)).get(MAIN) ?? 0;
  const goods = await tx.rows<Books>(sql`
    with place as (
      select l.id, l.code from location l join bin_stock b on b.company_id = l.company_id and b.location_id = l.id
      where l.company_id = ${sql.company} and l.warehouse_id = ${warehouseId} and l.area = 'A' and l.enabled
      group by l.id, l.code, l.path_order having sum(b.allocated) = 0 and max(b.on_hand) filter (where b.condition = 'good') >= 10 order by l.path_order limit 3)
    select place.code as place, p.sku as code, b.condition, b.on_hand, t.code as batch
    from place join bin_stock b on b.company_id = ${sql.company} and b.location_id = place.id and b.on_hand > 0
    join product p on p.company_id = b.company_id and p.id = b.product_id
    left join stock_batch t on t.company_id = b.company_id and t.id = b.batch_id
    order by place.code, b.condition = 'good' desc, b.on_hand desc, p.sku`);
  return goods.length > 0 ? { warehouseId, goods } : undefined;
}
