import { Decimal } from '../../core/money.ts';

export interface Layer {
  id: number;
  remaining: number;
  /** Base currency per unit, decimal string. */
  unitCost: string;
}

export interface Consumption {
  layerId: number;
  quantity: number;
  unitCost: string;
}

/**
 * First in, first out: takes `quantity` from the layers in order. Units beyond all layers are taken at `fallbackCost`
 * from layer 0, so that shipped units always have a cost.
 */
export function consume(layers: readonly Layer[], quantity: number, fallbackCost: string): Consumption[] {
  const taken: Consumption[] = [];
  let left = quantity;
  for (const layer of layers) {
    if (left === 0) break;
    const part = Math.min(left, layer.remaining);
    if (part === 0) continue;
    taken.push({ layerId: layer.id, quantity: part, unitCost: layer.unitCost });
    left -= part;
  }
  if (left > 0) taken.push({ layerId: 0, quantity: left, unitCost: fallbackCost });
  return taken;
}

export function costOf(taken: readonly Consumption[]): string {
  return taken
    .reduce((sum, t) => sum.plus(new Decimal(t.unitCost).times(t.quantity)), new Decimal(0))
    .toDecimalPlaces(2)
    .toFixed(4);
}

/** The same as finance books it: each part is an entry of its own, rounded to cents. */
export function bookedOf(taken: readonly Omit<Consumption, 'layerId'>[]): string {
  return taken
    .reduce((sum, t) => sum.plus(new Decimal(t.unitCost).times(t.quantity).toDecimalPlaces(2)), new Decimal(0))
    .toFixed(4);
}
