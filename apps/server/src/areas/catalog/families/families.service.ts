import { rights } from '@tradewind/contract/access/modules.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import {
  type FamilyAxis,
  type FamilyRow,
  INHERITED,
  type saveFamily as saveCall,
  type Variant,
} from '@tradewind/contract/catalog.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { type Ctx, mayPress, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { beginsWith } from '../../../core/database/statement.ts';
import { insertRows, updateRows } from '../../../core/database/write.ts';
import { lastChange, readHistory, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, forbidden, notFound } from '../../../core/errors.ts';
import { defineList } from '../../../core/lists.ts';
import type { productFamily } from '../catalog.tables.ts';
import { claimImages, FAMILY_IMAGE, shareImages } from '../products/images.ts';
import { goodsColumns } from '../products/list.ts';
import { writeTerms } from '../products/products.queries.ts';
import { assertNamed, assertWeights, changeOf, checkedCategory, withoutPrice } from '../products/rules.ts';
import { assertSound, takeFromFamily } from './inherit.ts';

export const FAMILY = 'productFamily';

export const families = defineList<{ text?: string | undefined }, FamilyRow>({
  table: 'product_family',
  as: 'p',
  filters: { text: (typed) => beginsWith(sql`p.code`, typed.trim().toUpperCase()) },
  order: sql`p.updated_at desc, p.id desc`,
  columns: (tx) => sql`p.id, p.code, p.axes, ${goodsColumns(maySee(tx.rights, 'seeCost'))}, p.version, p.updated_at,
    (select count(*)::int from product v where v.company_id = ${sql.company} and v.family_id = p.id) as variant_count`,
  missing: 'catalog.noFamily',
});

export const variantsOf = (tx: Tx, familyId: number): Promise<Variant[]> =>
  tx.rows<Variant>(sql`select id, sku, name_zh, name_en, axis_values, overrides, images, enabled from product
    where company_id = ${sql.company} and family_id = ${familyId} order by id`);

/** Holds a family against changes by others. @throws notFound */
export async function heldFamily(tx: Tx, id: number) {
  const family = await tx.row<{ code: string; axes: FamilyAxis[]; version: number }>(sql`
    select code, axes, version from product_family where company_id = ${sql.company} and id = ${id} for update`);
  if (!family) throw notFound('catalog.noFamily');
  return family;
}

export async function findFamily(tx: Tx, ctx: Ctx, id: number) {
  const family = await families.one(tx, id);
  const history = await readHistory(tx, FAMILY, id);
  return {
    ...family,
    variants: await variantsOf(tx, id),
    history: history.map(({ fromState: _from, toState: _to, ...event }) => ({
      ...event,
      at: event.at.toISOString(),
      detail: maySee(ctx.rights, 'seeCost') ? event.detail : withoutPrice(event.detail),
    })),
  };
}

/** What a product's page says of its family. */
export const familyOf = async (tx: Tx, id: number) =>
  (await tx.row<{ id: number; code: string; axes: FamilyAxis[] }>(
    sql`select id, code, axes from product_family where company_id = ${sql.company} and id = ${id}`,
  )) ?? null;

type Input = ParsedOf<typeof saveCall>;

/** @throws badField with what is taken or does not fit; core.stale */
export async function saveFamily(tx: Tx, ctx: Ctx, input: Input): Promise<{ id: number; version: number }> {
  const { id, version, idempotencyKey: _key, ...fields } = input;
  if (!mayPress(ctx.rights, id ? rights.product.edit : rights.product.add)) throw forbidden();
  assertAxes(fields.axes);
  assertNamed(fields);
  assertWeights(fields);
  const before = id ? await heldFamily(tx, id) : undefined;
  if (id && before?.version !== version) throw conflict('core.stale', await lastChange(tx, FAMILY, id));
  const shown = id ? await families.one(tx, id) : undefined;
  const attributes = await checkedCategory(tx, fields, shown?.attributes);
  // Whoever does not see the price cannot mean to change it.
  const { unitPriceCny, ...others } = { ...fields, attributes };
  const written = { ...others, ...(maySee(ctx.rights, 'seeCost') ? { unitPriceCny } : {}), updatedAt: tx.now };
  return id && shown ? change(tx, { ...shown, id }, written) : add(tx, written);
}

