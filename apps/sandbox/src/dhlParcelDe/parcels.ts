import type { Context } from '../http/app.ts';
import { Journey, type Moving } from '../kit/journey.ts';

const STAGES = [
  ...(['created', 'picked_up', 'in_transit', 'arrived'] as const),
  ...(['out_for_delivery', 'delivered'] as const),
];
type Step = (typeof STAGES)[number];
type Stage = Moving<Step>['stage'];

export interface Scan {
  at: number;
  status: 'pre-transit' | 'transit' | 'delivered' | 'failure';
  words: string;
  city: string;
}

export interface ParcelInput {
  reference: string;
  product: string;
  /** As it came. */
  sender: unknown;
  receiver: unknown;
  city: string;
  country: string;
  grams: number;
  lines: string[];
}

export interface Parcel extends ParcelInput, Moving<Step> {
  number: string;
  /** YYYY-MM-DD on which the day was closed with it; empty while it is open. */
  closedOn: string;
  scans: Scan[];
}

export type SavedParcels = ReturnType<Parcels['save']>;

const STEP: Readonly<Record<Stage, readonly [status: Scan['status'], words: string, near: 'from' | 'to']>> = {
  created: [
    'pre-transit',
    'The instruction data for this shipment have been provided by the sender to DHL electronically',
    'from',
  ],
  picked_up: ['transit', 'The shipment has been picked up', 'from'],
  in_transit: ['transit', 'The shipment has been processed in the parcel center of origin', 'from'],
  arrived: ['transit', 'The shipment has been processed in the destination parcel center', 'to'],
  out_for_delivery: ['transit', 'The shipment has been loaded onto the delivery vehicle', 'to'],
  delivered: ['delivered', 'The shipment has been successfully delivered', 'to'],
  exception: ['failure', 'The shipment could not be delivered, and the recipient has been notified', 'to'],
  returned: ['transit', 'The shipment is being returned to the sender', 'from'],
  cancelled: ['pre-transit', 'The order was deleted', 'from'],
};

/** GS1: weights 3 and 1 from the right. */
function checkDigit(body: string): number {
  const sum = [...body].toReversed().reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

export class Parcels extends Journey<Step, Parcel> {
  constructor(ctx: Context) {
    super(ctx, STAGES, 'arrived');
  }

  /** What was deleted is not there any more. */
  find(number: string): Parcel | undefined {
    return this.those((one) => one.number === number && one.stage !== 'cancelled').at(-1);
  }

  /** DHL makes a second order of a second request under one reference. */
  byReference(reference: string): Parcel[] {
    return this.those((one) => one.reference === reference && one.stage !== 'cancelled');
  }

  closed(day: string): Parcel[] {
    return this.those((one) => one.closedOn === day);
  }

  open(input: ParcelInput): Parcel {
    return this.add((running, fresh) => {
      const body = `0034043416${running.slice(-9).padStart(9, '0')}`;
      return { ...{ ...input, ...fresh }, number: `${body}${checkDigit(body)}`, closedOn: '', scans: [] };
    });
  }

  protected arrive(one: Parcel, stage: Stage, at: number): void {
    const [status, words, near] = STEP[stage];
    one.scans.push({ at, status, words, city: near === 'from' ? 'Bonn' : one.city });
  }
}
