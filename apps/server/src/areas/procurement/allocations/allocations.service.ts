import { rights } from '@tradewind/contract/access/modules.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { deleteAllocations as deleteCall, saveAllocation as saveCall } from '@tradewind/contract/procurement.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { mayPress } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addRows, insertRows } from '../../../core/database/write.ts';
import { nextNumbers, writeHistory } from '../../../core/documents.ts';
import { badField, forbidden } from '../../../core/errors.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { arrayOf } from '../../../core/scope.ts';
import type { allocationLine, allocationOrder, allocationShare } from '../allocation.tables.ts';
import { allocationDocument } from '../documents.ts';
import { MOST_DELETED, productsOf } from '../goods.ts';
import { allocations } from './allocations.list.ts';
import { type Destined, destined } from './destinations.ts';
import { assertMay, holdAllocation, lockPurchases } from './hold.ts';
import { countAllocations } from './settle.ts';
import { lockStock, roomOf } from './sources.ts';

type Input = Omit<ParsedOf<typeof saveCall>, 'idempotencyKey'>;
type Line = Omit<Input['lines'][number], 'shares'> & { shares: Destined[] };
const DOC = allocationDocument.kind;
const deleted = defineAction('procurement.allocationDeleted', ['删除分配单', 'Allocation order deleted']);

/** Creates an allocation order or updates a draft. @throws badField lines.N...; core.stale */
export async function saveAllocation(tx: Tx, input: Input): Promise<{ id: number; number: string }> {
  if (!mayPress(tx.rights, input.id ? rights.allocation.edit : rights.allocation.add)) throw forbidden();
  assertSums(input.lines);
  await productsOf(tx, input.lines);
  const lines = await destined(tx, input.warehouseId, input.lines);
  if (input.id) await allocations.one(tx, input.id);
  await lockSources(tx, input);
  const saved = input.id ? await change(tx, input.id, input) : await create(tx, input);
  await assertRoom(tx, input, saved.id);
  await writeLines(tx, saved.id, lines);
  return saved;
}

function assertSums(lines: Input['lines']): void {
  const known = new Set<string>();
  for (const [at, { productId, purchaseLineId, quantity, shares }] of lines.entries()) {
    const key = `${productId}/${purchaseLineId}`;
    if (known.has(key)) throw badField(`lines.${at}.productId`, 'procurement.sourceTwice');
    known.add(key);
    const sum = shares.reduce((units, share) => units + share.quantity, 0);
    if (sum > quantity) throw badField(`lines.${at}.quantity`, 'procurement.sharedTooMuch', { sum, quantity });
  }
}

/** Two people who split the same goods come one after the other. */
async function lockSources(tx: Tx, { warehouseId, lines }: Input): Promise<void> {
  await lockStock(
    tx,
    warehouseId,
    lines.flatMap((line) => (line.purchaseLineId === null ? line.productId : [])),
  );
  const rows = await tx.rows<{ id: number }>(sql`select distinct order_id as id from purchase_line
    where company_id = ${sql.company} and id = any(${arrayOf(lines.flatMap((line) => line.purchaseLineId ?? []))}::bigint[])`);
  await lockPurchases(
    tx,
    rows.map((row) => row.id),
  );
}

async function assertRoom(tx: Tx, { warehouseId, lines }: Input, except: number): Promise<void> {
  const room = await roomOf(tx, { warehouseId, lines, except });
  for (const [at, line] of lines.entries()) {
    const free = room.of(line);
    if (line.quantity > free)
      throw badField(
        `lines.${at}.quantity`,
        line.purchaseLineId === null ? 'procurement.stockFree' : 'procurement.sourceFree',
        { free },
      );
  }
}

async function create(tx: Tx, { warehouseId, remark }: Input): Promise<{ id: number; number: string }> {
  const [number = ''] = await nextNumbers(tx, allocationDocument);
  const row = await tx.row<{ id: number }>(
    sql`${insertRows<typeof allocationOrder>('allocation_order', [
      { number, warehouseId, remark, createdBy: tx.actor.name, createdAt: tx.now },
    ])} returning id`,
  );
  if (!row) throw new Error('The allocation order was not written');
  writeHistory(tx, [{ docKind: DOC, docId: row.id, event: 'created', toState: 'draft' }]);
  return { id: row.id, number };
}

async function change(tx: Tx, id: number, input: Input): Promise<{ id: number; number: string }> {
  const held = await holdAllocation(tx, id, input.version ?? 0);
  assertMay('edit', held);
  await tx.rows(sql`update allocation_order set warehouse_id = ${input.warehouseId}, remark = ${input.remark},
      version = version + 1 where company_id = ${sql.company} and id = ${id}`);
  await tx.rows(sql`delete from allocation_line where company_id = ${sql.company} and order_id = ${id}`);
  writeHistory(tx, [{ docKind: DOC, docId: id, event: 'edited' }]);
  return { id, number: held.number };
}

async function writeLines(tx: Tx, orderId: number, lines: readonly Line[]): Promise<void> {
  const rows = lines.map(({ shares, ...line }, at) => ({
    ...{ orderId, position: at + 1, shared: shares.reduce((sum, share) => sum + share.quantity, 0) },
    ...line,
  }));
  const written = await tx.rows<{ id: number; position: number }>(
    sql`${insertRows<typeof allocationLine>('allocation_line', rows)} returning id, position`,
  );
  const ids = new Map(written.map((row) => [row.position, row.id]));
  const shares = lines.flatMap((line, at) =>
    line.shares.map((share, n) => ({ orderId, lineId: ids.get(at + 1) ?? 0, position: n + 1, ...share })),
  );
  await addRows<typeof allocationShare>(tx, 'allocation_share', shares);
  await countAllocations(tx, [orderId]);
}

/** @returns how many drafts were deleted, and why others stay */
export async function deleteAllocations(tx: Tx, picked: ParsedOf<typeof deleteCall>): Promise<Outcome> {
  const chosen = await allocations.choose(tx, picked, MOST_DELETED);
  const gone = await tx.rows<{ id: number; number: string }>(sql`delete from allocation_order
    where company_id = ${sql.company} and id = any(${arrayOf(chosen)}::bigint[]) and state = 'draft' returning id, number`);
  writeAudit(
    tx,
    gone.map((row) => ({ action: deleted, targetKind: DOC, targetId: row.id, targetName: row.number })),
  );
  writeHistory(
    tx,
    gone.map((row) => ({ docKind: DOC, docId: row.id, event: 'deleted', detail: { number: row.number } })),
  );
  const others = await tx.rows<{ id: number; number: string }>(sql`select id, number from allocation_order
    where company_id = ${sql.company} and id = any(${arrayOf(chosen)}::bigint[]) order by id`);
  const refused = others.map(({ id, number }) => ({
    id,
    label: number,
    code: 'procurement.notDraft',
    params: { number },
  }));
  return { done: gone.map((row) => row.id), refused };
}
