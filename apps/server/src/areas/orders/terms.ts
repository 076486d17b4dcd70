import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';

/** Upper case without what people leave out or add when they type a number. */
export function normalTerm(text: string): string {
  return text.trim().toUpperCase().replace(/\s+/g, ' ').slice(0, 80);
}

/** A telephone number's digits; undefined where a text is none. */
function digitsOf(text: string): string | undefined {
  const digits = text.replace(/[\s().+-]/g, '');
  return /^\d{7,20}$/.test(digits) ? digits : undefined;
}

/** The terms a person may mean by a text, the likeliest first. */
export function searchTerms(text: string | undefined): string[] {
  const term = normalTerm(text ?? '');
  const digits = digitsOf(term);
  return [...new Set([term, ...(digits ? [digits] : [])])].filter((each) => each !== '');
}

/** A term of a buyer is only for those who may see buyers. */
export interface Term {
  term: string;
  buyer: boolean;
}

type Recipient = { name?: string | undefined; postalCode?: string | undefined; phone?: string | undefined };

/** What an order is found by of whom it goes to. Telephone numbers stand by their digits, however they were written. */
export function recipientTerms(shipTo: Recipient | null | undefined): Term[] {
  const phone = shipTo?.phone ?? '';
  const words = [shipTo?.name ?? '', shipTo?.postalCode ?? '', digitsOf(phone) ?? phone];
  const terms = new Set(words.map(normalTerm));
  terms.delete('');
  return [...terms].map((term) => ({ term, buyer: true }));
}

/** What an order is found by. */
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

/** The first text that no text beginning with `prefix` reaches, in byte order. */
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
