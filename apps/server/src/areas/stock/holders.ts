import { type Sql, sql } from '../../core/database/sql.ts';

interface Holder {
  /** As the contract tells documents that hold goods apart. */
  kind: 'order' | 'transfer' | 'fba' | 'transit';
  /** The kind by which its movements name it. */
  docKind: string;
  /** A select of (company_id, warehouse_id, product_id, doc_id, number, state, quantity): a row for each line that holds some. */
  rows: Sql;
}

const holders: Holder[] = [];
let promised = sql.empty;

/** An area above says which of its lines hold what is `reserved`. */
export function defineHolder(holder: Holder): void {
  holders.push(holder);
}

/** All that holds reserved goods, as a query with the columns of `rows` and (kind, doc_kind). */
export function holderRows(): Sql {
  return sql.join(
    holders.map(
      ({ kind, docKind, rows }) =>
        sql`select ${kind}::text as kind, ${docKind}::text as doc_kind, h.* from (${rows}) h`,
    ),
    sql` union all `,
  );
}

/**
 * The area whose documents are picked says for which of them: a select of (company_id, warehouse_id, location_id, product_id,
 * batch_id, outbound_id, quantity) that adds up to what bins have `allocated`.
 */
export function definePromised(rows: Sql): void {
  promised = rows;
}

/** What of each bin is promised to which outbound order, as a query. */
export const promisedRows = (): Sql => promised;
