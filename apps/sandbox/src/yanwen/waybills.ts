import type { Context } from '../http/app.ts';
import { Journey, type Moving } from '../kit/journey.ts';
import { COUNTRIES } from './channels.ts';
import type { OrderInput } from './orderInput.ts';

const STAGES = [
  ...(['created', 'picked_up', 'in_transit', 'arrived', 'cleared'] as const),
  ...(['handed_over', 'out_for_delivery', 'delivered'] as const),
];
type Step = (typeof STAGES)[number];
type Stage = Moving<Step>['stage'];
type Place = 'origin' | 'hub' | 'city';

export interface Scan {
  at: number;
  code: string;
  words: string;
  place: Place;
}

export interface Waybill extends OrderInput, Moving<Step> {
  number: string;
  /** Of the last mile; empty until the parcel is there. */
  lastMile: string;
  scans: Scan[];
}

export type SavedWaybills = ReturnType<Waybills['save']>;

/** The order's state as `express.order.get` has it, and the scan of the parcel. */
const STEP: Readonly<Record<Stage, readonly [state: number, code: string, words: string, place: Place]>> = {
  created: [0, 'OR10', 'Order processed by shipper', 'origin'],
  picked_up: [2, 'PU10', 'Yanwen Pickup Scan', 'origin'],
  in_transit: [3, 'LH20', 'Port of departure - Departure', 'origin'],
  arrived: [3, 'LH50', 'Destination Country - Arrival', 'hub'],
  cleared: [3, 'IC60', 'International shipment release - Import', 'hub'],
  handed_over: [3, 'LM10', 'Distribution center - Inbound', 'hub'],
  out_for_delivery: [3, 'LM25', 'Out for delivery', 'city'],
  delivered: [4, 'LM40', 'Delivered', 'city'],
  exception: [7, 'LM50', 'Delivery failed', 'city'],
  returned: [9, 'LM90', 'Package returned', 'city'],
  cancelled: [5, 'OR30', 'Order cancelled by shipper', 'origin'],
};
export const stateOf = ({ stage }: Waybill): number => STEP[stage][0];
export const isForecast = (one: Waybill): boolean => stateOf(one) < 2;

/** What the place is called, and what its clock is ahead of UTC. */
export function placeOf({ country, city }: Waybill, place: Place): { name: string; ahead: number } {
  if (place === 'origin') return { name: 'Shenzhen', ahead: 8 };
  const { hub = '', ahead = 0 } = COUNTRIES[country] ?? {};
  return { name: place === 'hub' ? hub : city, ahead };
}

export class Waybills extends Journey<Step, Waybill> {
  constructor(ctx: Context) {
    super(ctx, STAGES, 'out_for_delivery');
  }

  /** By waybill, order or last-mile number: of an order number that was used again after a cancellation all. */
  all(number: string): Waybill[] {
    return this.those((one) => number !== '' && [one.number, one.reference, one.lastMile].includes(number));
  }

  find(number: string): Waybill | undefined {
    return this.all(number).at(-1);
  }

  open(input: OrderInput): Waybill {
    return this.add((running, fresh) => ({
      ...{ ...input, ...fresh },
      number: `YW${running.slice(-9)}CN`,
      lastMile: '',
      scans: [],
    }));
  }

  protected arrive(one: Waybill, stage: Stage, at: number): void {
    const [, code, words, place] = STEP[stage];
    if (stage === 'handed_over') one.lastMile = `00340434${one.number.slice(2, 11)}`;
    one.scans.push({ at, code, words, place });
  }
}
