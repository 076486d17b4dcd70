import type { ParsedOf } from '@tradewind/contract/call.ts';
import { BATTERY_RULES } from '@tradewind/contract/catalog/batteries.ts';
import type { PaperRow, savePaper as saveCall } from '@tradewind/contract/catalog.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { insertRows, updateRows } from '../../../core/database/write.ts';
import { lastChange, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import type { compliancePaper } from '../product-papers.tables.ts';
import { productFacts } from '../products/lookups.ts';
import { paperState } from './papers.ts';

const DOC = 'product';
export const PAPER_DOC = 'compliance_paper';

const papersWhere = (tx: Tx, condition: Sql): Promise<PaperRow[]> =>
  tx.rows<PaperRow>(sql`select c.id, c.product_id, c.kind, c.country, c.number, c.valid_from::text as valid_from,
      c.expires_on::text as expires_on, ${paperState(tx)} as state, c.battery, c.battery_content, c.battery_count, c.remark, c.version,
      (select count(*)::int from attachment a where a.company_id = ${sql.company} and a.doc_kind = ${PAPER_DOC} and a.doc_id = c.id) as files
    from compliance_paper c where c.company_id = ${sql.company} and ${condition}
    order by c.kind, c.country, c.expires_on desc nulls first, c.id limit 500`);

export async function listPapers(tx: Tx, productId: number): Promise<PaperRow[]> {
  await assertProduct(tx, productId);
  return papersWhere(tx, sql`c.product_id = ${productId}`);
}

async function assertProduct(tx: Tx, productId: number): Promise<void> {
  if (!(await productFacts(tx, [productId])).has(productId)) throw notFound('catalog.productNotFound');
}

type BatteryFacts = Pick<PaperRow, 'kind' | 'battery' | 'batteryContent' | 'batteryCount'>;
/** A UN38.3 report says all of the battery or nothing; no other paper says anything of one. @throws badField */
function assertBattery({ kind, ...parts }: BatteryFacts): void {
  const { battery, batteryContent, batteryCount } = parts;
  const lacking = Object.entries({ battery, batteryContent, batteryCount }).find(([, value]) => value === null);
  if (battery === null && batteryContent === null && batteryCount === null) return;
  if (kind !== 'un383') throw badField('battery', 'catalog.paperBattery');
  if (lacking || Number(batteryContent) === 0)
    throw badField(lacking?.[0] ?? 'batteryContent', 'catalog.paperBatteryPart');
}

/** Kind and country stand above the changes. */
const FIELDS = ['number', 'validFrom', 'expiresOn', 'battery', 'batteryContent', 'batteryCount', 'remark'] as const;
type Fields = Pick<PaperRow, (typeof FIELDS)[number]>;
/** For the history: batteries by their number of the United Nations. */
function shown(paper: Fields | undefined, name: (typeof FIELDS)[number]): string {
  if (name !== 'battery' || !paper?.battery) return String(paper?.[name] ?? '');
  const { un, instruction } = BATTERY_RULES[paper.battery];
  return `${un}, ${instruction}`;
}

/** Adds a paper, or changes one. @throws badField expiresOn, number; core.stale */
export async function savePaper(tx: Tx, input: ParsedOf<typeof saveCall>): Promise<{ id: number }> {
  const { id, version, idempotencyKey: _key, ...fields } = input;
  await assertProduct(tx, input.productId);
  if (fields.validFrom && fields.expiresOn && fields.expiresOn < fields.validFrom)
    throw badField('expiresOn', 'catalog.paperDays');
  assertBattery(fields);
  const [before] = id ? await papersWhere(tx, sql`c.id = ${id} and c.product_id = ${input.productId}`) : [];
  if (id && !before) throw notFound('catalog.paperGone');
  if (before && before.version !== version) throw conflict('core.stale', await lastChange(tx, DOC, input.productId));
  const written = await tx.row<{ id: number }>(
    id
      ? sql`${updateRows<typeof compliancePaper>('compliance_paper', [{ id, ...fields }], [sql`version = compliance_paper.version + 1`])}
          and compliance_paper.version = ${version ?? 0} returning compliance_paper.id`
      : sql`${insertRows<typeof compliancePaper>('compliance_paper', [fields])} returning id`,
  );
  if (!written) throw conflict('core.stale', await lastChange(tx, DOC, input.productId));
  const changes = FIELDS.flatMap((name) => {
    const pair = [shown(before, name), shown(fields, name)];
    return pair[0] === pair[1] ? [] : [[`papers.${name}`, pair] as const];
  });
  writeHistory(tx, [
    {
      docKind: DOC,
      docId: input.productId,
      event: id ? 'paperEdited' : 'paperAdded',
      detail: { paper: fields.kind, country: fields.country, changes: Object.fromEntries(changes) },
    },
  ]);
  return written;
}

export async function deletePapers(tx: Tx, ids: readonly number[]) {
  const rows = await papersWhere(tx, sql`c.id = any(${arrayOf(ids)}::bigint[])`);
  await tx.rows(sql`delete from compliance_paper
    where company_id = ${sql.company} and id = any(${arrayOf(rows.map((row) => row.id))}::bigint[])`);
  writeHistory(
    tx,
    rows.map(({ productId, kind, country, number }) => ({
      docKind: DOC,
      docId: productId,
      event: 'paperDeleted',
      detail: { paper: kind, country, ...(number ? { name: number } : {}) },
    })),
  );
  return { done: rows.length, failed: [] };
}

export const paperExists = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.row(sql`select 1 as there from compliance_paper where company_id = ${sql.company} and id = ${id}`)) !==
  undefined;
