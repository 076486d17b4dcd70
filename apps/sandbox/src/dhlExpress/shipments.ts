import type { Context } from '../http/app.ts';
import { Journey, type Moving } from '../kit/journey.ts';
import { AREAS, type Box } from './tariff.ts';

const STAGES = [
  ...(['created', 'picked_up', 'in_transit', 'arrived', 'cleared'] as const),
  ...(['out_for_delivery', 'delivered'] as const),
];
type Step = (typeof STAGES)[number];
type Stage = Moving<Step>['stage'];

export interface Checkpoint {
  at: number;
  code: string;
  words: string;
  country: string;
}

export interface ShipmentInput {
  reference: string;
  product: string;
  account: string;
  from: string;
  to: string;
  boxes: Box[];
  /** As they came. */
  shipper: unknown;
  receiver: unknown;
  /** Of the invoice; none where nothing is declared. */
  lines: string[];
  /** Whether DHL makes and keeps the waybill's document. */
  hasWaybill: boolean;
}

export interface Shipment extends ShipmentInput, Moving<Step> {
  awb: string;
  pieces: { number: string; kg: number }[];
  checkpoints: Checkpoint[];
  /** Papers for customs that were sent later, by kind: the last counts. */
  papers: Record<string, string>;
}

export type SavedShipments = ReturnType<Shipments['save']>;

const STEP: Readonly<Record<Stage, readonly [code: string, words: string, near: 'from' | 'to']>> = {
  created: ['SA', 'Shipment information received', 'from'],
  picked_up: ['PU', 'Shipment picked up', 'from'],
  in_transit: ['DF', 'Departed Facility', 'from'],
  arrived: ['AF', 'Arrived at DHL Sort Facility', 'to'],
  cleared: ['RR', 'Customs status updated', 'to'],
  out_for_delivery: ['WC', 'Shipment is out with courier for delivery', 'to'],
  delivered: ['OK', 'Delivered', 'to'],
  exception: ['OH', 'Shipment is on hold', 'to'],
  returned: ['RT', 'Returned to shipper', 'from'],
  cancelled: ['SA', 'Shipment information received', 'from'],
};

/** The last digit of a waybill is the rest of the first nine by seven. */
function waybillOf(running: string): string {
  const body = running.slice(-9).padStart(9, '1');
  return `${body}${Number(body) % 7}`;
}

/** Shipments cannot be taken back: one that nobody hands over stays as it is, and is not billed. */
export class Shipments extends Journey<Step, Shipment> {
  constructor(ctx: Context) {
    super(ctx, STAGES, 'arrived');
  }

  /** By waybill or by the number of one of its boxes. */
  find(number: string): Shipment | undefined {
    const fits = (one: Shipment) => one.awb === number || one.pieces.some((piece) => piece.number === number);
    return number === '' ? undefined : this.those(fits).at(-1);
  }

  /** All of one reference: DHL makes a second shipment of a second request. */
  byReference(reference: string, account: string): Shipment[] {
    return this.those((one) => one.reference === reference && one.account === account);
  }

  open(input: ShipmentInput): Shipment {
    return this.add((running, fresh) => ({
      ...{ ...input, ...fresh },
      awb: waybillOf(running),
      pieces: input.boxes.map(({ kg }, index) => ({
        number: `JD0146${running.padStart(12, '0')}${String(index + 1).padStart(2, '0')}`,
        kg,
      })),
      checkpoints: [],
      papers: {},
    }));
  }

  protected arrive(one: Shipment, stage: Stage, at: number): void {
    // Inside a country and the union there are no customs.
    if (stage === 'cleared' && one.lines.length === 0) return;
    const [code, words, near] = STEP[stage];
    one.checkpoints.push({ at, code, words, country: near === 'from' ? one.from : one.to });
  }
}

/** What the clock of the place showed. */
export function checkpointView({ at, code, words, country }: Checkpoint) {
  const { code: area = '', city = '', offset = '+00:00' } = AREAS[country] ?? {};
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):(\d{2})$/.exec(offset) ?? [];
  const ahead = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const [date = '', time = ''] = new Date(at + ahead).toISOString().slice(0, 19).split('T');
  return {
    date,
    time,
    GMTOffset: offset,
    typeCode: code,
    description: words,
    serviceArea: [{ code: area, description: `${city}-${country}` }],
    ...(code === 'OK' ? { signedBy: 'J. Doe' } : {}),
  };
}
