import type { Tx } from '../../core/database/database.ts';
import { defineDocument, nextNumbers } from '../../core/documents.ts';

const done = (kind: string, prefix: string) =>
  defineDocument({ kind, prefix, states: ['done'], transitions: { done: [] } });
const KINDS = {
  adjust: done('adjust', 'ADJ'),
  receipt: done('receipt', 'REC'),
  putback: done('putback', 'PUT'),
  relocate: done('relocate', 'MOV'),
  condition: done('condition', 'CON'),
};
export const STOCK_DOCUMENT_KINDS = Object.keys(KINDS);
export type StockDocumentKind = keyof typeof KINDS;

/** A document for what a person moves by hand, so that each movement leads back to who did it and why. */
export async function newStockDocument(
  tx: Tx,
  input: { kind: StockDocumentKind; warehouseId: number; reason: string; remark?: string },
): Promise<{ id: number; number: string }> {
  const [number] = await nextNumbers(tx, KINDS[input.kind]);
  const [row] = await tx.prepared<{ id: number; number: string }>(
    'stock_document_new',
    `insert into stock_document (company_id, number, kind, warehouse_id, reason, remark, at, user_id, actor)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id, number`,
    [
      tx.companyId,
      number,
      input.kind,
      input.warehouseId,
      input.reason,
      input.remark ?? '',
      tx.now,
      tx.actor.userId,
      tx.actor.name,
    ],
  );
  if (!row) throw new Error('a stock document was not written');
  return row;
}
