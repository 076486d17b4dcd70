interface Holder {
  /** As the contract tells documents that hold goods apart. */
  kind: 'order' | 'transfer' | 'fba' | 'transit';
  /** The kind by which its movements name it. */
  docKind: string;
  /** A select of (company_id, warehouse_id, product_id, doc_id, number, state, quantity): a row for each line that holds some. */
  rows: string;
}

const holders: Holder[] = [];

/** An area above says which of its lines hold what is `reserved`. */
export function defineHolder(holder: Holder): void {
  holders.push(holder);
}

/** All that holds reserved goods, as a query with the columns of `rows` and (kind, doc_kind). */
export function holderRows(): string {
  return holders
    .map(({ kind, docKind, rows }) => `select '${kind}' as kind, '${docKind}' as doc_kind, h.* from (${rows}) h`)
    .join(' union all ');
}
