import type { Context } from '../http/app.ts';
import { Journey, type Moving } from '../kit/journey.ts';
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
type Step = (typeof STAGES)[number];
type Stage = Moving<Step>['stage'];

interface ScanEvent {
  at: number;
  code: string;
  words: string;
  country: string;
  city: string;
}

export interface Consignment extends OrderInput, Moving<Step> {
  consignment: string;
  number: string;
  /** Of the last mile; empty until it is known. */
  channelNo: string;
  events: ScanEvent[];
}

export type SavedConsignments = ReturnType<Consignments['save']>;

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

export class Consignments extends Journey<Step, Consignment> {
  constructor(ctx: Context) {
    super(ctx, STAGES, 'arrived');
  }

  /** Oldest first: a reference of a cancelled order may be used once more. */
  under(number: string, fields: readonly ('reference' | 'number' | 'channelNo')[]): Consignment[] {
    return this.those((one) => number !== '' && fields.some((field) => one[field] === number));
  }

  open(input: OrderInput): Consignment {
    const isNow = PRODUCTS.find(({ code }) => code === input.product)?.number === 'now';
    return this.add((running, fresh) => {
      const digits = running.padStart(12, '0');
      return {
        ...{ ...input, ...fresh },
        consignment: `DS${digits}`,
        number: `4PX3${digits}CN`,
        channelNo: isNow ? channelNoOf(digits) : '',
        events: [],
      };
    });
  }

  protected arrive(one: Consignment, stage: Stage, at: number): void {
    const [code, words, near] = STEP[stage];
    if (stage === 'picked_up' && one.channelNo === '') one.channelNo = channelNoOf(one.consignment.slice(2));
    const city = near === 'from' ? '深圳' : near === 'hub' ? (COUNTRIES[one.country]?.hub ?? '') : one.city;
    one.events.push({ at, code, words, country: near === 'from' ? 'CN' : one.country, city });
  }
}

const channelNoOf = (digits: string): string => `LP${digits.slice(-9)}CN`;
