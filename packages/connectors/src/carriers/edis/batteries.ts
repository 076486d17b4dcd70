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
type Battery = NonNullable<ParcelItem['battery']>;

/** IATA's packing instructions for lithium ion and lithium metal. eDIS keeps its words to itself; these all contain them. */
const KINDS: Readonly<Record<Battery, RegExp>> = { inside: /967|970/, packed: /966|969/, alone: /965|968/ };
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
  const kinds = new Set(items.flatMap(({ battery }) => battery ?? []));
  if (kinds.size === 0) return () => ({ isLiBattery: false });
  const read = await ask(seller, { method: 'GET', path: '/battery_qualifications', query: ALL });
  const { qualifications } = shaped(answer, read, 'battery_qualifications').batteryQualificationList;
  const valid = qualifications.filter((one) => isGood(one, now));
  const found = new Map<Battery, Qualification>();
  for (const kind of kinds) {
    const one = valid.find(({ batteryType }) => KINDS[kind].test(batteryType ?? ''));
    if (!one)
      throw new ConnectorError(CARRIER, 'rejected', `eDIS holds no valid battery qualification: ${kind}`, {
        code: 'BATTERY',
      });
    found.set(kind, one);
  }
  return ({ battery }) => {
    const one = battery && found.get(battery);
    if (!one) return { isLiBattery: false };
    return { isLiBattery: true, liBatteryType: one.batteryType, elecQualificationId: one.elecQualificationId };
  };
}
