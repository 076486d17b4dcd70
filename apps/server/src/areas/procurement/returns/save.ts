import type { ParsedOf } from '@tradewind/contract/call.ts';
import type {
  deleteSupplierReturns as deleteCall,
  saveSupplierReturn as saveCall,
} from '@tradewind/contract/procurement.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addRows, insertRows, updateRows } from '../../../core/database/write.ts';
import { nextNumbers, writeHistory } from '../../../core/documents.ts';
import { badField } from '../../../core/errors.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { arrayOf } from '../../../core/scope.ts';
import { returnDocument } from '../documents.ts';
import { assertWarehouses, MOST_DELETED, productsOf } from '../goods.ts';
import type { supplierReturn, supplierReturnLine } from '../returns.tables.ts';
import { assertMay, holdReturn } from './hold.ts';
import { assignReceipts, holdReceipts } from './receipts.ts';
import { supplierReturns } from './returns.list.ts';

type Input = ParsedOf<typeof saveCall>;
const DOC = returnDocument.kind;
const deleted = defineAction('procurement.returnDeleted', ['删除供应商退货单', 'Return to supplier deleted']);

/**
 * Creates a return or changes a draft. A blocked supplier may get goods back.
 * @throws badField supplierId, warehouseId, lines.N...; core.stale
 */
export async function saveReturn(tx: Tx, input: Input): Promise<{ id: number; number: string }> {
  await productsOf(tx, input.lines);
  await assertWarehouses(tx, [{ path: 'warehouseId', id: input.warehouseId }]);
  await assertBatches(tx, input.lines);
  if (input.id) await supplierReturns.one(tx, input.id);
  const currency = await lockSupplier(tx, input.supplierId);
  const held = input.id ? await holdReturn(tx, input.id, input.version ?? 0) : undefined;
  if (held) assertMay('edit', held);
  const { supplierId, warehouseId, remedy, reference, remark } = input;
  const wishes = maySee(tx.rights, 'seeCost') ? input.lines : await keepPrices(tx, held?.id, input.lines);
  const lines = await assignReceipts(tx, { supplierId, warehouseId, currency, except: held?.id }, wishes);
  await holdReceipts(
    tx,
    lines.map((line) => line.receiptId),
  );
  const head = { supplierId, warehouseId, remedy, currency, reference: reference.toUpperCase(), remark };
  const { id, number } = held ?? (await create(tx, head));
  if (held) {
    await tx.rows(
      updateRows<typeof supplierReturn>(
        'supplier_return',
        [{ id, ...head }],
        [sql`version = supplier_return.version + 1`],
      ),
    );
    await tx.rows(sql`delete from supplier_return_line where company_id = ${sql.company} and return_id = ${id}`);
    writeHistory(tx, [{ docKind: DOC, docId: id, event: 'edited' }]);
  }
  const rows = lines.map((line, at) => {
    const { productId, condition, batchId, quantity, receiptId, unitCredit, reason, remark: note } = line;
    return {
      returnId: id,
      position: at + 1,
      productId,
      condition,
      batchId,
      quantity,
      receiptId,
      unitCredit,
      reason,
      remark: note,
    };
  });
  await addRows<typeof supplierReturnLine>(tx, 'supplier_return_line', rows);
  await tx.rows(sql`update supplier_return t set line_count = s.lines, units = s.units, amount = s.amount
    from (select count(*)::int as lines, sum(quantity)::int as units, sum(round(quantity * unit_credit, 2)) as amount
      from supplier_return_line where company_id = ${sql.company} and return_id = ${id}) s
    where t.company_id = ${sql.company} and t.id = ${id}`);
  return { id, number };
}

async function create(
  tx: Tx,
  head: Omit<typeof supplierReturn.$inferInsert, 'companyId' | 'number' | 'createdBy' | 'createdAt'>,
) {
  const [number = ''] = await nextNumbers(tx, returnDocument);
  const row = await tx.row<{ id: number }>(
    sql`${insertRows<typeof supplierReturn>('supplier_return', [
      { ...head, number, createdBy: tx.actor.name, createdAt: tx.now },
    ])} returning id`,
  );
  if (!row) throw new Error('The return was not written');
  writeHistory(tx, [{ docKind: DOC, docId: row.id, event: 'created', toState: 'draft' }]);
  return { id: row.id, number };
}

/** Returns of one supplier are saved one after another, so that no receipt is returned twice. @returns its currency */
async function lockSupplier(tx: Tx, id: number): Promise<string> {
  const row = await tx.row<{ currency: string }>(sql`select currency from supplier
    where company_id = ${sql.company} and id = ${id} for no key update`);
  if (!row) throw badField('supplierId', 'procurement.supplierNotFound');
  return row.currency;
}

async function assertBatches(tx: Tx, lines: Input['lines']): Promise<void> {
  const named = lines.map((line) => line.batchId ?? 0);
  if (named.every((id) => id === 0)) return;
  const rows = await tx.rows<{ id: number; productId: number }>(sql`select id, product_id from stock_batch
    where company_id = ${sql.company} and id = any(${arrayOf(named)}::bigint[])`);
  const known = new Map(rows.map((row) => [row.id, row.productId]));
  const wrong = lines.findIndex((line) => line.batchId && known.get(line.batchId) !== line.productId);
  if (wrong >= 0) throw badField(`lines.${wrong}.batchId`, 'stock.noBatch');
}

/** Who does not see prices leaves them as they are. */
async function keepPrices(tx: Tx, id: number | undefined, lines: Input['lines']): Promise<Input['lines']> {
  const rows = id
    ? await tx.rows<{ productId: number; unitCredit: string }>(sql`select product_id, unit_credit
        from supplier_return_line where company_id = ${sql.company} and return_id = ${id}`)
    : [];
  const kept = new Map(rows.map((row) => [row.productId, row.unitCredit]));
  return lines.map(({ unitCredit: _typed, ...line }) => {
    const unitCredit = kept.get(line.productId);
    return unitCredit === undefined ? line : { ...line, unitCredit };
  });
}

/** @returns how many drafts were deleted, and why others stay */
export async function deleteReturns(tx: Tx, picked: ParsedOf<typeof deleteCall>): Promise<Outcome> {
  const chosen = await supplierReturns.choose(tx, picked, MOST_DELETED);
  const gone = await tx.rows<{ id: number; number: string }>(sql`delete from supplier_return
    where company_id = ${sql.company} and id = any(${arrayOf(chosen)}::bigint[]) and state = 'draft' returning id, number`);
  writeAudit(
    tx,
    gone.map((row) => ({ action: deleted, targetKind: DOC, targetId: row.id, targetName: row.number })),
  );
  writeHistory(
    tx,
    gone.map((row) => ({ docKind: DOC, docId: row.id, event: 'deleted', detail: { number: row.number } })),
  );
  const others = await tx.rows<{ id: number; number: string }>(sql`select id, number from supplier_return
    where company_id = ${sql.company} and id = any(${arrayOf(chosen)}::bigint[]) order by id`);
  return {
    done: gone.map((row) => row.id),
    refused: others.map(({ id, number }) => ({ id, label: number, code: 'procurement.notDraft', params: { number } })),
  };
}
