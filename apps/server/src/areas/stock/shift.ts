import type { StockCondition } from '@tradewind/contract/stock.ts';
import type { Tx } from '../../core/database/database.ts';
import { issueCosts, lastCosts, receiveLayers } from './costs.ts';
import { type Move, moveStock } from './ledger.ts';
import { reopenLayers } from './reopen.ts';

/** Units that stay in their warehouse and change their location, their condition, or both. */
export interface Shift {
  warehouseId: number;
  productId: number;
  batchId?: number;
  quantity: number;
  fromLocationId: number;
  toLocationId: number;
  from?: StockCondition;
  to?: StockCondition;
  reason: string;
  docKind: string;
  docId: number;
  docLine?: number;
  /** Unique within the document's line: the movements are `<step>:out` and `<step>:in`. */
  step: string;
}

/**
 * Moves units within a warehouse. Units that leave good stock leave their cost layers. Units that return to it go back
 * into their former layers, or open one at the product's last cost. Costs are written once per document line, so a
 * shift that changes the condition needs its own docLine. A repeated shift (same document, line and step) changes
 * nothing.
 * @throws ruleBroken stock.binNotEnough, stock.notEnough if the location holds less, or the rest is allocated
 */
export async function shiftStock(tx: Tx, shifts: readonly Shift[]): Promise<void> {
  const fresh = await moveStock(tx, shifts.flatMap(movesOf));
  const keyOf = (s: Shift) => `${s.docKind}/${s.docId}/${s.docLine ?? 0}/${s.step}:out/${s.warehouseId}`;
  const changed = shifts.filter((s) => (s.from ?? 'good') !== (s.to ?? 'good') && fresh.has(keyOf(s)));
  const lost = changed.filter((s) => (s.from ?? 'good') === 'good');
  await issueCosts(tx, lost.map(costLine));
  const gained = changed.filter((s) => s.to === undefined || s.to === 'good');
  const rest = await reopenLayers(
    tx,
    gained.map((s) => ({ ...costLine(s), batchId: s.batchId ?? 0, from: s.from ?? 'good' })),
  );
  const found = gained.map((s, i) => ({ ...costLine(s), quantity: rest[i] ?? 0 })).filter((line) => line.quantity > 0);
  if (found.length === 0) return;
  const costs = await lastCosts(
    tx,
    found.map((line) => ({ w: line.warehouseId, p: line.productId })),
  );
  await receiveLayers(
    tx,
    found.map((line) => ({ ...line, unitCost: costs.get(`${line.warehouseId}/${line.productId}`) ?? '0' })),
  );
}

function movesOf(shift: Shift): Move[] {
  const { fromLocationId, toLocationId, from, to, quantity, step, ...common } = shift;
  return [
    { ...common, locationId: fromLocationId, condition: from ?? 'good', onHand: -quantity, step: `${step}:out` },
    { ...common, locationId: toLocationId, condition: to ?? 'good', onHand: quantity, step: `${step}:in` },
  ];
}

function costLine({ warehouseId, productId, quantity, docKind, docId, docLine }: Shift) {
  return { warehouseId, productId, quantity, docKind, docId, docLine: docLine ?? 0 };
}
