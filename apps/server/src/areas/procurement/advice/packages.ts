import type { PackagingLevel } from '@tradewind/contract/catalog.ts';

/** How a product is packed: units of its packages, and what a unit of it measures in them. Null: nobody has entered it. */
export interface Packed {
  perCarton: number | null;
  perPallet: number | null;
  unitCbm: number | null;
  unitKg: number | null;
}

/** Without a carton, the inner pack is what is bought whole. Size and weight are those of the largest package up to the carton. */
export function packedOf(levels: readonly PackagingLevel[] = []): Packed {
  const at = (level: PackagingLevel['level']) => levels.find((one) => one.level === level);
  const packs = [at('carton'), at('inner'), at('each')];
  const sized = packs.find((one) => one && one.cbm !== null);
  const weighed = packs.find((one) => one && one.weightGrams !== null);
  return {
    perCarton: (at('carton') ?? at('inner'))?.units ?? null,
    perPallet: at('pallet')?.units ?? null,
    unitCbm: sized ? Number(sized.cbm) / sized.units : null,
    unitKg: weighed ? (weighed.weightGrams ?? 0) / 1000 / weighed.units : null,
  };
}
