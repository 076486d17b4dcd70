import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { lastChange, nextNumbers, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import { seesWarehouse } from '../outbound/detail.ts';
import { skusOf } from '../wave/create.ts';
import { lockTransfer, transferDocument, transferOf } from './document.ts';

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

export async function saveTransfer(tx: Tx, given: TransferInput): Promise<{ id: number; number: string }> {
  await assertGood(tx, given);
  const head = given.id === undefined ? await insertHead(tx, given) : await updateHead(tx, given.id, given);
  await tx.prepared('transfer_lines_clear', 'delete from transfer_line where company_id = $1 and transfer_id = $2', [
    tx.companyId,
    head.id,
  ]);
  await tx.prepared(
    'transfer_lines_write',
    `insert into transfer_line (company_id, transfer_id, product_id, quantity)
     select $1, $2, r."productId", r.quantity from jsonb_to_recordset($3::jsonb) as r(n int, "productId" bigint, quantity int) order by r.n`,
    [tx.companyId, head.id, JSON.stringify(given.lines.map((line, n) => ({ ...line, n })))],
  );
  return head;
}

const unitsOf = (given: TransferInput) => given.lines.reduce((sum, line) => sum + line.quantity, 0);

async function insertHead(tx: Tx, given: TransferInput): Promise<{ id: number; number: string }> {
  const [number = ''] = await nextNumbers(tx, transferDocument);
  const [head] = await tx.prepared<{ id: number }>(
    'transfer_create',
    `insert into stock_transfer (company_id, number, from_id, to_id, units, cost, expected_on, remark, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [
      tx.companyId,
      number,
      given.fromId,
      given.toId,
      unitsOf(given),
      given.cost ?? '0',
      given.expectedOn ?? null,
      given.remark,
      tx.now,
      tx.actor.name,
    ],
  );
  if (!head) throw new Error('a transfer was not written');
  writeHistory(tx, [{ docKind: 'transfer', docId: head.id, event: 'created', toState: 'draft' }]);
  return { id: head.id, number };
}

async function updateHead(tx: Tx, id: number, given: TransferInput): Promise<{ id: number; number: string }> {
  await transferOf(tx, id);
  const before = await lockTransfer(tx, id);
  if (before.state !== 'draft')
    throw conflict('document.state', { number: before.number, from: before.state, to: 'draft' });
  if (given.version !== before.version) throw conflict('core.stale', await lastChange(tx, 'transfer', id));
  // Who may not see what it costs leaves that as it is.
  const cost = maySee(tx.rights, 'seeCost') ? (given.cost ?? null) : null;
  await tx.prepared(
    'transfer_update',
    `update stock_transfer set from_id = $3, to_id = $4, units = $5, cost = coalesce($6, cost), expected_on = $7, remark = $8,
       version = version + 1 where company_id = $1 and id = $2`,
    [tx.companyId, id, given.fromId, given.toId, unitsOf(given), cost, given.expectedOn ?? null, given.remark],
  );
  writeHistory(tx, [{ docKind: 'transfer', docId: id, event: 'edited' }]);
  return { id, number: before.number };
}

async function assertGood(tx: Tx, given: TransferInput): Promise<void> {
  if (given.fromId === given.toId) throw badField('toId', 'warehouse.transferSame');
  const houses = await tx.prepared<{ id: number }>(
    'transfer_houses',
    'select id from warehouse where company_id = $1 and id = any($2::bigint[])',
    [tx.companyId, [given.fromId, given.toId]],
  );
  if (houses.length < 2 || !seesWarehouse(tx, given.fromId)) throw notFound('warehouse.notFound');
  const products = given.lines.map((line) => line.productId);
  const skus = await skusOf(tx, products);
  for (const [i, productId] of products.entries()) {
    const sku = skus.get(productId);
    if (sku === undefined) throw badField(`lines.${i}.productId`, 'stock.noProduct');
    if (products.indexOf(productId) < i) throw badField(`lines.${i}.productId`, 'warehouse.transferTwice', { sku });
  }
}
