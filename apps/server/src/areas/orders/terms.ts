import type { Tx } from '../../core/database/database.ts';

/** Upper case without what people leave out or add when they type a number. */
export function normalTerm(text: string): string {
  return text.trim().toUpperCase().replace(/\s+/g, ' ').slice(0, 80);
}

/** A term of a buyer is only for those who may see buyers. */
export interface Term {
  term: string;
  buyer: boolean;
}

/** What an order is found by. */
export function termsOf(order: {
  platformOrderNo: string;
  displayNo?: string | undefined;
  buyerName?: string | undefined;
  buyerEmail?: string | undefined;
  lines: readonly { sellerSku: string }[];
}): Term[] {
  const { platformOrderNo, displayNo = platformOrderNo, buyerName = '', buyerEmail = '', lines } = order;
  const open = [platformOrderNo, displayNo, displayNo.replace(/^#/, ''), ...lines.map((line) => line.sellerSku)];
  const terms = new Map<string, Term>();
  for (const word of [buyerName, buyerEmail]) terms.set(normalTerm(word), { term: normalTerm(word), buyer: true });
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
  await tx.prepared(
    'order_terms',
    `insert into order_term (company_id, term, ordered_at, order_id, buyer)
     select $1, t.term, r."orderedAt", r."orderId", t.buyer
     from jsonb_to_recordset($2::jsonb) as r("orderId" bigint, "orderedAt" timestamptz, terms jsonb),
       jsonb_to_recordset(r.terms) as t(term text, buyer boolean)
     on conflict do nothing`,
    [tx.companyId, JSON.stringify(rows)],
  );
}
