import type { PlatformCarrier } from '../../capabilities/shipments.ts';

/** Carriers that Walmart knows by name; any other is told as `otherCarrier`, with a link to its tracking. */
const NAMES = [
  'UPS',
  'USPS',
  'FedEx',
  'DHL',
  'OnTrac',
  'LaserShip',
  'Airborne',
  'Asendia',
  'YunExpress',
  '4PX',
  'Yanwen',
  'China Post',
  'SF Express',
  'SFC',
  'CNE',
  'WanB',
  'Sunyou',
  'UBI',
  'Equick',
  'Flyt Express',
  'Royal Mail',
  'Australia Post',
] as const;

export const CARRIERS: readonly PlatformCarrier[] = NAMES.map((name) => ({ code: name, name }));

/** A carrier as Walmart spells it, undefined where it knows none of that name. */
export const knownCarrier = (answered: string): string | undefined =>
  NAMES.find((name) => name.toLowerCase() === answered.trim().toLowerCase());
