import type { AddressCheck } from '@tradewind/contract/logistics.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { insertRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { arrayOf } from '../../../core/scope.ts';
import type { addressCheck } from '../address.tables.ts';

/** What an address is compared by: names and phone numbers make no other address. */
export const ADDRESS_KEY = (address: Sql): Sql =>
  sql`md5(upper(concat_ws(E'\n', ${address} ->> 'line1', nullif(${address} ->> 'line2', ''), ${address} ->> 'city',
    nullif(${address} ->> 'state', ''), ${address} ->> 'postalCode', ${address} ->> 'country', nullif(${address} ->> 'company', ''))))`;

/** Of order `s`: whether somebody lives at its address, as a carrier said of it; null where none did. */
export const RESIDENTIAL = sql`(select a.residential from address_check a where a.company_id = ${sql.company}
  and a.order_id = s.id and a.address_key = ${ADDRESS_KEY(sql`s.ship_to`)})`;

/** A kept answer, with its key. */
export type KeptCheck = Omit<AddressCheck, 'checkedAt'> & { addressKey: string; checkedAt: Date };

const COLUMNS = sql`a.address_key, a.carrier, a.verdict, a.suggestions, a.residential, a.detail, a.checked_at`;

/** About the current address of an order. */
export const checkOf = (tx: Tx, orderId: number): Promise<KeptCheck | undefined> =>
  tx.row<KeptCheck>(sql`select ${COLUMNS} from address_check a
    join sales_order s on s.company_id = ${sql.company} and s.id = a.order_id
    where a.company_id = ${sql.company} and a.order_id = ${orderId} and a.address_key = ${ADDRESS_KEY(sql`s.ship_to`)}`);

/** About the same address of any order, the latest since then. */
export const checkOfAddress = (tx: Tx, addressKey: string, since: Date): Promise<KeptCheck | undefined> =>
  tx.row<KeptCheck>(sql`select ${COLUMNS} from address_check a where a.company_id = ${sql.company}
    and a.address_key = ${addressKey} and a.checked_at >= ${since} order by a.checked_at desc limit 1`);

/** Keeps an answer with an order. */
export async function keepCheck(tx: Tx, orderId: number, check: KeptCheck): Promise<void> {
  await tx.rows(sql`${insertRows<typeof addressCheck>('address_check', [{ orderId, ...check }])}
    on conflict (company_id, order_id) do update set address_key = excluded.address_key, carrier = excluded.carrier,
      verdict = excluded.verdict, suggestions = excluded.suggestions, residential = excluded.residential,
      detail = excluded.detail, checked_at = excluded.checked_at`);
  const { carrier, verdict } = check;
  writeHistory(tx, [{ docKind: 'sales_order', docId: orderId, event: 'addressChecked', detail: { carrier, verdict } }]);
}

/** Suggestions are addresses of buyers. */
export async function dropChecks(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await tx.rows(sql`delete from address_check
    where company_id = ${sql.company} and order_id = any(${arrayOf(orderIds)}::bigint[])`);
}
