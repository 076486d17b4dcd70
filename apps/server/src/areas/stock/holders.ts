import { type Sql, sql } from '../../core/database/sql.ts';

interface Holder {
  /** The document kind in the contract. */
  kind: 'order' | 'transfer' | 'assembly' | 'fba' | 'transit';
  /** The kind in its movements. */
  docKind: string;
  /**
   * A select of (company_id, warehouse_id, product_id, doc_id, number, state, quantity): one row per line that
   * allocates units.
   */
  rows: Sql;
}

const holders: Holder[] = [];
let promised = sql.empty;

/** Higher areas register their lines behind `reserved`. */
export function defineHolder(holder: Holder): void {
  holders.push(holder);
}

/** All allocations, as a query with the columns of `rows` and (kind, doc_kind). */
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
 * The picking area registers its allocations: a select of (company_id, warehouse_id, location_id, product_id, batch_id,
 * outbound_id, quantity) that adds up to `allocated` of the bins.
 */
export function definePromised(rows: Sql): void {
  promised = rows;
}

/** Units of each bin allocated to each outbound order, as a query. */
export const promisedRows = (): Sql => promised;
