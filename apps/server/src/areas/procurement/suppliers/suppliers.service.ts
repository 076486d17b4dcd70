import { rights } from '@tradewind/contract/access/modules.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import { termsIn } from '@tradewind/contract/procurement/words.ts';
import {
  type blockSupplier as blockCall,
  type deleteSuppliers as deleteCall,
  type SupplierRow,
  type saveSupplier as saveCall,
  supplierMay,
} from '@tradewind/contract/procurement.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { type Ctx, mayPress, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows, updateRows } from '../../../core/database/write.ts';
import { lastChange, nextNumbers, readHistory, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, forbidden } from '../../../core/errors.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { arrayOf } from '../../../core/scope.ts';
import { searchTerms } from '../../../core/text/search-terms.ts';
import { MOST_DELETED } from '../goods.ts';
import type { supplier } from '../procurement.tables.ts';
import { suppliers } from './suppliers.list.ts';
import { assertTerms } from './terms.ts';

export const DOC = 'supplier';
const NUMBERED = { kind: DOC, prefix: 'SUP' };
type Suppliers = typeof supplier;
type Input = ParsedOf<typeof saveCall>;

const ACTS = {
  deleted: defineAction('procurement.supplierDeleted', ['删除供应商', 'Supplier deleted']),
  blocked: defineAction('procurement.supplierBlocked', ['拉黑供应商', 'Supplier blocked']),
  unblocked: defineAction('procurement.supplierUnblocked', ['解除供应商拉黑', 'Supplier unblocked']),
};

export async function findSupplier(tx: Tx, ctx: Ctx, id: number) {
  const row = await suppliers.one(tx, id);
  const more = await tx.row<{ hasBank: boolean; products: number }>(sql`
    select s.bank is not null as "hasBank", (select count(distinct l.product_id)::int from supplier_price l
      where l.company_id = ${sql.company} and l.supplier_id = s.id) as products
    from supplier s where s.company_id = ${sql.company} and s.id = ${id}`);
  const history = await readHistory(tx, DOC, id);
  const costs = maySee(ctx.rights, 'seeCost');
  return {
    ...row,
    hasBank: more?.hasBank ?? false,
    products: more?.products ?? 0,
    history: history.map((event) => ({
      ...event,
      at: event.at.toISOString(),
      detail: costs ? event.detail : withoutPrices(event.detail),
    })),
  };
}

/** The history of a price names its breaks, which are costs. */
function withoutPrices(detail: Record<string, unknown> | null): Record<string, unknown> | null {
  if (!detail?.changes || typeof detail.changes !== 'object') return detail;
  const changes = Object.entries(detail.changes).filter(([name]) => name !== 'breaks');
  return { ...detail, changes: Object.fromEntries(changes) };
}

/** The supplier, locked. @throws notFound; core.stale when it has changed since `version` */
export async function holdSupplier(tx: Tx, id: number, version?: number): Promise<SupplierRow> {
  await tx.row(sql`select id from supplier where company_id = ${sql.company} and id = ${id} for update`);
  const row = await suppliers.one(tx, id);
  if (version !== undefined && row.version !== version) throw conflict('core.stale', await lastChange(tx, DOC, id));
  return row;
}

/** Adds a supplier, or changes one. @throws badField code, nameZh, terms; core.stale */
export async function saveSupplier(tx: Tx, ctx: Ctx, input: Input) {
  if (!mayPress(ctx.rights, input.id ? rights.supplier.edit : rights.supplier.add)) throw forbidden();
  const { id, version, idempotencyKey: _key, ...fields } = input;
  if (fields.nameZh === '' && fields.nameEn === '') throw badField('nameZh', 'procurement.nameMissing');
  assertTerms(fields.terms);
  if (fields.shop1688 !== '' && fields.currency !== 'CNY') throw badField('currency', 'procurement.shopCurrency');
  const saved = id ? await change(tx, id, version ?? 0, fields) : await add(tx, fields);
  await writeTerms(tx, [saved.id]);
  return saved;
}