type Written = Omit<Input, 'id' | 'version' | 'idempotencyKey' | 'unitPriceCny'> & {
  unitPriceCny?: string | null;
  updatedAt: Date;
};

async function add(tx: Tx, fields: Written): Promise<{ id: number; version: number }> {
  const made = await tx.row<{ id: number }>(
    sql`${insertRows<typeof productFamily>('product_family', [fields])} on conflict do nothing returning id`,
  );
  if (!made) throw badField('code', 'catalog.familyTaken', { code: fields.code });
  await claimImages(tx, { kind: FAMILY_IMAGE, id: made.id }, fields.images);
  writeHistory(tx, [{ docKind: FAMILY, docId: made.id, event: 'created' }]);
  return { id: made.id, version: 1 };
}

async function change(tx: Tx, before: FamilyRow, fields: Written): Promise<{ id: number; version: number }> {
  const { id } = before;
  if (fields.code !== before.code) throw badField('code', 'catalog.familyCode');
  if (fields.axes.length !== before.axes.length && before.variantCount > 0) throw badField('axes', 'catalog.axesFixed');
  await tx.rows(
    updateRows<typeof productFamily>(
      'product_family',
      [{ id, ...fields }],
      [sql`version = product_family.version + 1`],
    ),
  );
  await claimImages(tx, { kind: FAMILY_IMAGE, id }, fields.images);
  const changed = await takeFromFamily(tx, id);
  await assertSound(tx, id);
  await shareImages(tx, changed);
  await writeTerms(tx, changed);
  const after = await families.one(tx, id);
  const shown: (keyof FamilyRow)[] = [...INHERITED];
  const changes = shown.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const axes = [axisWords(before.axes), axisWords(after.axes)];
  const detail = {
    changes: {
      ...Object.fromEntries(changes.map((name) => changeOf(name, before, after))),
      ...(axes[0] === axes[1] ? {} : { axes }),
    },
  };
  writeHistory(tx, [
    { docKind: FAMILY, docId: id, event: 'edited', detail },
    ...changed.map((docId) => ({ docKind: 'product', docId, event: 'edited', detail: { family: before.code } })),
  ]);
  return { id, version: after.version };
}

const axisWords = (axes: readonly FamilyAxis[]) => axes.map(({ nameZh, nameEn }) => nameZh || nameEn).join(' × ');

function assertAxes(axes: readonly FamilyAxis[]): void {
  for (const [at, { nameZh, nameEn }] of axes.entries()) {
    if (nameZh === '' && nameEn === '') throw badField(`axes.${at}.nameZh`, 'catalog.nameMissing');
    const twin = axes
      .slice(0, at)
      .some((one) => (nameZh && one.nameZh === nameZh) || (nameEn && one.nameEn === nameEn));
    if (twin) throw badField(`axes.${at}.nameZh`, 'catalog.axisTwice', { name: nameZh || nameEn });
  }
}

const deleted = defineAction('catalog.familyDeleted', ['删除商品系列', 'Product family deleted']);

/** Its variants keep their values, and its code as their parent SKU. */
export async function removeFamily(tx: Tx, id: number): Promise<void> {
  const { code } = await heldFamily(tx, id);
  const left = await tx.rows<{ id: number }>(sql`update product
    set family_id = null, axis_values = '{}', overrides = '{}', version = version + 1, updated_at = ${tx.now}
    where company_id = ${sql.company} and family_id = ${id} returning id`);
  await tx.rows(sql`delete from attachment
    where company_id = ${sql.company} and doc_kind = ${FAMILY_IMAGE} and doc_id = ${id}`);
  await tx.rows(sql`delete from product_family where company_id = ${sql.company} and id = ${id}`);
  writeHistory(
    tx,
    left.map((one) => ({ docKind: 'product', docId: one.id, event: 'familyLeft', detail: { family: code } })),
  );
  writeAudit(tx, [{ action: deleted, targetKind: FAMILY, targetId: id, targetName: code }]);
}
