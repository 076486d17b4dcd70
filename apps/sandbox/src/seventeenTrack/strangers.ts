import type { Context } from '../http/app.ts';
import { Journey, type Moving } from '../kit/journey.ts';

const STAGES = [
  ...(['created', 'picked_up', 'in_transit', 'arrived', 'cleared'] as const),
  ...(['out_for_delivery', 'delivered'] as const),
];
type Step = (typeof STAGES)[number];

type Stranger = Moving<Step>;

/** Parcels of carriers that have no stand-in here: by their numbers, with a way of their own. */
export class Strangers extends Journey<Step, Stranger> {
  constructor(ctx: Context) {
    super(ctx, STAGES, 'arrived');
  }

  find(number: string): Stranger | undefined {
    return this.those((one) => one.reference === number).at(-1);
  }

  open(number: string): void {
    this.add((_running, fresh) => ({ ...fresh, reference: number }));
  }

  protected arrive(): void {
    // What it has passed is all there is of it.
  }
}
