import type { Context } from '../http/app.ts';
import type { OrderInput } from './orderInput.ts';
import { COUNTRIES } from './tariff.ts';

const STAGES = [
  ...(['created', 'picked_up', 'in_transit', 'arrived', 'cleared'] as const),
  ...(['handed_over', 'out_for_delivery', 'delivered'] as const),
];
type Stage = (typeof STAGES)[number] | 'exception' | 'returned' | 'cancelled';

export interface WaybillEvent {
  at: number;
  node: string;
  words: string;
  country: string;
  city: string;
}

export interface Waybill extends OrderInput {
  waybill: string;
  /** Of the last mile; empty until it is known. */
  tracking: string;
  createdAt: number;
  movedAt: number;
  stage: Stage;
  /** A person wants it back: it goes no further than the warehouse. */
  held: boolean;
  events: WaybillEvent[];
}

export interface SavedWaybills {
  running: number;
  waybills: Waybill[];
}

/** The order's state, and the parcel's as tracking names it. */
const STATES: Readonly<Record<Stage, readonly [order: string, parcel: string]>> = {
  created: ['A', 'F'],
  picked_up: ['B', 'T'],
  in_transit: ['C', 'T'],
  arrived: ['C', 'T'],
  cleared: ['C', 'T'],
  handed_over: ['C', 'T'],
  out_for_delivery: ['C', 'T'],
  delivered: ['D', 'D'],
  exception: ['Y', 'E'],
  returned: ['Y', 'R'],
  cancelled: ['E', 'C'],
};
export const stateOf = ({ stage }: Waybill): string => STATES[stage][0];
export const packageStatusOf = ({ stage }: Waybill): string => STATES[stage][1];

const STEP: Readonly<Record<Stage, readonly [node: string, words: string, near: 'from' | 'hub' | 'to']>> = {
  created: ['ORDER_CREATION', '已收到货物信息', 'from'],
  picked_up: ['FIRST_MILE_ARRIVE', '已抵达始发地设施', 'from'],
  in_transit: ['MAIN_LINE_DEPART', '航班已起飞', 'from'],
  arrived: ['MAIN_LINE_ARRIVE', '已抵达目的国', 'hub'],
  cleared: ['CUSTOMS_RELEASE', '海关放行', 'hub'],
  handed_over: ['TRANSITHUB_ARRIVE', '已交末端派送商', 'hub'],
  out_for_delivery: ['DELIVERY_ATTEMPT', '派送中', 'to'],
  delivered: ['DELIVERED', '已妥投', 'to'],
  exception: ['CUSTOMS_HOLD', '海关扣留', 'hub'],
  returned: ['RETURNED_TO_SENDER', '已退回发件人', 'from'],
  cancelled: ['ORDER_CANCEL', '订单已取消', 'from'],
};

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

  /** By waybill, reference or tracking number. A reference of a cancelled order may be used once more: the last counts. */
  find(number: string): Waybill | undefined {
    const found = this.#all.findLast(
      (one) => number !== '' && [one.waybill, one.reference, one.tracking].includes(number),
    );
    if (found) this.#catchUp(found);
    return found;
  }

  isTaken(reference: string): boolean {
    return this.#all.some((one) => one.reference === reference && one.stage !== 'cancelled');
  }

  open(input: OrderInput): Waybill {
    const now = this.#ctx.world.clock.now();
    const number = String(++this.#running);
    const made: Waybill = {
      ...input,
      waybill: `YT${new Date(now).toISOString().slice(2, 10).replaceAll('-', '')}${number.padStart(10, '0')}`,
      tracking: input.trackType === 'Y' ? trackingOf(number) : '',
      createdAt: now,
      movedAt: now,
      stage: 'created',
      held: false,
      events: [],
    };
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
    const current = order.indexOf(one.stage === 'exception' ? 'arrived' : one.stage);
    if (current < 0 || one.stage === 'delivered') return;
    if (to === 'exception' || to === 'returned') {
      this.#move(one, to, at);
      return;
    }
    const target = to === undefined ? current + 1 : order.indexOf(to);
    for (const [step, stage] of STAGES.slice(current + 1, target + 1).entries()) {
      const turned = one.held && stage !== 'picked_up';
      this.#move(one, turned ? 'returned' : stage, at + step);
      if (turned) return;
    }
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
    const [node, words, near] = STEP[stage];
    one.stage = stage;
    one.movedAt = at;
    if (stage === 'handed_over' && one.trackType === 'W') one.tracking = trackingOf(one.waybill.slice(-10));
    const city = near === 'from' ? '深圳' : near === 'hub' ? (COUNTRIES[one.country]?.hub ?? '') : one.city;
    one.events.push({ at, node, words, country: near === 'from' ? 'CN' : one.country, city });
  }
}

const trackingOf = (number: string): string => `LT${number.slice(-9).padStart(9, '0')}CN`;
