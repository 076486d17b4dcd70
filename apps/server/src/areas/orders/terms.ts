import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';

/** Normalizes a typed number: upper case, without characters that people omit or add. */
export function normalTerm(text: string): string {
  return text.trim().toUpperCase().replace(/\s+/g, ' ').slice(0, 80);
}

/** The digits of a phone number; undefined when the text is not one. */
function digitsOf(text: string): string | undefined {
  const digits = text.replace(/[\s().+-]/g, '');
  return /^\d{7,20}$/.test(digits) ? digits : undefined;
}

/** The terms that a search text may mean, the most likely first. */
export function searchTerms(text: string | undefined): string[] {
  const term = normalTerm(text ?? '');
  const digits = digitsOf(term);
  return [...new Set([term, ...(digits ? [digits] : [])])].filter((each) => each !== '');
}

/** Buyer terms work only for users who may see buyers. */
export interface Term {
  term: string;
  buyer: boolean;
}

type Recipient = { name?: string | undefined; postalCode?: string | undefined; phone?: string | undefined };

/** Search terms of the recipient. Phone numbers are stored as digits. */
export function recipientTerms(shipTo: Recipient | null | undefined): Term[] {
  const phone = shipTo?.phone ?? '';
  const words = [shipTo?.name ?? '', shipTo?.postalCode ?? '', digitsOf(phone) ?? phone];
  const terms = new Set(words.map(normalTerm));
  terms.delete('');
  return [...terms].map((term) => ({ term, buyer: true }));
}

/** All search terms of an order. */
export function termsOf(order: {
  platformOrderNo: string;
  displayNo?: string | undefined;
  buyerName?: string | undefined;
  buyerEmail?: string | undefined;
  shipTo?: Recipient | null | undefined;
  lines: readonly { sellerSku: string }[];
}): Term[] {
  const { platformOrderNo, displayNo = platformOrderNo, buyerName = '', buyerEmail = '', shipTo, lines } = order;
  const open = [platformOrderNo, displayNo, displayNo.replace(/^#/, ''), ...lines.map((line) => line.sellerSku)];
  const terms = new Map<string, Term>();
  for (const word of [buyerName, buyerEmail]) terms.set(normalTerm(word), { term: normalTerm(word), buyer: true });
  for (const term of recipientTerms(shipTo)) terms.set(term.term, term);
  for (const word of open) terms.set(normalTerm(word), { term: normalTerm(word), buyer: false });
  terms.delete('');
  return [...terms.values()];
}

/** The upper bound of texts with this prefix, in byte order. */
export function endOfPrefix(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}

export async function addTerms(
  tx: Tx,
  rows: readonly { orderId: number; orderedAt: string; terms: readonly Term[] }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.rows(
    sql`insert into order_term (company_id, term, ordered_at, order_id, buyer)
     select ${sql.company}, t.term, r."orderedAt", r."orderId", t.buyer
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("orderId" bigint, "orderedAt" timestamptz, terms jsonb),
       jsonb_to_recordset(r.terms) as t(term text, buyer boolean)
     on conflict do nothing`,
  );
}
