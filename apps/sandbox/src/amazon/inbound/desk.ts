import { randomInt, randomUUID } from 'node:crypto';
import type { Context } from '../../http/app.ts';

/** What Amazon keeps of shipments to its warehouses: plain data, so that it can be saved. */
export interface PlanItem {
  msku: string;
  quantity: number;
  labelOwner: string;
  prepOwner: string;
  expiration?: string;
  manufacturingLotCode?: string;
}
export interface PlanBox {
  packageId: string;
  dimensions: Record<string, unknown>;
  weight: Record<string, unknown>;
  items: PlanItem[];
  group: string;
  boxId?: string;
}
export interface Problem {
  code: string;
  message: string;
  details: string;
  severity: 'ERROR' | 'WARNING';
}
export interface Window {
  id: string;
  start: number;
  end: number;
}
export interface Transport {
  id: string;
  shipmentId: string;
  partnered: boolean;
  mode: string;
  carrier: { alphaCode: string; name: string };
  cost?: number;
}
export interface InboundShipment {
  id: string;
  fc: number;
  boxes: string[];
  status: string;
  confirmationId?: string;
  transportId?: string;
  windows: Window[];
  windowId?: string;
  tracking: Record<string, string>;
  shippedAt?: number;
  /** Counted so far, by SKU. */
  received: Record<string, number>;
}
export interface Placement {
  id: string;
  status: string;
  fee: number;
  shipments: InboundShipment[];
  expiresAt: number;
}
export interface Plan {
  id: string;
  seller: string;
  name: string;
  status: 'ACTIVE' | 'VOIDED' | 'SHIPPED' | 'ERRORED';
  createdAt: number;
  updatedAt: number;
  source: Record<string, unknown>;
  items: PlanItem[];
  packing: { id: string; status: string; groups: { id: string; skus: string[] }[] }[];
  boxes: PlanBox[];
  placements: Placement[];
  transports: Transport[];
  readyAt: number;
}
interface Operation {
  id: string;
  seller: string;
  name: string;
  planId: string;
  doneAt: number;
  status: 'SUCCESS' | 'FAILED' | 'IN_PROGRESS';
  problems: Problem[];
}

/** Ids of plans, groups, options and shipments are two letters and a UUID: 38 characters. */
export const newId = (letters: string): string => `${letters}${randomUUID()}`;
export const confirmationId = (): string =>
  `FBA${Array.from({ length: 9 }, () => 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'[randomInt(34)]).join('')}`;
export const problem = (code: string, message: string): Problem => ({
  code,
  message,
  details: message,
  severity: 'ERROR',
});

