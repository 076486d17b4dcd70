/** Where Home Depot has things sent to; streets are invented. */
export interface Facility {
  number: string;
  name: string;
  line1: string;
  city: string;
  state: string;
  zip: string;
}

export const FACILITIES: readonly Facility[] = [
  {
    number: '5523',
    name: 'Home Depot RDC 5523',
    line1: '100 Crossdock Way',
    city: 'Dallas',
    state: 'TX',
    zip: '75201',
  },
  { number: '0123', name: 'Home Depot Store 0123', line1: '10 Oak St', city: 'Reno', state: 'NV', zip: '89501' },
  { number: '5644', name: 'Home Depot SDC 5644', line1: '2 Stocking Rd', city: 'Atlanta', state: 'GA', zip: '30303' },
  { number: '5711', name: 'Home Depot BDC 5711', line1: '7 Lumber Yard', city: 'Denver', state: 'CO', zip: '80202' },
  { number: '5829', name: 'Home Depot DFC 5829', line1: '45 Direct Ave', city: 'Phoenix', state: 'AZ', zip: '85004' },
];

export const facilityAt = (seq: number): Facility => FACILITIES[seq % FACILITIES.length] ?? (FACILITIES[0] as Facility);
/** Counts the orders of the shop: their numbers follow from it. */
export const orderIdOf = (seq: number): string => `${45_670_000 + seq}-${facilityAt(seq).number}`;
export const facilityOf = (orderId: string): Facility | undefined =>
  FACILITIES.find((one) => orderId.endsWith(`-${one.number}`));
export const poOf = (orderId: string): string => orderId.split('-')[0] ?? '';
