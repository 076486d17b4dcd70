import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type {
  listWholesaleCustomers,
  saveWholesaleCustomer,
  WholesaleCustomer,
} from '@tradewind/contract/wholesale.ts';
import { maySee } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { insertRows, updateRows } from '../../core/database/write.ts';
import { badField, conflict } from '../../core/errors.ts';
import { HIDDEN, withoutBuyer } from '../orders/public.ts';
import { AUDITED, audited } from './audited.ts';
import { wholesaleCustomers } from './customers.list.ts';
import type { wholesaleCustomer } from './wholesale.tables.ts';

type Customers = typeof wholesaleCustomer;
type Query = ParsedOf<typeof listWholesaleCustomers>;

export async function customerPage(tx: Tx, query: Query): Promise<ResultOf<typeof listWholesaleCustomers>> {
  const page = await wholesaleCustomers.page(tx, query);
  return maySee(tx.rights, 'seeBuyer') ? page : { ...page, rows: page.rows.map(masked) };
}

/** The company name and country are needed for the work; the contacts are not. */
const masked = (row: WholesaleCustomer): WholesaleCustomer => ({
  ...row,
  contacts: row.contacts.map(() => ({ name: HIDDEN, email: HIDDEN, phone: HIDDEN })),
  address: withoutBuyer(row.address),
});

/**
 * Keeps contacts and address that the user may not see. @throws badField name, priceListId; core.stale when someone
 * else changed it
 */
export async function saveCustomer(tx: Tx, input: ParsedOf<typeof saveWholesaleCustomer>): Promise<{ id: number }> {
  const { id, version = 0, ...it } = input;
  await assertCustomer(tx, input);
  const observed = maySee(tx.rights, 'seeBuyer');
  const { contacts, address, ...plain } = it;
  const row = observed ? it : plain;
  const change = id
    ? sql`${updateRows<Customers>('wholesale_customer', [{ id, ...row }], [sql`version = wholesale_customer.version + 1`])}
        and wholesale_customer.version = ${version}`
    : insertRows<Customers>('wholesale_customer', [it]);
  const written = await tx.row<{ id: number }>(sql`${change} returning wholesale_customer.id`);
  if (!written) throw conflict('wholesale.stale');
  audited(tx, AUDITED.customerSaved, 'wholesale_customer', written.id, it.name);
  return written;
}

async function assertCustomer(tx: Tx, it: ParsedOf<typeof saveWholesaleCustomer>): Promise<void> {
  const namesake = await tx.row(sql`select 1 as one from wholesale_customer
    where company_id = ${sql.company} and name = ${it.name} and id is distinct from ${it.id ?? null}::bigint`);
  if (namesake) throw badField('name', 'wholesale.nameTaken', { name: it.name });
  if (it.priceListId === null) return;
  const list = await tx.row<{ currency: string }>(
    sql`select currency from wholesale_price_list where company_id = ${sql.company} and id = ${it.priceListId}`,
  );
  if (!list) throw badField('priceListId', 'wholesale.listNotFound');
  if (list.currency !== it.currency)
    throw badField('priceListId', 'wholesale.listCurrency', { currency: list.currency });
}

export async function deleteCustomer(tx: Tx, id: number): Promise<void> {
  const { name } = await wholesaleCustomers.one(tx, id);
  const used = await tx.row(
    sql`select 1 as one from wholesale_order where company_id = ${sql.company} and customer_id = ${id} limit 1`,
  );
  if (used) throw conflict('wholesale.customerInUse', { name });
  await tx.rows(sql`delete from wholesale_customer where company_id = ${sql.company} and id = ${id}`);
  audited(tx, AUDITED.customerDeleted, 'wholesale_customer', id, name);
}
