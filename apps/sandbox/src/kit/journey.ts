import type { Context } from '../http/app.ts';
import type { Passed } from '../world/world.ts';

export interface Moving<Stage extends string> {
  /** The customer's own number: one order under it, until that is cancelled. */
  reference: string;
  createdAt: number;
  movedAt: number;
  stage: Stage | 'exception' | 'returned' | 'cancelled';
  /** A person wants it back: it goes no further than the warehouse. */
  held: boolean;
  /** The stages behind it, oldest first. */
  passed: Passed[];
}

/** What a carrier carries: orders by their numbers, whose parcels move in simulated time. */
export abstract class Journey<Stage extends string, One extends Moving<Stage>> {
  readonly #ctx: Context;
  readonly #stages: readonly Stage[];
  readonly #afterTrouble: Stage;
  #all: One[] = [];
  /** Starts from the time, so that a fresh sandbox never makes a number its predecessor made. */
  #running = Math.floor(Date.now() / 1000);

  /** @param afterTrouble the stage behind which a parcel goes on after an exception */
  protected constructor(ctx: Context, stages: readonly Stage[], afterTrouble: Stage) {
    this.#ctx = ctx;
    this.#stages = stages;
    this.#afterTrouble = afterTrouble;
    ctx.world.onReset(() => {
      this.#all = [];
    });
    // By whichever of its numbers tracking is asked for.
    ctx.world.onCarried((number) => this.those((one) => Object.values(one).includes(number)).at(-1)?.passed);
    ctx.world.onOrdered((reference) => this.those((one) => this.isUnder(one, reference)));
  }

  /** Writes down that it came there: its scan, and what it gets with it. */
  protected abstract arrive(one: One, stage: One['stage'], at: number): void;

  /** Whether the customer calls it so. */
  protected isUnder(one: One, reference: string): boolean {
    return one.reference === reference;
  }

  save(): { running: number; all: One[] } {
    return { running: this.#running, all: this.#all };
  }

  load(saved: { running: number; all: One[] }): void {
    this.#running = saved.running;
    this.#all = saved.all.map((one) => ({ ...one, passed: one.passed ?? [] }));
  }

  /** Oldest first, each as far as it has come by now. */
  protected those(fit: (one: One) => boolean): One[] {
    const found = this.#all.filter(fit);
    for (const one of found) this.#catchUp(one);
    return found;
  }

  isTaken(reference: string): boolean {
    return this.#all.some((one) => one.reference === reference && one.stage !== 'cancelled');
  }

  /** @param make of the next running number and what each new order has */
  protected add(make: (running: string, fresh: Omit<Moving<Stage>, 'reference'>) => One): One {
    const now = this.#ctx.world.clock.now();
    const [first] = this.#stages as readonly [Stage, ...Stage[]];
    const made = make(String(++this.#running), { createdAt: now, movedAt: now, stage: first, held: false, passed: [] });
    this.#move(made, first, now);
    this.#all.push(made);
    return made;
  }

  cancel(one: One): void {
    this.#move(one, 'cancelled', this.#ctx.world.clock.now());
  }

  /** One step, or through every step up to the named one. */
  advance(one: One, to?: string, at = this.#ctx.world.clock.now()): void {
    const order: readonly string[] = this.#stages;
    const current = order.indexOf(one.stage === 'exception' ? this.#afterTrouble : one.stage);
    if (current < 0 || current === order.length - 1) return;
    if (to === 'exception' || to === 'returned') {
      this.#move(one, to, at);
      return;
    }
    const target = to === undefined ? current + 1 : order.indexOf(to);
    for (const [step, stage] of this.#stages.slice(current + 1, target + 1).entries()) {
      const turned = one.held && stage !== 'picked_up';
      this.#move(one, turned ? 'returned' : stage, at + step);
      if (turned) return;
    }
  }

  /** Time passes by itself when the setting says so. */
  #catchUp(one: One): void {
    const step = this.#ctx.world.settings.parcelStepSeconds * 1000;
    if (step <= 0) return;
    const now = this.#ctx.world.clock.now();
    let before = '';
    for (let at = one.movedAt + step; at <= now && one.stage !== before; at += step) {
      before = one.stage;
      this.advance(one, undefined, at);
    }
  }

  #move(one: One, stage: One['stage'], at: number): void {
    one.stage = stage;
    one.movedAt = at;
    one.passed.push({ stage, at });
    this.arrive(one, stage, at);
  }
}

/** For the control page: moves a parcel of this journey. @returns its stage; undefined where it is another's */
export function moveParcel<One extends { stage: string }>(
  desk: { advance(one: One, to?: string): void },
  one: One | undefined,
  to: string | undefined,
): string | undefined {
  if (one) desk.advance(one, to);
  return one?.stage;
}
