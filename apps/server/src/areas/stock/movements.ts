import type { MovementFilter, MovementRow } from '@tradewind/contract/stock.ts';
import type { Tx } from '../../core/database/database.ts';
import { countRows, endOfDay, Params, pageStatement, startOfDay } from '../../core/database/statement.ts';
import { STOCK_DOCUMENT_KINDS } from './documents.ts';
import { batchesByCode, productsByPrefix } from './list.ts';

/** Tables whose documents move stock, and the column with the number that people know them by. */
const documents = new Map<string, { table: string; number: string }>([
  ['sales_order', { table: 'sales_order', number: 'display_no' }],
  ['outbound', { table: 'outbound', number: 'number' }],
  ['sales_return', { table: 'sales_return', number: 'number' }],
]);
for (const kind of STOCK_DOCUMENT_KINDS) documents.set(kind, { table: 'stock_document', number: 'number' });

/** An area above says where its documents' numbers stand, so that the ledger can name and find them. */
export function defineMovementDocument(kind: string, table: string, number = 'number'): void {
  documents.set(kind, { table, number });
}

/** The number of the document that a row of `alias` names by its doc_kind and doc_id. */
export function documentNumber(alias: string): string {
  const numbers = [...documents].map(
    ([kind, { table, number }]) =>
      `when '${kind}' then (select d.${number} from ${table} d where d.company_id = $1 and d.id = ${alias}.doc_id)`,
  );
  return `case ${alias}.doc_kind ${numbers.join(' ')} end`;
}

/** Columns of a movement as the contract shows it. */
export function movementColumns(): string {
  return `m.id, m.at, p.id as "productId", p.sku, p.name_zh as "nameZh", p.name_en as "nameEn",
  w.id as "warehouseId", w.name as "warehouseName", m.location_id as "locationId",
  (select l.code from location l where l.company_id = $1 and l.id = m.location_id) as "locationCode", m.condition,
  m.batch_id as "batchId", (select t.code from stock_batch t where t.company_id = $1 and t.id = m.batch_id) as "batchCode",
  m.on_hand as "onHand", m.reserved, m.incoming, m.reason, m.doc_kind as "docKind", m.doc_id as "docId",
  ${documentNumber('m')} as "docNumber", m.actor, m.user_id = 0 as program`;
}
export const MOVEMENT_FROM = `from stock_movement m join product p on p.company_id = $1 and p.id = m.product_id
  join warehouse w on w.company_id = $1 and w.id = m.warehouse_id`;

export function movementWhere(tx: Tx, filter: MovementFilter, params: Params): string {
  const where = [`m.company_id = ${params.add(tx.companyId)}`];
  if (tx.rights.warehouseIds) where.push(`m.warehouse_id = any(${params.add(tx.rights.warehouseIds)}::bigint[])`);
  if (filter.warehouseId) where.push(`m.warehouse_id = ${params.add(filter.warehouseId)}`);
  if (filter.productId) where.push(`m.product_id = ${params.add(filter.productId)}`);
  if (filter.text) where.push(`m.product_id in (${productsByPrefix(filter.text, params)})`);
  if (filter.locationId) where.push(`m.location_id = ${params.add(filter.locationId)}`);
  if (filter.location)
    where.push(
      `m.location_id in (select id from location where company_id = $1 and code = ${params.add(filter.location.trim().toUpperCase())})`,
    );
  if (filter.reasons?.length) where.push(`m.reason = any(${params.add(filter.reasons)}::text[])`);
  if (filter.condition) where.push(`m.condition = ${params.add(filter.condition)}`);
  if (filter.batch) where.push(`m.batch_id <> 0 and m.batch_id in (${batchesByCode(filter.batch, params)})`);
  if (filter.docKinds?.length) where.push(`m.doc_kind = any(${params.add(filter.docKinds)}::text[])`);
  if (filter.docNumber) where.push(`(m.doc_kind, m.doc_id) in (${documentByNumber(filter.docNumber, params)})`);
  if (filter.from) where.push(`m.at >= ${startOfDay(params.add(filter.from))}`);
  if (filter.to) where.push(`m.at < ${endOfDay(params.add(filter.to))}`);
  return where.join(' and ');
}

function documentByNumber(typed: string, params: Params): string {
  const number = params.add(typed.trim().toUpperCase());
  const found = [...documents].flatMap(([kind, { table, number: column }]) =>
    column === 'number'
      ? [
          `select '${kind}', id from ${table} where company_id = $1 and number = ${number}${table === 'stock_document' ? ` and kind = '${kind}'` : ''}`,
        ]
      : [],
  );
  return `${found.join(' union all ')}
    union all select 'sales_order', order_id from order_term where company_id = $1 and term = ${number}`;
}

export async function movementPage(tx: Tx, query: MovementFilter & { page: number; pageSize: number }) {
  const params = new Params();
  const where = movementWhere(tx, query, params);
  const limit = `limit ${params.add(query.pageSize)} offset ${params.add((query.page - 1) * query.pageSize)}`;
  const rows = await pageStatement<MovementRow & Record<string, unknown>>(
    tx,
    `with page as materialized (select m.id from stock_movement m where ${where} order by m.id desc ${limit})
     select ${movementColumns()} ${MOVEMENT_FROM} join page on page.id = m.id where m.company_id = $1 order by m.id desc`,
    params,
  );
  const counted = new Params();
  const totals = await countRows(tx, `from stock_movement m where ${movementWhere(tx, query, counted)}`, counted);
  return { rows, ...totals };
}
