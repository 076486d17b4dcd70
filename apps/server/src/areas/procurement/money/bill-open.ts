import { sql } from '../../../core/database/sql.ts';

/** Payment requests `p` that count. */
export const LIVE_PAYMENT = sql`p.state in ('reviewing', 'approved', 'paid')`;
/** Debit notes of returned goods that lower the bill `b`. */
export const BILL_CREDITED = sql`coalesce((select sum(n.amount) from supplier_return_settlement n
  where n.company_id = ${sql.company} and n.bill_id = b.id), 0)`;
/** What may still be paid of the bill `b`: without the deposit that it uses up, debit notes and payment requests. */
export const BILL_OPEN = sql`(b.amount - b.deposit_applied - ${BILL_CREDITED} - coalesce((select sum(p.amount)
  from supplier_payment p where p.company_id = ${sql.company} and p.bill_id = b.id and ${LIVE_PAYMENT}), 0))`;
