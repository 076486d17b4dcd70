import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { defineDocument, nextNumbers } from '../../core/documents.ts';

const done = (kind: string, prefix: string) => defineDocument({ kind, prefix, transitions: { done: [] } });
const KINDS = {
  adjust: done('adjust', 'ADJ'),
  receipt: done('receipt', 'REC'),
  putback: done('putback', 'PUT'),
  relocate: done('relocate', 'MOV'),
  condition: done('condition', 'CON'),
};
export const STOCK_DOCUMENT_KINDS = Object.keys(KINDS);
export type StockDocumentKind = keyof typeof KINDS;

/** A document for manual movements, so that each movement leads back to the user and the reason. */
export async function newStockDocument(
  tx: Tx,
  input: { kind: StockDocumentKind; warehouseId: number; reason: string; remark?: string },
): Promise<{ id: number; number: string }> {
  const [number] = await nextNumbers(tx, KINDS[input.kind]);
  const [row] = await tx.rows<{ id: number; number: string }>(
    sql`insert into stock_document (company_id, number, kind, warehouse_id, reason, remark, at, user_id, actor)
     values (${sql.company}, ${number ?? ''}, ${input.kind}, ${input.warehouseId}, ${input.reason}, ${input.remark ?? ''}, ${tx.now}, ${tx.actor.userId}, ${tx.actor.name}) returning id, number`,
  );
  if (!row) throw new Error('a stock document was not written');
  return row;
}
