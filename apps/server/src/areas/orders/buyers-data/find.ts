import type { ResultOf } from '@tradewind/contract/call.ts';
import { BUYERS_ORDERS, type findBuyersData, type listPersonalData } from '@tradewind/contract/orders.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { noteBuyersRead } from '../../../core/buyer-reads.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { forbidden } from '../../../core/errors.ts';
import { namedOf } from '../../../core/keys.ts';
import { buyersData, contactsWith, personalData, TERMS } from '../../../core/personal-data.ts';
import { OVER } from '../status.ts';
import { searchTerms } from '../terms.ts';

const searched = defineAction('orders.buyersDataSearched', ['查找个人信息', 'Personal data searched']);

/** Who may find, hand out and erase persons' data: main accounts. @throws forbidden orders.personalDataMainOnly */
export function assertMayHandle(tx: Tx): void {
  if (!tx.actor.mainAccount || !maySee(tx.rights, 'seeBuyer')) throw forbidden('orders.personalDataMainOnly');
}

/** An address line that is shorter is no address. */
const ADDRESS_LENGTH = 5;

export async function findPerson(tx: Tx, text: string): Promise<ResultOf<typeof findBuyersData>> {
  assertMayHandle(tx);
  const byTerm = await ordersByTerm(tx, text);
  const ids = byTerm.length > 0 || text.length < ADDRESS_LENGTH ? byTerm : await ordersByAddress(tx, text);
  const shown = ids.slice(0, BUYERS_ORDERS);
  const [orders, places, contacts] = await Promise.all([
    ordersOf(tx, shown),
    buyersData(tx, shown),
    contactsWith(tx, text),
  ]);
  noteBuyersRead(tx, 'search', shown);
  // The words themselves are such data: the log keeps how many orders they found.
  writeAudit(tx, [
    { action: searched, targetKind: 'buyers', targetId: '', targetName: '', detail: { orders: orders.length } },
  ]);
  return {
    orders,
    more: ids.length > BUYERS_ORDERS,
    places: places
      .filter(({ rows }) => rows.length > 0)
      .map(({ table, what, rows }) => ({ table, what: namedOf(what), rows: rows.length })),
    contacts: contacts.map(({ table, what, rows }) => ({ table, what: namedOf(what), rows })),
  };
}

async function ordersByTerm(tx: Tx, text: string): Promise<number[]> {
  const rows = await tx.rows<{ orderId: number }>(sql`
    select distinct on (ordered_at, order_id) order_id from order_term where company_id = ${sql.company}
      and term = any(${searchTerms(text)}::text[]) order by ordered_at desc, order_id desc limit ${BUYERS_ORDERS + 1}`);
  return rows.map(({ orderId }) => orderId);
}

/** Reads all orders that still have an address: slow, and seldom. */
async function ordersByAddress(tx: Tx, text: string): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql`
    select id from sales_order where company_id = ${sql.company} and ship_to is not null
      and position(lower(${text}) in lower(concat_ws(' ', ship_to ->> 'name', ship_to ->> 'company', ship_to ->> 'line1', ship_to ->> 'line2', ship_to ->> 'city'))) > 0
    order by id desc limit ${BUYERS_ORDERS + 1}`);
  return rows.map(({ id }) => id);
}

const ordersOf = (tx: Tx, ids: readonly number[]) =>
  tx.rows<ResultOf<typeof findBuyersData>['orders'][number]>(sql`
    select o.id, o.display_no, o.platform, s.name as shop, o.status, o.buyer_name, o.buyer_email,
      to_char(o.ordered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ordered_at,
      coalesce(o.ship_to ->> 'name', '') as recipient,
      concat_ws(', ', nullif(o.ship_to ->> 'line1', ''), nullif(o.ship_to ->> 'city', ''), o.country) as place,
      o.status = any(${OVER}::text[]) as over, o.erase_requested_at is not null and o.buyer_erased_at is null as requested
    from sales_order o join shop s on s.company_id = ${sql.company} and s.id = o.shop_id
    where o.company_id = ${sql.company} and o.id = any(${ids}::bigint[]) order by o.ordered_at desc, o.id desc`);

/** Where data of persons is, for whoever is responsible for it. */
export function listOfPersonalData(tx: Tx): ResultOf<typeof listPersonalData> {
  assertMayHandle(tx);
  return {
    list: personalData().map(({ table, whose, what, term, columns, erasesRows }) => ({
      ...{ table, whose, what: namedOf(what) },
      term: { kept: namedOf(TERMS[term].kept), because: namedOf(TERMS[term].because) },
      erased: erasesRows === true || Object.values(columns).some((after) => after !== 'stays'),
    })),
  };
}
