import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { SupplierPriceRow, saveSupplierPrice as saveCall } from '@tradewind/contract/procurement.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addRows, insertRows, updateRows } from '../../../core/database/write.ts';
import { lastChange, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, forbidden } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { productFacts } from '../../catalog/public.ts';
import type { supplierPrice, supplierPriceBreak } from '../procurement.tables.ts';
import { supplierPrices } from './prices.list.ts';
import { DOC, holdSupplier } from './suppliers.service.ts';

type Input = ParsedOf<typeof saveCall>;
export type Break = Input['breaks'][number];
const deleted = defineAction('procurement.priceDeleted', ['删除供应商报价', 'Supplier price deleted']);

/** Who may not see costs writes none. */
export function assertMayPrice(tx: Tx): void {
  if (!maySee(tx.rights, 'seeCost')) throw forbidden('procurement.costs');
}

/** Adds a price, or changes one. @throws badField productId, validFrom, breaks; core.stale; procurement.blocked */
export async function savePrice(tx: Tx, input: Input): Promise<{ id: number }> {
  assertMayPrice(tx);
  const { id, version, breaks, idempotencyKey: _key, ...fields } = input;
  const owner = await holdSupplier(tx, input.supplierId);
  if (owner.state === 'blocked') throw conflict('procurement.blocked', { code: owner.code, reason: owner.blockReason });
  const facts = (await productFacts(tx, [input.productId])).get(input.productId);
  if (!facts) throw badField('productId', 'procurement.productUnknown');
  assertBreaks(breaks);
  if (input.specId !== '' && input.offerId === '') throw badField('offerId', 'procurement.offerMissing');
  const before = id ? await supplierPrices.one(tx, id) : undefined;
  if (before && (before.version !== version || before.supplierId !== input.supplierId))
    throw conflict('core.stale', await lastChange(tx, DOC, input.supplierId));
  const twin = await tx.row(sql`select 1 as one from supplier_price
    where company_id = ${sql.company} and supplier_id = ${input.supplierId} and product_id = ${input.productId}
      and valid_from = ${input.validFrom}::date and id is distinct from ${id ?? null}::bigint`);
  if (twin) throw badField('validFrom', 'procurement.priceTwice', { day: input.validFrom });
  const written = await tx.row<{ id: number }>(
    id
      ? sql`${updateRows<typeof supplierPrice>('supplier_price', [{ id, ...fields }], [sql`version = supplier_price.version + 1`])}
          returning supplier_price.id`
      : sql`${insertRows<typeof supplierPrice>('supplier_price', [fields])} returning id`,
  );
  if (!written) throw new Error('The price was not written');
  await writeBreaks(tx, [{ priceId: written.id, breaks }]);
  const words = ({ breaks: own, validFrom, moq }: Pick<SupplierPriceRow, 'breaks' | 'validFrom' | 'moq'>) => ({
    validFrom,
    moq,
    breaks: own.map((one) => `${one.fromQuantity}: ${Number(one.unitPrice)}`).join(' · '),
  });
  const old = before ? words(before) : undefined;
  const changes = Object.entries(words({ ...fields, breaks })).flatMap(([name, now]) => {
    const was = old?.[name as keyof typeof old] ?? null;
    return was === now ? [] : [[name, [was, now]] as const];
  });
  const detail = { name: facts.sku, changes: Object.fromEntries(changes) };
  writeHistory(tx, [{ docKind: DOC, docId: input.supplierId, event: id ? 'priceEdited' : 'priceAdded', detail }]);
  return written;
}

function assertBreaks(breaks: readonly Break[]): void {
  const known = new Set<number>();
  for (const [at, { fromQuantity }] of breaks.entries()) {
    if (known.has(fromQuantity))
      throw badField(`breaks.${at}.fromQuantity`, 'procurement.breakTwice', { quantity: fromQuantity });
    known.add(fromQuantity);
  }
}

/** Makes the breaks of these prices exactly these. */
export async function writeBreaks(
  tx: Tx,
  prices: readonly { priceId: number; breaks: readonly Break[] }[],
): Promise<void> {
  const ids = prices.map((one) => one.priceId);
  await tx.rows(sql`delete from supplier_price_break
    where company_id = ${sql.company} and price_id = any(${arrayOf(ids)}::bigint[])`);
  const rows = prices.flatMap(({ priceId, breaks }) => breaks.map((one) => ({ priceId, ...one })));
  await addRows<typeof supplierPriceBreak>(tx, 'supplier_price_break', rows);
}

export async function deletePrices(tx: Tx, ids: readonly number[]) {
  assertMayPrice(tx);
  const chosen = await supplierPrices.choose(tx, { ids }, ids.length);
  const rows = await supplierPrices.byIds(tx, chosen);
  await tx.rows(sql`delete from supplier_price
    where company_id = ${sql.company} and id = any(${arrayOf(chosen)}::bigint[])`);
  writeHistory(
    tx,
    rows.map(({ supplierId, sku, validFrom }) => ({
      docKind: DOC,
      docId: supplierId,
      event: 'priceDeleted',
      detail: { name: `${sku} · ${validFrom}` },
    })),
  );
  writeAudit(
    tx,
    rows.map(({ id, sku, validFrom }) => ({
      action: deleted,
      targetKind: 'supplier_price',
      targetId: id,
      targetName: `${sku} · ${validFrom}`,
    })),
  );
  return { done: rows.length, failed: [] };
}
