import { rights } from '@tradewind/contract/access/modules.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { CustomsRow, saveCustoms as saveCall } from '@tradewind/contract/catalog.ts';
import { mayPress } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { insertRows, updateRows } from '../../../core/database/write.ts';
import { lastChange, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, Fail, forbidden, notFound } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { arrayOf } from '../../../core/scope.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { ratesOn } from '../../settings/public.ts';
import { categoryExists } from '../categories/tree.ts';
import type { customsData } from '../product-papers.tables.ts';
import { productFacts } from '../products/lookups.ts';
import { isVague } from './vague.ts';

export const CUSTOMS_COLUMNS = sql`d.id, d.product_id, d.category_id, d.country, d.hs_export, d.hs_import, d.name_zh, d.name_en, d.material,
  d.purpose, d.origin, trim_scale(d.value)::text as value, trim_scale(d.cap)::text as cap, d.currency, d.version`;
const FIELDS = [
  ...(['hsExport', 'hsImport', 'nameZh', 'nameEn', 'material', 'purpose', 'origin', 'value', 'cap'] as const),
] as const;

export interface Owner {
  productId?: number | null | undefined;
  categoryId?: number | null | undefined;
}
export const docOf = ({ productId, categoryId }: Owner) =>
  productId ? { docKind: 'product', docId: productId } : { docKind: 'category', docId: categoryId ?? 0 };
const ownedBy = ({ productId = null, categoryId = null }: Owner): Sql =>
  productId === null ? sql`d.category_id = ${categoryId}` : sql`d.product_id = ${productId}`;

function assertMay(tx: Tx, { productId }: Owner, what: 'view' | 'edit'): void {
  const right = productId ? rights.product[what] : rights.category[what];
  if (!mayPress(tx.rights, right)) throw forbidden();
}

async function assertOwner(tx: Tx, { productId, categoryId }: Owner): Promise<void> {
  if (productId && !(await productFacts(tx, [productId])).has(productId)) throw notFound('catalog.productNotFound');
  if (categoryId && !(await categoryExists(tx, categoryId))) throw notFound('catalog.noCategory');
}

/** The general rule first. */
export async function listCustoms(tx: Tx, owner: Owner): Promise<CustomsRow[]> {
  assertMay(tx, owner, 'view');
  await assertOwner(tx, owner);
  return tx.rows<CustomsRow>(sql`select ${CUSTOMS_COLUMNS} from customs_data d
    where d.company_id = ${sql.company} and ${ownedBy(owner)} order by d.country limit 300`);
}

type Fields = Partial<Record<(typeof FIELDS)[number], string | null | undefined>>;

/** What is wrong with customs data in themselves. */
export function customsProblem(fields: Fields): { column: string; code: string } | undefined {
  if (FIELDS.every((name) => !fields[name])) return { column: 'hsExport', code: 'catalog.customsEmpty' };
  for (const name of ['nameZh', 'nameEn'] as const)
    if (isVague(fields[name] ?? '')) return { column: name, code: 'catalog.vagueName' };
  for (const name of ['value', 'cap'] as const) {
    const amount = fields[name];
    if (amount && new Decimal(amount).isZero()) return { column: name, code: 'catalog.zeroValue' };
  }
  if (fields.value && fields.cap && new Decimal(fields.cap).lt(fields.value))
    return { column: 'cap', code: 'catalog.capBelowValue' };
  return undefined;
}

/** Values are declared in dollars: without a rate of the currency they could not be. */
export async function hasRate(tx: Tx, currency: string): Promise<boolean> {
  if (currency === 'USD') return true;
  const day = localDay(tx.now, (await companyOf(tx)).timeZone);
  try {
    await ratesOn(tx, [
      { currency, day },
      { currency: 'USD', day },
    ]);
    return true;
  } catch (error) {
    if (error instanceof Fail) return false;
    throw error;
  }
}

async function assertRate(tx: Tx, { value, cap, currency }: Fields & { currency: string }): Promise<void> {
  if ((value || cap) && !(await hasRate(tx, currency)))
    throw badField('currency', 'catalog.customsNoRate', { currency });
}

/** Adds customs data for a country, or changes some. @throws badField with the field that is vague, zero or taken */
export async function saveCustoms(tx: Tx, input: ParsedOf<typeof saveCall>): Promise<{ id: number }> {
  const { id, version, idempotencyKey: _key, ...fields } = input;
  assertMay(tx, input, 'edit');
  await assertOwner(tx, input);
  const problem = customsProblem(fields);
  if (problem) throw badField(problem.column, problem.code);
  await assertRate(tx, fields);
  const { docKind, docId } = docOf(input);
  const before = id ? await ownRow(tx, id, input) : undefined;
  if (before && before.version !== version) throw conflict('core.stale', await lastChange(tx, docKind, docId));
  const twin =
    await tx.row(sql`select 1 as one from customs_data d where d.company_id = ${sql.company} and ${ownedBy(input)}
    and d.country = ${input.country} and d.id is distinct from ${id ?? null}::bigint`);
  if (twin) throw badField('country', 'catalog.customsTwice', { country: input.country });
  const written = await tx.row<{ id: number }>(
    id
      ? sql`${updateRows<typeof customsData>('customs_data', [{ id, ...fields }], [sql`version = customs_data.version + 1`])}
          returning customs_data.id`
      : sql`${insertRows<typeof customsData>('customs_data', [fields])} returning id`,
  );
  if (!written) throw new Error('The customs data were not written');
  writeHistory(tx, [{ docKind, docId, event: 'customsSaved', detail: changesOf(before, fields) }]);
  return written;
}

async function ownRow(tx: Tx, id: number, owner: Owner): Promise<CustomsRow> {
  const row = await tx.row<CustomsRow>(sql`select ${CUSTOMS_COLUMNS} from customs_data d
    where d.company_id = ${sql.company} and d.id = ${id} and ${ownedBy(owner)} for update`);
  if (!row) throw notFound('catalog.customsGone');
  return row;
}

/** As the history keeps it: amounts with their currency. */
export function changesOf(before: CustomsRow | undefined, after: Fields & { country: string; currency: string }) {
  const money = (amount: string | null | undefined, currency: string) =>
    amount ? `${new Decimal(amount).toFixed()} ${currency}` : '';
  const shown = (row: Fields & { currency: string }, name: (typeof FIELDS)[number]) =>
    name === 'value' || name === 'cap' ? money(row[name], row.currency) : (row[name] ?? '');
  const changes = FIELDS.flatMap((name) => {
    const pair = [before ? shown(before, name) : '', shown(after, name)];
    return pair[0] === pair[1] ? [] : [[`customsData.${name}`, pair] as const];
  });
  return { country: after.country, changes: Object.fromEntries(changes) };
}

export async function deleteCustoms(tx: Tx, ids: readonly number[]) {
  const rows = await tx.rows<CustomsRow>(sql`select ${CUSTOMS_COLUMNS} from customs_data d
    where d.company_id = ${sql.company} and d.id = any(${arrayOf(ids)}::bigint[]) order by d.id for update`);
  for (const row of rows) assertMay(tx, row, 'edit');
  await tx.rows(sql`delete from customs_data
    where company_id = ${sql.company} and id = any(${arrayOf(rows.map((row) => row.id))}::bigint[])`);
  writeHistory(
    tx,
    rows.map((row) => ({ ...docOf(row), event: 'customsDeleted', detail: { country: row.country } })),
  );
  return { done: rows.length, failed: [] };
}
