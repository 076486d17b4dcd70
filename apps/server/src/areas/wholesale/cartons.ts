import type { CartonsInput } from '@tradewind/contract/cartons.ts';
import { badField } from '../../core/errors.ts';

/**
 * Packs a shipment's lines into cartons, no unit twice. @returns whether everything is packed @throws badField
 * cartons...
 */
export function fillCartons(
  lines: readonly { lineId: number; quantity: number; sku: string }[],
  cartons: CartonsInput,
): boolean {
  const left = new Map(lines.map((line) => [line.lineId, { ...line }]));
  cartons.forEach((carton, at) => {
    for (const size of ['lengthCm', 'widthCm', 'heightCm', 'grossKg'] as const)
      if (Number(carton[size]) === 0) throw badField(`cartons.${at}.${size}`, 'wholesale.notZero');
    const visited = new Set<number>();
    carton.contents.forEach(({ lineId, quantity }, i) => {
      const line = left.get(lineId);
      if (!line || visited.has(lineId)) throw badField(`cartons.${at}.contents.${i}.lineId`, 'wholesale.lineUnknown');
      visited.add(lineId);
      line.quantity -= quantity;
      if (line.quantity < 0)
        throw badField(`cartons.${at}.contents.${i}.quantity`, 'wholesale.cartonsTooMuch', { sku: line.sku });
    });
  });
  return [...left.values()].every((line) => line.quantity === 0);
}