export class InboundDesk {
  readonly #ctx: Context;
  #plans: Plan[] = [];
  #operations: Operation[] = [];
  /** Categories that sellers have told, by SKU. */
  #preps: Record<string, { prepCategory: string; prepTypes: string[] }> = {};
  /** What operations will have done when they are done; nothing of it is seen before. */
  readonly #work = new Map<string, () => Problem[]>();
  /** Names of operations whose next one fails. */
  readonly #failing = new Set<string>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
    ctx.world.onReset(() => this.load({ plans: [], operations: [], preps: {} }));
  }

  get now(): number {
    return this.#ctx.world.clock.now();
  }

  plans(seller: string): Plan[] {
    this.#settle();
    return this.#plans.filter((plan) => plan.seller === seller);
  }

  add(plan: Plan): void {
    this.#plans.push(plan);
  }

  prepOf(msku: string) {
    return this.#preps[msku];
  }

  setPrep(msku: string, prepCategory: string, prepTypes: string[]): void {
    this.#preps[msku] = { prepCategory, prepTypes };
  }

  /** Begins to work: `work` runs when the operation is done, and answers what went wrong. */
  begin(seller: string, name: string, planId: string, work: () => Problem[]): string {
    const id = randomUUID();
    this.#operations.push({
      id,
      seller,
      name,
      planId,
      doneAt: this.now + this.#ctx.world.settings.inboundWorkMs,
      status: 'IN_PROGRESS',
      problems: [],
    });
    this.#work.set(id, work);
    this.#ctx.world.changes++;
    return id;
  }

  /** Whether Amazon still works on the plan: another order for it is refused meanwhile. */
  busy(plan: Plan): boolean {
    return this.#operations.some((one) => one.planId === plan.id && one.status === 'IN_PROGRESS');
  }

  operation(seller: string, id: string): Operation | undefined {
    this.#settle();
    return this.#operations.find((one) => one.id === id && one.seller === seller);
  }

  shipment(seller: string, confirmation: string): { plan: Plan; shipment: InboundShipment } | undefined {
    for (const plan of this.plans(seller))
      for (const placement of plan.placements)
        for (const shipment of placement.shipments)
          if (shipment.confirmationId === confirmation) return { plan, shipment };
    return undefined;
  }

  #settle(): void {
    for (const operation of this.#operations) {
      if (operation.status !== 'IN_PROGRESS' || operation.doneAt > this.now) continue;
      const work = this.#failing.delete(operation.name) ? undefined : this.#work.get(operation.id);
      this.#work.delete(operation.id);
      operation.problems = work ? work() : [problem('InternalServerError', 'The operation was interrupted.')];
      operation.status = operation.problems.length > 0 ? 'FAILED' : 'SUCCESS';
      const plan = this.#plans.find((one) => one.id === operation.planId);
      if (plan) plan.updatedAt = this.now;
      this.#ctx.world.changes++;
    }
  }

  /** The next operation of this name is accepted, and then fails. */
  fail(name: string): void {
    this.#failing.add(name);
  }

  /**
   * The warehouses count what has come: `percent` of what was sent, or what is said by SKU. `close`: they count no more.
   * @returns how many shipments it was about
   */
  receive(how: {
    confirmationId?: string;
    percent?: number;
    counts?: Record<string, number>;
    close?: boolean;
  }): number {
    let moved = 0;
    for (const plan of this.#plans) {
      for (const shipment of plan.placements.flatMap((one) => one.shipments)) {
        if (shipment.shippedAt === undefined || shipment.status === 'CLOSED') continue;
        if (how.confirmationId && shipment.confirmationId !== how.confirmationId) continue;
        for (const [msku, sent] of Object.entries(contents(plan, shipment))) {
          const counted = how.counts ? how.counts[msku] : Math.floor((sent * (how.percent ?? 100)) / 100);
          if (counted !== undefined) shipment.received[msku] = Math.max(shipment.received[msku] ?? 0, counted);
        }
        shipment.status = how.close ? 'CLOSED' : 'RECEIVING';
        plan.updatedAt = this.now;
        moved++;
      }
    }
    this.#ctx.world.changes++;
    return moved;
  }

  save(): unknown {
    return { plans: this.#plans, operations: this.#operations, preps: this.#preps };
  }

  load(saved: unknown): void {
    const { plans, operations, preps } = saved as {
      plans: Plan[];
      operations: Operation[];
      preps: Record<string, { prepCategory: string; prepTypes: string[] }>;
    };
    this.#plans = plans;
    this.#operations = operations;
    this.#preps = preps;
    this.#work.clear();
    this.#failing.clear();
  }
}

export const boxesOf = (plan: Plan, shipment: InboundShipment): PlanBox[] =>
  shipment.boxes.flatMap((id) => plan.boxes.find((box) => box.packageId === id) ?? []);

/** Units sent, by SKU. */
export function contents(plan: Plan, shipment: InboundShipment): Record<string, number> {
  const sent: Record<string, number> = {};
  for (const item of boxesOf(plan, shipment).flatMap((box) => box.items))
    sent[item.msku] = (sent[item.msku] ?? 0) + item.quantity;
  return sent;
}
