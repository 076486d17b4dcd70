import type { Context } from '../http/app.ts';
import { Journey, type Moving } from '../kit/journey.ts';
import type { OrderInput } from './orderInput.ts';
import { COUNTRIES } from './tariff.ts';

const STAGES = [
  ...(['created', 'picked_up', 'in_transit', 'arrived', 'cleared'] as const),
  ...(['handed_over', 'out_for_delivery', 'delivered'] as const),
];
type Step = (typeof STAGES)[number];
type Stage = Moving<Step>['stage'];

export interface WaybillEvent {
  at: number;
  node: string;
  words: string;
  country: string;
  city: string;
}

export interface Waybill extends OrderInput, Moving<Step> {
  waybill: string;
  /** Of the last mile; empty until it is known. */
  tracking: string;
  events: WaybillEvent[];
}

export type SavedWaybills = ReturnType<Waybills['save']>;

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

export class Waybills extends Journey<Step, Waybill> {
  constructor(ctx: Context) {
    super(ctx, STAGES, 'arrived');
  }

  /** By waybill, reference or tracking number. A reference of a cancelled order may be used once more: the last counts. */
  find(number: string): Waybill | undefined {
    return this.those((one) => number !== '' && [one.waybill, one.reference, one.tracking].includes(number)).at(-1);
  }

  open(input: OrderInput): Waybill {
    return this.add((running, fresh) => ({
      ...{ ...input, ...fresh },
      waybill: `YT${new Date(fresh.createdAt).toISOString().slice(2, 10).replaceAll('-', '')}${running.padStart(10, '0')}`,
      tracking: input.trackType === 'Y' ? trackingOf(running) : '',
      events: [],
    }));
  }

  protected arrive(one: Waybill, stage: Stage, at: number): void {
    const [node, words, near] = STEP[stage];
    if (stage === 'handed_over' && one.trackType === 'W') one.tracking = trackingOf(one.waybill.slice(-10));
    const city = near === 'from' ? '深圳' : near === 'hub' ? (COUNTRIES[one.country]?.hub ?? '') : one.city;
    one.events.push({ at, node, words, country: near === 'from' ? 'CN' : one.country, city });
  }
}

const trackingOf = (number: string): string => `LT${number.slice(-9).padStart(9, '0')}CN`;
