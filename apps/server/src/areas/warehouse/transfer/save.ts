import { transferMay } from '@tradewind/contract/warehouse.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { lastChange, nextNumbers, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import { seesWarehouse } from '../outbound/detail.ts';
import { skusOf } from '../wave/create.ts';
import { linesOf, lockTransfer, type Transfer, transferDocument, transferOf } from './document.ts';

export interface TransferInput {
  id?: number | undefined;
  version?: number | undefined;
  fromId: number;
  toId: number;
  cost?: string | undefined;
  expectedOn?: string | null | undefined;
  remark: string;
  lines: { productId: number; quantity: number }[];
}

/** @param allocation the allocation order that makes it; nobody changes its goods and its ends afterwards */
export async function saveTransfer(
  tx: Tx,
  input: TransferInput,
  allocation?: { id: number; number: string },
): Promise<{ id: number; number: string }> {
  await assertGood(tx, input);
  const head = input.id === undefined ? await insertHead(tx, input, allocation) : await updateHead(tx, input.id, input);
  await tx.rows(sql`delete from transfer_line where company_id = ${sql.company} and transfer_id = ${head.id}`);
  await tx.rows(
    sql`insert into transfer_line (company_id, transfer_id, product_id, quantity)
     select ${sql.company}, ${head.id}, r."productId", r.quantity from jsonb_to_recordset(${JSON.stringify(input.lines.map((line, n) => ({ ...line, n })))}::jsonb) as r(n int, "productId" bigint, quantity int) order by r.n returning 1`,
  );
  return head;
}

const unitsOf = (input: TransferInput) => input.lines.reduce((sum, line) => sum + line.quantity, 0);

async function insertHead(
  tx: Tx,
  input: TransferInput,
  allocation: { id: number; number: string } | undefined,
): Promise<{ id: number; number: string }> {
  const [number = ''] = await nextNumbers(tx, transferDocument);
  const [head] = await tx.rows<{ id: number }>(
    sql`insert into stock_transfer (company_id, number, from_id, to_id, units, cost, expected_on, remark, allocation_id, allocation_no, created_at, created_by)
     values (${sql.company}, ${number}, ${input.fromId}, ${input.toId}, ${unitsOf(input)}, ${input.cost ?? '0'}, ${input.expectedOn ?? null}, ${input.remark},
       ${allocation?.id ?? null}, ${allocation?.number ?? null}, ${tx.now}, ${tx.actor.name}) returning id`,
  );
  if (!head) throw new Error('a transfer was not written');
  writeHistory(tx, [{ docKind: 'transfer', docId: head.id, event: 'created', toState: 'draft' }]);
  return { id: head.id, number };
}

async function updateHead(tx: Tx, id: number, input: TransferInput): Promise<{ id: number; number: string }> {
  await transferOf(tx, id);
  const before = await lockTransfer(tx, id);
  if (!transferMay('edit', before))
    throw conflict('document.state', { number: before.number, from: before.state, to: 'draft' });
  if (input.version !== before.version) throw conflict('core.stale', await lastChange(tx, 'transfer', id));
  await assertAsAllocated(tx, before, input);
  // People who may not see costs leave the cost unchanged.
  const cost = maySee(tx.rights, 'seeCost') ? (input.cost ?? null) : null;
  await tx.rows(
    sql`update stock_transfer set from_id = ${input.fromId}, to_id = ${input.toId}, units = ${unitsOf(input)}, cost = coalesce(${cost}, cost), expected_on = ${input.expectedOn ?? null}, remark = ${input.remark},
       version = version + 1 where company_id = ${sql.company} and id = ${id}`,
  );
  writeHistory(tx, [{ docKind: 'transfer', docId: id, event: 'edited' }]);
  return { id, number: before.number };
}

/** @throws conflict warehouse.transferAllocated where an allocation order decides on what changes */
async function assertAsAllocated(tx: Tx, before: Transfer, { fromId, toId, lines }: TransferInput): Promise<void> {
  if (before.allocationNo === null) return;
  const goods = new Map((await linesOf(tx, before.id)).map((line) => [line.productId, line.quantity]));
  const same =
    before.fromId === fromId &&
    before.toId === toId &&
    goods.size === lines.length &&
    lines.every((line) => goods.get(line.productId) === line.quantity);
  if (!same) throw conflict('warehouse.transferAllocated', { number: before.allocationNo });
}

async function assertGood(tx: Tx, input: TransferInput): Promise<void> {
  if (input.fromId === input.toId) throw badField('toId', 'warehouse.transferSame');
  const warehouses = await tx.rows<{ id: number }>(
    sql`select id from warehouse where company_id = ${sql.company} and id = any(${[input.fromId, input.toId]}::bigint[])`,
  );
  if (warehouses.length < 2 || !seesWarehouse(tx, input.fromId)) throw notFound('warehouse.notFound');
  const products = input.lines.map((line) => line.productId);
  const skus = await skusOf(tx, products);
  for (const [i, productId] of products.entries()) {
    const sku = skus.get(productId);
    if (sku === undefined) throw badField(`lines.${i}.productId`, 'stock.noProduct');
    if (products.indexOf(productId) < i) throw badField(`lines.${i}.productId`, 'warehouse.transferTwice', { sku });
  }
}
