import type { AssemblyRow, AssemblyState } from '@tradewind/contract/warehouse.ts';
import { BeginAnew, type Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineDocument } from '../../../core/documents.ts';
import { notFound } from '../../../core/errors.ts';
import { defineHolder, defineMovementDocument, lockBalances } from '../../stock/public.ts';
import './assembly.texts.ts';

export const ASSEMBLY = 'assembly';
export const assemblyDocument = defineDocument<AssemblyState>({
  kind: ASSEMBLY,
  prefix: 'ASM',
  transitions: {
    draft: ['submitted', 'cancelled'],
    submitted: ['done', 'cancelled'],
    done: ['undone'],
    undone: [],
    cancelled: [],
  },
});
defineMovementDocument(ASSEMBLY, 'assembly');
defineHolder({
  kind: 'assembly',
  docKind: ASSEMBLY,
  rows: sql`select x.company_id, a.warehouse_id, x.product_id, a.id as doc_id, a.number, a.state, x.held as quantity
    from assembly_line x join assembly a on a.company_id = x.company_id and a.id = x.assembly_id where x.held > 0
    union all
    select company_id, warehouse_id, product_id, id, number, state, held from assembly where held > 0`,
});

export type Assembly = {
  id: number;
  number: string;
  kind: AssemblyRow['kind'];
  state: AssemblyState;
  warehouseId: number;
  productId: number;
  sku: string;
  quantity: number;
  labourCost: string;
  version: number;
};
export type Line = { id: number; productId: number; sku: string; each: number; quantity: number };

const COLUMNS = sql`a.id, a.number, a.kind, a.state, a.warehouse_id, a.product_id,
  (select p.sku from product p where p.company_id = ${sql.company} and p.id = a.product_id) as sku,
  a.quantity, a.labour_cost::text as labour_cost, a.version`;

/** Assemblies in warehouses that the actor sees. */
export async function assemblyOf(tx: Tx, id: number): Promise<Assembly> {
  const [row] = await tx.rows<Assembly>(
    sql`select ${COLUMNS} from assembly a where a.company_id = ${sql.company} and a.id = ${id}
      and (${tx.rights.warehouseIds}::bigint[] is null or a.warehouse_id = any(${tx.rights.warehouseIds}::bigint[]))`,
  );
  if (!row) throw notFound('warehouse.assemblyNotFound');
  return row;
}

export async function lockAssembly(tx: Tx, id: number): Promise<Assembly> {
  const [row] = await tx.rows<Assembly>(
    sql`select ${COLUMNS} from assembly a where a.company_id = ${sql.company} and a.id = ${id} for update of a`,
  );
  if (!row) throw notFound('warehouse.assemblyNotFound');
  return row;
}

export function linesOf(tx: Tx, id: number): Promise<Line[]> {
  return tx.rows<Line>(
    sql`select l.id, l.product_id, p.sku, l.each, l.quantity from assembly_line l
     join product p on p.company_id = ${sql.company} and p.id = l.product_id
     where l.company_id = ${sql.company} and l.assembly_id = ${id} order by l.id`,
  );
}

export type Locked = { doc: Assembly; lines: Line[]; taken: Line[]; made: Line[] };

/**
 * Locks an assembly after the balances of its kit and its parts. `taken` and `made`: what goes in and what comes out; the
 * kit's line is 0.
 */
export async function lockWithBalances(tx: Tx, id: number): Promise<Locked> {
  const before = await assemblyOf(tx, id);
  const products = [before.productId, ...(await linesOf(tx, id)).map((line) => line.productId)];
  const { warehouseId } = before;
  await lockBalances(
    tx,
    products.map((productId) => ({ warehouseId, productId })),
  );
  const doc = await lockAssembly(tx, id);
  if (doc.version !== before.version) throw new BeginAnew('The assembly was edited');
  const lines = await linesOf(tx, id);
  const kit = [{ id: 0, productId: doc.productId, sku: doc.sku, each: 1, quantity: doc.quantity }];
  return doc.kind === 'assemble' ? { doc, lines, taken: lines, made: kit } : { doc, lines, taken: kit, made: lines };
}

/** The one writer of the state. What the document holds follows from it. */
export async function setAssemblyState(tx: Tx, id: number, state: AssemblyState, issuedCost?: string): Promise<void> {
  await tx.rows(
    sql`update assembly set state = ${state}, version = version + 1,
       held = case when kind = 'disassemble' and ${state}::text = 'submitted' then quantity else 0 end,
       issued_cost = coalesce(${issuedCost ?? null}, issued_cost),
       done_at = case when ${state}::text = 'done' then ${tx.now}::timestamptz else done_at end
     where company_id = ${sql.company} and id = ${id}`,
  );
  await tx.rows(
    sql`update assembly_line l set held = case when a.kind = 'assemble' and a.state = 'submitted' then l.quantity else 0 end
     from assembly a where l.company_id = ${sql.company} and l.assembly_id = ${id} and a.company_id = ${sql.company} and a.id = ${id}`,
  );
}
