import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type {
  listWholesaleCustomers,
  saveWholesaleCustomer,
  WholesaleCustomer,
} from '@tradewind/contract/wholesale.ts';
import { sql } from 'drizzle-orm/sql/sql';
import { maySee } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { badField, conflict, notFound } from '../../core/errors.ts';
import { HIDDEN, withoutBuyer } from '../orders/public.ts';
import { AUDITED, audited } from './audited.ts';

/** Confirmed and finished orders, less what came in for them. */
const OPEN = sql.raw(`coalesce((select sum(o.total_amount - o.paid_amount) from wholesale_order o
  where o.company_id = c.company_id and o.customer_id = c.id and o.state in ('confirmed', 'done')), 0)::numeric(18, 4)::text`);
const COLUMNS = sql`c.id, c.name, c.tax_id as "taxId", c.language, c.currency, c.price_list_id as "priceListId",
  l.name as "priceListName", c.terms_days as "termsDays", c.deposit_percent::text as "depositPercent",
  c.balance_before_shipment as "balanceBeforeShipment", c.credit_limit::text as "creditLimit", ${OPEN} as "openAmount",
  c.contacts, c.address, c.remark, c.version`;
const FROM = sql.raw(`wholesale_customer c
  left join wholesale_price_list l on l.company_id = c.company_id and l.id = c.price_list_id`);

type Row = WholesaleCustomer & Record<string, unknown>;

export async function customerPage(
  tx: Tx,
  query: ParsedOf<typeof listWholesaleCustomers>,
): Promise<ResultOf<typeof listWholesaleCustomers>> {
  const { text = '', page, pageSize } = query;
  const where = sql`c.company_id = ${tx.companyId} and (${text} = '' or strpos(lower(c.name), lower(${text})) > 0)`;
  const rows = await tx.rows<Row>(sql`select ${COLUMNS} from ${FROM} where ${where}
    order by c.name, c.id limit ${pageSize} offset ${(page - 1) * pageSize}`);
  const shown = maySee(tx.rights, 'seeBuyer') ? rows : rows.map(masked);
  const found = await tx.row<{ n: number }>(sql`select count(*)::int as n from wholesale_customer c where ${where}`);
  return { rows: shown, total: found?.n ?? 0, totalExact: true };
}

/** Which company it is and where it sits is needed for the work; who answers there is not. */
const masked = (row: Row): Row => ({
  ...row,
  contacts: row.contacts.map(() => ({ name: HIDDEN, email: HIDDEN, phone: HIDDEN })),
  address: withoutBuyer(row.address),
});

/** With all that is known of them, whoever asks. @throws notFound wholesale.customerNotFound */
export async function customerOf(tx: Tx, id: number): Promise<WholesaleCustomer> {
  const row = await tx.row<Row>(
    sql`select ${COLUMNS} from ${FROM} where c.company_id = ${tx.companyId} and c.id = ${id}`,
  );
  if (!row) throw notFound('wholesale.customerNotFound');
  return row;
}

/**
 * Contacts and address that somebody may not see stay as they are.
 * @throws badField name, priceListId; core.stale when somebody changed it meanwhile
 */
export async function saveCustomer(tx: Tx, input: ParsedOf<typeof saveWholesaleCustomer>): Promise<{ id: number }> {
  const { id, version = 0, ...it } = input;
  await assertCustomer(tx, input);
  const seen = maySee(tx.rights, 'seeBuyer');
  const written = id
    ? await tx.row<{ id: number }>(sql`update wholesale_customer set name = ${it.name}, tax_id = ${it.taxId},
        language = ${it.language}, currency = ${it.currency}, price_list_id = ${it.priceListId}, terms_days = ${it.termsDays},
        deposit_percent = ${it.depositPercent}, balance_before_shipment = ${it.balanceBeforeShipment},
        credit_limit = ${it.creditLimit}, contacts = case when ${seen} then ${JSON.stringify(it.contacts)}::jsonb else contacts end,
        address = case when ${seen} then ${it.address && JSON.stringify(it.address)}::jsonb else address end, remark = ${it.remark}, version = version + 1
        where company_id = ${tx.companyId} and id = ${id} and version = ${version} returning id`)
    : await tx.row<{ id: number }>(sql`insert into wholesale_customer (company_id, name, tax_id, language, currency,
        price_list_id, terms_days, deposit_percent, balance_before_shipment, credit_limit, contacts, address, remark)
        values (${tx.companyId}, ${it.name}, ${it.taxId}, ${it.language}, ${it.currency}, ${it.priceListId}, ${it.termsDays},
        ${it.depositPercent}, ${it.balanceBeforeShipment}, ${it.creditLimit}, ${JSON.stringify(it.contacts)}::jsonb,
        ${it.address && JSON.stringify(it.address)}::jsonb, ${it.remark}) returning id`);
  if (!written) throw conflict('wholesale.stale');
  audited(tx, AUDITED.customerSaved, 'wholesale_customer', written.id, it.name);
  return written;
}

async function assertCustomer(tx: Tx, it: ParsedOf<typeof saveWholesaleCustomer>): Promise<void> {
  const namesake = await tx.row(sql`select 1 as one from wholesale_customer
    where company_id = ${tx.companyId} and name = ${it.name} and id is distinct from ${it.id ?? null}::bigint`);
  if (namesake) throw badField('name', 'wholesale.nameTaken', { name: it.name });
  if (it.priceListId === null) return;
  const list = await tx.row<{ currency: string }>(
    sql`select currency from wholesale_price_list where company_id = ${tx.companyId} and id = ${it.priceListId}`,
  );
  if (!list) throw badField('priceListId', 'wholesale.listNotFound');
  if (list.currency !== it.currency)
    throw badField('priceListId', 'wholesale.listCurrency', { currency: list.currency });
}

export async function deleteCustomer(tx: Tx, id: number): Promise<void> {
  const { name } = await customerOf(tx, id);
  const used = await tx.row(
    sql`select 1 as one from wholesale_order where company_id = ${tx.companyId} and customer_id = ${id} limit 1`,
  );
  if (used) throw conflict('wholesale.customerInUse', { name });
  await tx.rows(sql`delete from wholesale_customer where company_id = ${tx.companyId} and id = ${id}`);
  audited(tx, AUDITED.customerDeleted, 'wholesale_customer', id, name);
}
