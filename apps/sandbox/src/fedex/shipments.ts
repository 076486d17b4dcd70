import type { Context } from '../http/app.ts';
import { Journey, type Moving } from '../kit/journey.ts';
import type { Party } from './input.ts';

const STAGES = [...(['created', 'picked_up', 'in_transit', 'arrived', 'out_for_delivery', 'delivered'] as const)];
type Step = (typeof STAGES)[number];
type Stage = Moving<Step>['stage'];

export interface Scan {
  at: number;
  code: string;
  words: string;
  near: 'from' | 'to';
}

/** A box; those of one shipment share the number of the first. */
export interface Piece extends Moving<Step> {
  tracking: string;
  master: string;
  service: string;
  day: string;
  from: Party;
  to: Party;
  lbs: number;
  /** Papers follow electronically. */
  paperless: boolean;
  closed: string;
  scans: Scan[];
}

export type PieceInput = Pick<Piece, 'reference' | 'service' | 'day' | 'from' | 'to' | 'lbs' | 'paperless'>;

const STEP: Readonly<Record<Stage, readonly [code: string, words: string, near: 'from' | 'to']>> = {
  created: ['OC', 'Shipment information sent to FedEx', 'from'],
  picked_up: ['PU', 'Picked up', 'from'],
  in_transit: ['DP', 'Left FedEx origin facility', 'from'],
  arrived: ['AR', 'At local FedEx facility', 'to'],
  out_for_delivery: ['OD', 'On FedEx vehicle for delivery', 'to'],
  delivered: ['DL', 'Delivered', 'to'],
  exception: ['SE', 'Shipment exception', 'to'],
  returned: ['RS', 'Returning package to shipper', 'to'],
  cancelled: ['CA', 'Shipment cancelled by sender', 'from'],
};

/** Weights 3, 1, 7 over eleven digits, mod 11, mod 10. Source: carrier notes, e.g. 986578788855. */
export function checkDigit(eleven: string): number {
  let sum = 0;
  for (let i = 0; i < 11; i++) sum += Number(eleven[i]) * [3, 1, 7][i % 3]!;
  return (sum % 11) % 10;
}

export class Pieces extends Journey<Step, Piece> {
  constructor(ctx: Context) {
    super(ctx, STAGES, 'arrived');
  }

  find(tracking: string): Piece | undefined {
    return this.those((one) => one.tracking === tracking).at(-1);
  }

  ofShipment(master: string): Piece[] {
    return this.those((one) => one.master === master);
  }

  ofReference(reference: string): Piece[] {
    return this.those((one) => one.reference === reference);
  }

  matching(fit: (one: Piece) => boolean): Piece[] {
    return this.those(fit);
  }

  /** No key makes a purchase the only one: the same request twice buys twice. */
  buy(inputs: readonly PieceInput[]): Piece[] {
    const bought: Piece[] = [];
    for (const input of inputs) {
      const piece = this.add((running, fresh) => {
        const eleven = `7${running.padStart(10, '0')}`;
        const tracking = `${eleven}${checkDigit(eleven)}`;
        return { ...input, ...fresh, tracking, master: bought[0]?.tracking ?? tracking, closed: '', scans: [] };
      });
      bought.push(piece);
    }
    return bought;
  }

  protected arrive(one: Piece, stage: Stage, at: number): void {
    const abroad = one.from.place.country !== one.to.place.country;
    if (stage === 'arrived' && abroad) {
      one.scans.push({ at: at - 2, code: 'CP', words: 'Clearance in progress', near: 'to' });
      one.scans.push({ at: at - 1, code: 'CC', words: 'International shipment release', near: 'to' });
    }
    const [code, words, near] = STEP[stage];
    one.scans.push({ at, code, words, near });
  }
}
