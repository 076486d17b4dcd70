import type { Context } from '../http/app.ts';
import type { OrderInput } from './orderInput.ts';
import { COUNTRIES, PRODUCTS } from './products.ts';

const STAGES = [
  'created',
  'picked_up',
  'in_transit',
  'arrived',
  'handed_over',
  'out_for_delivery',
  'delivered',
] as const;
type Stage = (typeof STAGES)[number] | 'exception' | 'returned' | 'cancelled';

interface ScanEvent {
  at: number;
  code: string;
  words: string;
  country: string;
  city: string;
}

export interface Consignment extends OrderInput {
  consignment: string;
  number: string;
  /** Of the last mile; empty until it is known. */
  channelNo: string;
  createdAt: number;
  movedAt: number;
  stage: Stage;
  held: boolean;
  events: ScanEvent[];
}

export interface SavedConsignments {
  running: number;
  all: Consignment[];
}

const STATUS: Readonly<Record<Stage, string>> = {
  created: 'P',
  picked_up: 'H',
  in_transit: 'C',
  arrived: 'C',
  handed_over: 'C',
  out_for_delivery: 'C',
  delivered: 'F',
  exception: 'C',
  returned: 'R',
  cancelled: 'X',
};
export const statusOf = ({ stage }: Consignment): string => STATUS[stage];

const STEP: Readonly<Record<Stage, readonly [code: string, words: string, near: 'from' | 'hub' | 'to']>> = {
  created: ['FPX_L_RPIF', '已收到包裹信息', 'from'],
  picked_up: ['FPX_C_AAF', '货物到达处理中心并测量', 'from'],
  in_transit: ['FPX_M_DFOA', '离开始发机场', 'from'],
  arrived: ['FPX_M_ATA', '到达目的地机场', 'hub'],
  handed_over: ['FPX_O_RR', '已交末端派送', 'hub'],
  out_for_delivery: ['FPX_D_SD', '安排派送', 'to'],
  delivered: ['FPX_S_OK', '已签收', 'to'],
  exception: ['FPX_I_HC', '海关扣留', 'hub'],
  returned: ['FPX_D_RR', '已退回发件人', 'from'],
  cancelled: ['FPX_O_CANCEL', '订单已取消', 'from'],
};

/** Every order by any of its numbers; parcels move in simulated time. */
export class Consignments {
  readonly #ctx: Context;
  #all: Consignment[] = [];
  /** Starts from the time, so that a fresh sandbox never makes a number its predecessor made. */
  #running = Math.floor(Date.now() / 1000);

  constructor(ctx: Context) {
    this.#ctx = ctx;
    ctx.world.onReset(() => {
      this.#all = [];
    });
  }

  save(): SavedConsignments {
    return { running: this.#running, all: this.#all };
  }

  load(saved: SavedConsignments): void {
    this.#running = saved.running;
    this.#all = saved.all;
  }

  /** Oldest first: a reference of a cancelled order may be used once more. */
  under(number: string, fields: readonly ('reference' | 'number' | 'channelNo')[]): Consignment[] {
    const found = this.#all.filter((one) => number !== '' && fields.some((field) => one[field] === number));
    for (const one of found) this.#catchUp(one);
    return found;
  }

  isTaken(reference: string): boolean {
    return this.#all.some((one) => one.reference === reference && one.stage !== 'cancelled');
  }

  open(input: OrderInput): Consignment {
    const now = this.#ctx.world.clock.now();
    const digits = String(++this.#running).padStart(12, '0');
    const isNow = PRODUCTS.find(({ code }) => code === input.product)?.number === 'now';
    const made: Consignment = {
      ...input,
      consignment: `DS${digits}`,
      number: `4PX3${digits}CN`,
      channelNo: isNow ? channelNoOf(digits) : '',
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

  cancel(one: Consignment): void {
    this.#move(one, 'cancelled', this.#ctx.world.clock.now());
  }

  /** One step, or through every step up to the named one. */
  advance(one: Consignment, to?: string, at = this.#ctx.world.clock.now()): void {
    const order: readonly string[] = STAGES;
    const current = order.indexOf(one.stage === 'exception' ? 'arrived' : one.stage);
    if (current < 0 || one.stage === 'delivered') return;
    if (to === 'exception' || to === 'returned') {
      this.#move(one, to, at);
      return;
    }
    const target = to === undefined ? current + 1 : order.indexOf(to);
    for (const stage of STAGES.slice(current + 1, target + 1)) {
      const turned = one.held && stage !== 'picked_up';
      this.#move(one, turned ? 'returned' : stage, at);
      if (turned) return;
    }
  }

  /** Time passes by itself when the setting says so. */
  #catchUp(one: Consignment): void {
    const step = this.#ctx.world.settings.parcelStepSeconds * 1000;
    if (step <= 0) return;
    const now = this.#ctx.world.clock.now();
    let before = '';
    for (let at = one.movedAt + step; at <= now && one.stage !== before; at += step) {
      before = one.stage;
      this.advance(one, undefined, at);
    }
  }

  #move(one: Consignment, stage: Stage, at: number): void {
    const [code, words, near] = STEP[stage];
    one.stage = stage;
    one.movedAt = at;
    if (stage === 'picked_up' && one.channelNo === '') one.channelNo = channelNoOf(one.consignment.slice(2));
    const city = near === 'from' ? '深圳' : near === 'hub' ? (COUNTRIES[one.country]?.hub ?? '') : one.city;
    one.events.push({ at, code, words, country: near === 'from' ? 'CN' : one.country, city });
  }
}

const channelNoOf = (digits: string): string => `LP${digits.slice(-9)}CN`;
