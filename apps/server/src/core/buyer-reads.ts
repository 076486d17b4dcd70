import { BUYER_WAYS, type BuyerWay } from '@tradewind/contract/orders/buyer-reads.ts';
import type { Tx } from './database/database.ts';
import { sql } from './database/sql.ts';
import { arrayOf } from './scope.ts';

/** What this process has written of a day, so that reading the same page again writes nothing. */
let known = { day: '', keys: new Set<string>() };
/** Beyond that it forgets, and writes what is there already: nothing happens twice in the table. */
const KNOWN_AT_MOST = 500_000;

/**
 * Keeps that the actor is given the buyers' data of these orders, before the answer leaves. Call it wherever a name,
 * an address or a way to reach a buyer goes to a person, to a file or onto paper. The program by itself is nobody.
 */
export function noteBuyersRead(tx: Tx, way: BuyerWay, orderIds: readonly number[]): void {
  const { userId } = tx.viewer ?? tx.actor;
  if (userId === 0 || orderIds.length === 0) return;
  const day = tx.now.toISOString().slice(0, 10);
  if (known.day !== day || known.keys.size > KNOWN_AT_MOST) known = { day, keys: new Set() };
  const { keys } = known;
  const keyOf = (orderId: number) => `${tx.companyId}/${userId}/${BUYER_WAYS.indexOf(way)}/${orderId}`;
  const fresh = [...new Set(orderIds)].filter((orderId) => !keys.has(keyOf(orderId))).sort((a, b) => a - b);
  if (fresh.length === 0) return;
  tx.note(sql`with added as (
      insert into buyer_read (company_id, order_id, on_day, user_id, way, at)
      select ${sql.company}, id, ${day}::date, ${userId}, ${way}, ${tx.now} from unnest(${arrayOf(fresh)}::bigint[]) id
      on conflict do nothing returning 1)
    insert into buyer_read_day (company_id, on_day, user_id, way, orders, first_at, last_at)
    select ${sql.company}, ${day}::date, ${userId}, ${way}, count(*), ${tx.now}, ${tx.now} from added having count(*) > 0
    on conflict (company_id, on_day, user_id, way) do update
    set orders = buyer_read_day.orders + excluded.orders, last_at = greatest(buyer_read_day.last_at, excluded.last_at)`);
  tx.afterCommit(() => {
    for (const orderId of fresh) keys.add(keyOf(orderId));
  });
}