export type SupplierFields = Omit<Input, 'id' | 'version' | 'idempotencyKey'>;

async function add(tx: Tx, fields: SupplierFields) {
  const [made] = await insertSuppliers(tx, [fields]);
  if (!made) throw badField('code', 'procurement.codeTaken', { code: fields.code });
  return { ...made, version: 1 };
}

/** New suppliers; those whose code exists are left out. Empty codes are filled in. */
export async function insertSuppliers(
  tx: Tx,
  made: readonly SupplierFields[],
  detail: Record<string, unknown> = {},
): Promise<{ id: number; code: string }[]> {
  const codes = await freeCodes(tx, made.filter((one) => one.code === '').length);
  const rows = made.map((one) => ({ ...one, code: one.code || (codes.pop() ?? '') }));
  const added = await tx.rows<{ id: number; code: string }>(
    sql`${insertRows<Suppliers>(
      'supplier',
      rows.map((one) => ({ ...one, createdAt: tx.now, updatedAt: tx.now })),
    )} on conflict do nothing returning id, code`,
  );
  writeHistory(
    tx,
    added.map((one) => ({ docKind: DOC, docId: one.id, event: 'created', toState: 'active', detail })),
  );
  return added;
}

/** Codes that nobody typed before. */
async function freeCodes(tx: Tx, count: number): Promise<string[]> {
  const free: string[] = [];
  while (free.length < count) {
    const codes = await nextNumbers(tx, NUMBERED, count - free.length);
    const taken = await tx.rows<{ code: string }>(sql`select code from supplier
      where company_id = ${sql.company} and code = any(${codes}::text[])`);
    const typed = new Set(taken.map((one) => one.code));
    free.push(...codes.filter((code) => !typed.has(code)));
  }
  return free.reverse();
}

async function change(tx: Tx, id: number, version: number, supplied: SupplierFields) {
  const before = await holdSupplier(tx, id, version);
  const fields = { ...supplied, code: supplied.code || before.code };
  const namesake = await tx.row(sql`select 1 as one from supplier
    where company_id = ${sql.company} and code = ${fields.code} and id <> ${id}`);
  if (namesake) throw badField('code', 'procurement.codeTaken', { code: fields.code });
  if (fields.currency !== before.currency && (await hasMoney(tx, id)))
    throw badField('currency', 'procurement.currencyFixed');
  const changes = changesOf(before, fields);
  if (Object.keys(changes).length === 0) return { id, code: before.code, version };
  await tx.rows(
    updateRows<Suppliers>(
      'supplier',
      [{ id, ...fields }],
      [sql`version = supplier.version + 1`, sql`updated_at = ${tx.now}`],
    ),
  );
  writeHistory(tx, [{ docKind: DOC, docId: id, event: 'edited', detail: { changes } }]);
  return { id, code: fields.code, version: version + 1 };
}

/** Its prices and orders are amounts in its currency. */
async function hasMoney(tx: Tx, id: number): Promise<boolean> {
  const row = await tx.row(sql`select 1 as one from (
      select id from supplier_price where company_id = ${sql.company} and supplier_id = ${id}
      union all select id from purchase_order where company_id = ${sql.company} and supplier_id = ${id}) x limit 1`);
  return row !== undefined;
}

/** What the history keeps: each changed field with its old and new value. */
export function changesOf(before: SupplierRow, after: Partial<SupplierFields>): Record<string, [unknown, unknown]> {
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) => {
      const old = before[name as keyof SupplierRow];
      return value === undefined || meaning(name, old) === meaning(name, value) ? [] : [[name, [old, value]]];
    }),
  );
}
function meaning(name: string, value: unknown): unknown {
  if (name === 'terms') return termsIn('en', value as SupplierRow['terms']);
  return name === 'minimumAmount' && value !== null ? Number(value) : value;
}

