import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, conflict } from '../../../core/errors.ts';
import { productFacts } from '../../catalog/public.ts';
import { requestReservation } from '../reserve/reserve.ts';
import { reevaluate } from '../rules/reevaluate.ts';
import type { Status } from '../status.ts';
import type { UndoRow } from '../undo/record.ts';
import {
  GIFT,
  isGift,
  type Line,
  platformLinesOf,
  type Whole,
  wholeOrders,
  writeLines,
  writePlatformLines,
  writeSummaries,
} from './rows.ts';
import { giveBack, lockForArranging } from './split.ts';

export interface LineInput {
  lineId?: number | undefined;
  productId?: number | undefined;
  quantity: number;
}

export interface LinesInput {
  id: number;
  seen: readonly { lineId: number; quantity: number }[];
  lines: readonly LineInput[];
}

export interface LinesRow extends UndoRow {
  from: Status;
  before: Line[];
  after: Line[];
  platformLines: Record<string, number> | null;
}

/**
 * Changes what an order ships: quantities, replacement products, removed lines, gifts. The amount the buyer pays and
 * the platform's lines do not change; gifts are never sent to the platform.
 * @returns undefined when nothing changed
 * @throws conflict orders.linesOvertaken when the lines have changed since they were loaded
 */
export async function changeLines(
  tx: Tx,
  { id, seen: visited, lines: desired }: LinesInput,
): Promise<LinesRow | undefined> {
  const order = await lockForArranging(tx, id, 'arrange');
  const units = new Map(visited.map((line) => [line.lineId, line.quantity]));
  if (units.size !== order.lines.length || order.lines.some((line) => units.get(line.id) !== line.quantity))
    throw conflict('orders.linesOvertaken', { number: order.displayNo });
  const lines = await desiredLines(tx, order, desired);
  if (sameLines(order.lines, lines)) return undefined;
  await giveBack(tx, [id], 'linesChanged');
  await writeLines(tx, id, lines);
  await writePlatformLines(tx, id, platformLinesOf(order));
  await writeSummaries(tx, [id]);
  const after = (await wholeOrders(tx, [id])).get(id)?.lines ?? [];
  writeHistory(tx, [
    { docKind: 'sales_order', docId: id, event: 'linesChanged', detail: { lines: answered(order.lines, after) } },
  ]);
  if (order.status === 'exception' && order.exception !== 'label') await reevaluate(tx, [id], 'linesChanged');
  await requestReservation(tx);
  return { id, from: order.status, before: order.lines, after, platformLines: order.platformLines };
}

type Written = Omit<Line, 'id' | 'orderId'> & { id?: number };

async function desiredLines(tx: Tx, order: Whole, desired: readonly LineInput[]): Promise<Written[]> {
  const products = await productFacts(tx, [...new Set(desired.flatMap((line) => line.productId ?? []))]);
  const names = await namesOf(tx, [...products.keys()]);
  let gifts = Math.max(0, ...order.lines.filter(isGift).map((line) => Number(line.platformLineId.slice(GIFT.length))));
  const visited = new Set<number>();
  return desired.map(({ lineId, productId, quantity }, at): Written => {
    const name = productId === undefined ? undefined : names.get(productId);
    if (productId !== undefined && !name) throw badField(`lines.${at}.productId`, 'orders.productGone');
    if (lineId === undefined) {
      if (productId === undefined || !name) throw badField(`lines.${at}.productId`, 'core.required');
      return {
        platformLineId: `${GIFT}${++gifts}`,
        fulfilmentRef: null,
        sellerSku: name.sku,
        platformItemId: '',
        title: name.title,
        quantity,
        unitPrice: '0',
        discount: '0',
        tax: '0',
        productId,
        factor: 1,
        fixed: true,
      };
    }
    const line = order.lines.find((one) => one.id === lineId);
    if (!line || visited.has(lineId)) throw badField(`lines.${at}.lineId`, 'orders.splitNoLine');
    visited.add(lineId);
    const { orderId: _, ...kept } = line;
    const other = productId !== undefined && productId !== line.productId;
    return { ...kept, quantity, ...(other ? { productId, factor: 1, fixed: true } : {}) };
  });
}

async function namesOf(tx: Tx, productIds: readonly number[]): Promise<Map<number, { sku: string; title: string }>> {
  const rows = await tx.rows<{ id: number; sku: string; title: string }>(
    sql`select id, sku, case when name_en <> '' then name_en else name_zh end as title from product where company_id = ${sql.company} and id = any(${productIds}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const content = (line: Written) => [line.platformLineId, line.quantity, line.productId, line.factor].join('/');

/** Compares the items, not the row ids. */
export function sameLines(a: readonly Written[], b: readonly Written[]): boolean {
  const text = (lines: readonly Written[]) => lines.map(content).sort().join('\n');
  return text(a) === text(b);
}

/** Changed lines, before and after. */
function answered(before: readonly Line[], after: readonly Line[]) {
  const of = (lines: readonly Line[]) => new Map(lines.map((line) => [line.platformLineId, line]));
  const [was, is] = [of(before), of(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [old, now] = [was.get(key), is.get(key)];
    if (old && now && content(old) === content(now)) return [];
    return [{ sku: (now ?? old)?.sellerSku ?? '', from: old?.quantity ?? 0, to: now?.quantity ?? 0 }];
  });
}
