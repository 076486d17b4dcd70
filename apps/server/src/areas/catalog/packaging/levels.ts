import { PACK_LEVELS, type Pack, type PackagingLevel } from '@tradewind/contract/catalog.ts';
import { Decimal } from '../../../core/money.ts';

type Measured = Omit<PackagingLevel, 'quantity' | 'units' | 'cbm' | 'level'>;
type Packs = Partial<Record<(typeof PACK_LEVELS)[number], Pack | null | undefined>>;

const CUBIC_MM = 1_000_000_000;
const cbmOf = ({ lengthMm, widthMm, heightMm }: Measured): string | null =>
  lengthMm === null || widthMm === null || heightMm === null
    ? null
    : new Decimal(lengthMm).times(widthMm).times(heightMm).div(CUBIC_MM).toDecimalPlaces(6).toFixed();

/** The levels from the single unit up: each counts the units of those below it, whether or not one is missing between. */
export function levelsOf(each: Measured, packs: Packs): PackagingLevel[] {
  const levels: PackagingLevel[] = [{ level: 'each', quantity: 1, units: 1, ...each, cbm: cbmOf(each) }];
  for (const level of PACK_LEVELS) {
    const pack = packs[level];
    if (!pack) continue;
    const below = levels.at(-1)?.units ?? 1;
    levels.push({ level, ...pack, units: below * pack.quantity, cbm: cbmOf(pack) });
  }
  return levels;
}