/** Rewrites the search terms of these suppliers in two statements. */
export async function writeTerms(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  type Named = Pick<SupplierRow, 'id' | 'code' | 'nameZh' | 'nameEn' | 'contact' | 'phone'>;
  const named = await tx.rows<Named>(sql`select id, code, name_zh, name_en, contact, phone from supplier
    where company_id = ${sql.company} and id = any(${arrayOf(ids)}::bigint[])`);
  const terms = named.map(({ id, code, phone, ...one }) => ({
    id,
    terms: searchTerms([code, phone], [one.nameZh, one.nameEn, one.contact]),
  }));
  await tx.rows(sql`delete from supplier_term
    where company_id = ${sql.company} and supplier_id = any(${arrayOf(ids)}::bigint[])`);
  await tx.rows(sql`insert into supplier_term (company_id, term, supplier_id)
    select ${sql.company}, t.term, r.id
    from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb) as r(id bigint, terms jsonb), jsonb_array_elements_text(r.terms) as t(term)
    on conflict do nothing`);
}

/** @throws conflict procurement.notActive */
export async function blockSupplier(tx: Tx, { id, reason }: ParsedOf<typeof blockCall>): Promise<void> {
  const row = await holdSupplier(tx, id);
  if (!supplierMay('block', row)) throw conflict('procurement.notActive', { code: row.code });
  await moveTo(tx, row, 'blocked', reason);
}

/** @throws conflict procurement.notBlocked */
export async function unblockSupplier(tx: Tx, id: number): Promise<void> {
  const row = await holdSupplier(tx, id);
  if (!supplierMay('unblock', row)) throw conflict('procurement.notBlocked', { code: row.code });
  await moveTo(tx, row, 'active', '');
}

async function moveTo(tx: Tx, row: SupplierRow, state: SupplierRow['state'], reason: string): Promise<void> {
  await tx.rows(sql`update supplier set state = ${state}, block_reason = ${reason}, version = version + 1,
    updated_at = ${tx.now} where company_id = ${sql.company} and id = ${row.id}`);
  const event = state === 'blocked' ? 'blocked' : 'unblocked';
  const detail = reason ? { reason } : { was: row.blockReason };
  writeHistory(tx, [{ docKind: DOC, docId: row.id, event, fromState: row.state, toState: state, detail }]);
  writeAudit(tx, [{ action: ACTS[event], targetKind: DOC, targetId: row.id, targetName: row.code, detail }]);
}

/** Deletes suppliers that nobody bought from; the others stay, with the reason. */
export async function deleteSuppliers(tx: Tx, picked: ParsedOf<typeof deleteCall>): Promise<Outcome> {
  const chosen = await suppliers.choose(tx, picked, MOST_DELETED);
  const used = await tx.rows<{ id: number; code: string }>(sql`select s.id, s.code from supplier s
    where s.company_id = ${sql.company} and s.id = any(${arrayOf(chosen)}::bigint[]) and (
      exists (select from purchase_order o where o.company_id = ${sql.company} and o.supplier_id = s.id)
      or exists (select from requisition_line l where l.company_id = ${sql.company} and l.supplier_id = s.id))`);
  const kept = new Set(used.map((row) => row.id));
  const gone = await tx.rows<{ id: number; code: string }>(sql`delete from supplier
    where company_id = ${sql.company} and id = any(${arrayOf(chosen.filter((id) => !kept.has(id)))}::bigint[]) returning id, code`);
  writeHistory(
    tx,
    gone.map(({ id, code }) => ({ docKind: DOC, docId: id, event: 'deleted', detail: { code } })),
  );
  writeAudit(
    tx,
    gone.map(({ id, code }) => ({ action: ACTS.deleted, targetKind: DOC, targetId: id, targetName: code })),
  );
  return {
    done: gone.map((row) => row.id),
    refused: used.map(({ id, code }) => ({ id, label: code, code: 'procurement.supplierInUse', params: { code } })),
  };
}
