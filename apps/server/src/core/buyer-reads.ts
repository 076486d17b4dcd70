import type { BuyerWay } from '@tradewind/contract/orders/buyer-reads.ts';
import type { Tx } from './database/database.ts';
import { sql } from './database/sql.ts';
import { dayOf } from './database/statement.ts';
import { arrayOf } from './scope.ts';

/** In every time zone a day begins at a full quarter of an hour. */
const QUARTER_MS = 15 * 60_000;
/** What this process has written in this quarter, so that reading a page again writes nothing. */
let known = { quarter: 0, keys: new Set<string>() };
/** Beyond that it forgets, and writes what is there already: nothing counts twice in the tables. */
const KNOWN_AT_MOST = 50_000;

/**
 * Keeps that the actor is given the buyers' data of these orders, before the answer leaves. Call it wherever a name,
 * an address or a way to reach a buyer goes to a person, to a file or onto paper. The program by itself is nobody.
 */
export function noteBuyersRead(tx: Tx, way: BuyerWay, orderIds: readonly number[]): void {
  const { userId } = tx.viewer ?? tx.actor;
  if (userId === 0 || orderIds.length === 0) return;
  const quarter = Math.floor(tx.now.getTime() / QUARTER_MS);
  if (known.quarter !== quarter || known.keys.size > KNOWN_AT_MOST) known = { quarter, keys: new Set() };
  const { keys } = known;
  const keyOf = (orderId: number) => `${tx.companyId}/${userId}/${way}/${orderId}`;
  const fresh = [...new Set(orderIds)].filter((orderId) => !keys.has(keyOf(orderId))).sort((a, b) => a - b);
  if (fresh.length === 0) return;
  writeReads(tx, userId, way, fresh);
  tx.afterCommit(() => {
    for (const orderId of fresh) keys.add(keyOf(orderId));
  });
}

/** Whoever holds the row of the day counts what is new and adds it; a second window of the same person waits for it. */
function writeReads(tx: Tx, userId: number, way: BuyerWay, orderIds: readonly number[]): void {
  const at = sql`${tx.now}`;
  const today = dayOf(at);
  const ids = sql`unnest(${arrayOf(orderIds)}::bigint[]) as given(id)`;
  tx.note(sql`insert into buyer_read_day (company_id, on_day, user_id, way, orders, first_at, last_at)
    select ${sql.company}, ${today}, ${userId}, ${way}, 0, ${at}, ${at}
    on conflict (company_id, on_day, user_id, way) do update set last_at = greatest(buyer_read_day.last_at, excluded.last_at)`);
  tx.note(sql`update buyer_read_day d set orders = d.orders + (select count(*) from ${ids} where not exists (
      select from buyer_read r where r.company_id = ${sql.company} and r.order_id = given.id and r.on_day = ${today}
        and r.user_id = ${userId} and r.way = ${way}))
    where d.company_id = ${sql.company} and d.on_day = ${today} and d.user_id = ${userId} and d.way = ${way}`);
  tx.note(sql`insert into buyer_read (company_id, order_id, on_day, user_id, way, at)
    select ${sql.company}, id, ${today}, ${userId}, ${way}, ${at} from ${ids} on conflict do nothing`);
}
