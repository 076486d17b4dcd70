import { type Sql, sql } from '../../core/database/sql.ts';
import { STOCK_DOCUMENT_KINDS } from './documents.ts';

interface MovementDocument {
  table: string;
  /** The column with the document's number. */
  number: string;
  /** Selects kind and id of the documents with this number, in upper case. */
  find(number: string): Sql;
}
const documents = new Map<string, MovementDocument>();

/** Each area registers where its document numbers are stored, so that the ledger can show and find them. */
export function defineMovementDocument(kind: string, table: string, own: Partial<MovementDocument> = {}): void {
  const find = (number: string) =>
    sql`select ${kind}::text, id from ${named(table)} where company_id = ${sql.company} and number = ${number}${table === 'stock_document' ? sql` and kind = ${kind}` : sql.empty}`;
  documents.set(kind, { table, number: 'number', find, ...own });
}

/** A table or column that an area has named. */
const named = (name: string): Sql =>
  sql.id(
    name,
    [...documents.values()].flatMap(({ table, number }) => [table, number]),
  );

for (const kind of STOCK_DOCUMENT_KINDS) defineMovementDocument(kind, 'stock_document');

/** The number of the document in `alias`'s doc_kind and doc_id. */
export function documentNumber(alias: Sql): Sql {
  const numbers = [...documents].map(
    ([kind, { table, number }]) =>
      sql`when ${kind} then (select d.${named(number)} from ${named(table)} d where d.company_id = ${sql.company} and d.id = ${alias}.doc_id)`,
  );
  return sql`case ${alias}.doc_kind ${sql.join(numbers, sql` `)} end`;
}

/** Columns of a movement as in the contract. */
export function movementColumns(): Sql {
  return sql`m.id, m.at, p.id as "productId", p.sku, p.name_zh, p.name_en,
  w.id as "warehouseId", w.name as "warehouseName", m.location_id,
  (select l.code from location l where l.company_id = ${sql.company} and l.id = m.location_id) as "locationCode", m.condition,
  m.batch_id, (select t.code from stock_batch t where t.company_id = ${sql.company} and t.id = m.batch_id) as "batchCode",
  m.on_hand, m.reserved, m.incoming, m.reason, m.doc_kind, m.doc_id,
  ${documentNumber(sql`m`)} as "docNumber", m.actor, m.user_id = 0 as program`;
}
export const MOVEMENT_JOINS = sql`join product p on p.company_id = ${sql.company} and p.id = m.product_id
  join warehouse w on w.company_id = ${sql.company} and w.id = m.warehouse_id`;
export const MOVEMENT_FROM = sql`from stock_movement m ${MOVEMENT_JOINS}`;

/** Kinds and ids of the documents with this number. */
export function documentByNumber(typed: string): Sql {
  const number = typed.trim().toUpperCase();
  return sql.join(
    [...documents.values()].map((document) => document.find(number)),
    sql` union all `,
  );
}
