import type { Context } from '../http/app.ts';
import { COUNTRIES } from './channels.ts';
import type { OrderInput } from './orderInput.ts';

const STAGES = [
  ...(['created', 'picked_up', 'in_transit', 'arrived', 'cleared'] as const),
  ...(['handed_over', 'out_for_delivery', 'delivered'] as const),
];
type Stage = (typeof STAGES)[number] | 'exception' | 'returned' | 'cancelled';
type Place = 'origin' | 'hub' | 'city';

export interface Scan {
  at: number;
  code: string;
  words: string;
  place: Place;
}

export interface Waybill extends OrderInput {
  number: string;
  /** Of the last mile; empty until the parcel is there. */
  lastMile: string;
  movedAt: number;
  createdAt: number;
  stage: Stage;
  scans: Scan[];
}

export interface SavedWaybills {
  running: number;
  waybills: Waybill[];
}

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

/** Every order, by any of its numbers; parcels move in simulated time. */
export class Waybills {
  readonly #ctx: Context;
  #all: Waybill[] = [];
  /** Starts from the time, so that a fresh sandbox never makes a number its predecessor made. */
  #running = Math.floor(Date.now() / 1000);

  constructor(ctx: Context) {
    this.#ctx = ctx;
    ctx.world.onReset(() => {
      this.#all = [];
    });
  }

  save(): SavedWaybills {
    return { running: this.#running, waybills: this.#all };
  }

  load(saved: SavedWaybills): void {
    this.#running = saved.running;
    this.#all = saved.waybills;
  }

  /** By waybill, order or last-mile number: of an order number that was used again after a cancellation all. */
  all(number: string): Waybill[] {
    const found = this.#all.filter(
      (one) => number !== '' && [one.number, one.reference, one.lastMile].includes(number),
    );
    for (const one of found) this.#catchUp(one);
    return found;
  }

  find(number: string): Waybill | undefined {
    return this.all(number).at(-1);
  }

  isTaken(reference: string): boolean {
    return this.#all.some((one) => one.reference === reference && one.stage !== 'cancelled');
  }

  open(input: OrderInput): Waybill {
    const now = this.#ctx.world.clock.now();
    const number = `YW${String(++this.#running).slice(-9)}CN`;
    const made: Waybill = { ...input, number, lastMile: '', createdAt: now, movedAt: now, stage: 'created', scans: [] };
    this.#move(made, 'created', now);
    this.#all.push(made);
    return made;
  }

  cancel(one: Waybill): void {
    this.#move(one, 'cancelled', this.#ctx.world.clock.now());
  }

  /** One step, or through every step up to the named one. */
  advance(one: Waybill, to?: string, at = this.#ctx.world.clock.now()): void {
    const order: readonly string[] = STAGES;
    const current = order.indexOf(one.stage === 'exception' ? 'out_for_delivery' : one.stage);
    if (current < 0 || one.stage === 'delivered') return;
    if (to === 'exception' || to === 'returned') {
      this.#move(one, to, at);
      return;
    }
    const target = to === undefined ? current + 1 : order.indexOf(to);
    for (const [step, stage] of STAGES.slice(current + 1, target + 1).entries()) this.#move(one, stage, at + step);
  }

  /** Time passes by itself when the setting says so. */
  #catchUp(one: Waybill): void {
    const step = this.#ctx.world.settings.parcelStepSeconds * 1000;
    if (step <= 0) return;
    const now = this.#ctx.world.clock.now();
    let before = '';
    for (let at = one.movedAt + step; at <= now && one.stage !== before; at += step) {
      before = one.stage;
      this.advance(one, undefined, at);
    }
  }

  #move(one: Waybill, stage: Stage, at: number): void {
    const [, code, words, place] = STEP[stage];
    one.stage = stage;
    one.movedAt = at;
    if (stage === 'handed_over') one.lastMile = `00340434${one.number.slice(2, 11)}`;
    one.scans.push({ at, code, words, place });
  }
}
