import { z } from 'zod';
import { shaped } from '../../marketplaces/ebay/client.ts';
import { optionalText } from '../../read.ts';
import { ConnectorError, type ParcelItem, type ShopAccess } from '../../types.ts';
import { CARRIER, type EdisClient } from './client.ts';

const answer = z.object({
  batteryQualificationList: z.object({
    qualifications: z.array(
      z.object({ elecQualificationId: z.string(), batteryType: optionalText, expireDate: optionalText }),
    ),
  }),
});
type Qualification = z.output<typeof answer>['batteryQualificationList']['qualifications'][number];

/** IATA's packing instructions for lithium ion and lithium metal. eDIS keeps its words to itself; these all contain them. */
const PACKING = {
  inside: { ion: '967', metal: '970' },
  packed: { ion: '966', metal: '969' },
  alone: { ion: '965', metal: '968' },
} as const;
/** Either where nobody knows which it is. */
const instructionsOf = ({ battery, lithium }: ParcelItem): string[] => {
  if (!battery) return [];
  return lithium ? [PACKING[battery][lithium.chemistry]] : Object.values(PACKING[battery]);
};
const ALL = { limit: 100, offset: 0 };

const isGood = ({ expireDate }: Qualification, now: number): boolean => {
  const ends = Date.parse(expireDate ?? '');
  return Number.isNaN(ends) || ends > now;
};

/** What eDIS wants to be said of each kind of battery in a parcel. */
export async function batteriesOf(
  { ask }: EdisClient,
  seller: ShopAccess,
  items: readonly ParcelItem[],
  now: number,
): Promise<(item: ParcelItem) => object> {
  const powered = items.filter(({ battery }) => battery);
  if (powered.length === 0) return () => ({ isLiBattery: false });
  const read = await ask(seller, { method: 'GET', path: '/battery_qualifications', query: ALL });
  const { qualifications } = shaped(answer, read, 'battery_qualifications').batteryQualificationList;
  const valid = qualifications.filter((one) => isGood(one, now));
  const found = (item: ParcelItem): Qualification | undefined => {
    const instructions = instructionsOf(item);
    return valid.find(({ batteryType = '' }) => instructions.some((one) => batteryType?.includes(one)));
  };
  const missing = powered.find((item) => !found(item));
  if (missing) {
    const words = `eDIS holds no valid battery qualification (PI ${instructionsOf(missing).join(' or ')}): ${missing.sku}`;
    throw new ConnectorError(CARRIER, 'rejected', words, { code: 'BATTERY' });
  }
  return (item) => {
    const one = found(item);
    if (!one) return { isLiBattery: false };
    return { isLiBattery: true, liBatteryType: one.batteryType, elecQualificationId: one.elecQualificationId };
  };
}
