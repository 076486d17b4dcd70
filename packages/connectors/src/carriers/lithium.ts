import type { ParcelItem } from '../types.ts';

export type SmallBattery = `${'ion' | 'metal'} ${'inside' | 'packed'}`;

const skusOf = (items: readonly ParcelItem[]): string => [...new Set(items.map(({ sku }) => sku))].join(', ');

/**
 * The kinds of batteries that fly as small ones (IATA, section II), each once; or why one of a parcel's does not. Since 2022
 * a battery by itself flies only with a declaration of dangerous goods, which we do not make.
 */
export function smallBatteries(items: readonly ParcelItem[]): { kinds: SmallBattery[]; problem?: string } {
  const powered = items.filter(({ battery }) => battery);
  const unknown = powered.filter(({ lithium }) => !lithium);
  if (unknown.length > 0)
    return { kinds: [], problem: `the UN38.3 report does not say what battery is in ${skusOf(unknown)}` };
  const alone = powered.filter(({ battery }) => battery === 'alone');
  if (alone.length > 0)
    return { kinds: [], problem: `batteries by themselves fly as declared dangerous goods only: ${skusOf(alone)}` };
  const large = powered.filter(({ lithium }) => !lithium?.isSmall);
  if (large.length > 0)
    return { kinds: [], problem: `large batteries fly as declared dangerous goods only: ${skusOf(large)}` };
  const kinds = powered.flatMap(({ battery, lithium }): SmallBattery[] =>
    battery && battery !== 'alone' && lithium ? [`${lithium.chemistry} ${battery}`] : [],
  );
  return { kinds: [...new Set(kinds)].sort() };
}
