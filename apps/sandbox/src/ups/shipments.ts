import { randomUUID } from 'node:crypto';
import type { Context } from '../http/app.ts';
import type { Passed } from '../world/world.ts';
import { makeTrackingNumber } from './numbers.ts';
import type { PackageInput, Party } from './shipmentInput.ts';

export const STAGES = ['created', 'picked_up', 'in_transit', 'arrived', 'out_for_delivery', 'delivered'] as const;
/** Where a parcel leaves the usual way, or goes back. */
export const DETOURS = [
  'exception',
  'customs',
  'pickup_point',
  'attempted',
  'lost',
  'returned',
  'handed_back',
] as const;
export type Stage = (typeof STAGES)[number] | (typeof DETOURS)[number];
const isDetour = (stage: Stage): boolean => (DETOURS as readonly string[]).includes(stage);

export interface Activity {
  at: number;
  type: string;
  code: string;
  statusCode: string;
  description: string;
  city: string;
  state: string;
  country: string;
}

export interface UpsParcel {
  tracking: string;
  shipmentId: string;
  references: { code: string; value: string }[];
  service: string;
  from: Party;
  to: Party;
  weightLbs: number;
  /** "1 OF 2" where the shipment has several packages. */
  piece?: string;
  isReturn?: boolean;
  createdAt: number;
  voided: boolean;
  stage: Stage;
  movedAt: number;
  activities: Activity[];
}

export interface UpsShipment {
  id: string;
  purchase: string;
  parcels: UpsParcel[];
  totalCents: number;
  /** Numbers of papers that were uploaded for customs. */
  papers?: string[];
  createdAt: number;
  voided: boolean;
}

export interface SavedDesk {
  running: number;
  shipments: UpsShipment[];
}

const STEP: Record<
  Exclude<Stage, 'created'>,
  { type: string; code: string; statusCode: string; description: string; near: 'from' | 'to' }
> = {
  picked_up: { type: 'P', code: 'PU', statusCode: '038', description: 'Pickup Scan ', near: 'from' },
  in_transit: { type: 'I', code: 'DP', statusCode: '005', description: 'Departed from Facility', near: 'from' },
  arrived: { type: 'I', code: 'AR', statusCode: '005', description: 'Arrived at Facility', near: 'to' },
  out_for_delivery: { type: 'O', code: 'OT', statusCode: '021', description: 'Out For Delivery Today', near: 'to' },
  delivered: { type: 'D', code: 'KB', statusCode: '011', description: 'DELIVERED', near: 'to' },
  exception: { type: 'X', code: 'AL', statusCode: '013', description: 'The delivery is delayed.', near: 'to' },
  customs: { type: 'X', code: 'CD', statusCode: '029', description: 'Held in customs', near: 'to' },
  pickup_point: { type: 'I', code: 'RP', statusCode: '072', description: 'Ready for Customer Pickup', near: 'to' },
  attempted: { type: 'X', code: 'NH', statusCode: '016', description: 'The customer was not available', near: 'to' },
  lost: { type: 'X', code: 'LO', statusCode: '060', description: 'The package is lost', near: 'to' },
  handed_back: { type: 'D', code: 'KB', statusCode: '011', description: 'DELIVERED', near: 'from' },
  returned: { type: 'RS', code: 'RT', statusCode: '014', description: 'Returned to shipper', near: 'from' },
};

const FINAL: readonly Stage[] = ['delivered', 'lost', 'handed_back'];
const STAGE_OF = new Map(Object.entries(STEP).map(([stage, { code }]) => [code, stage]));

/** Between two stages of a parcel that is remembered. */
const STEP_MS = 18 * 3_600_000;

/** Every label bought, by tracking number and by reference; parcels move in simulated time. */
export class UpsDesk {
  readonly shipments = new Map<string, UpsShipment>();
  readonly parcels = new Map<string, UpsParcel>();
  readonly byReference = new Map<string, UpsParcel[]>();
  readonly #ctx: Context;
  readonly #listeners: ((parcel: UpsParcel, activity: Activity) => void)[] = [];
  /** Starts from the time, so that a fresh sandbox never sells a number its predecessor sold. */
  #running = Math.floor(Date.now() / 1000) % 10_000_000;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    ctx.world.onReset(() => {
      this.shipments.clear();
      this.parcels.clear();
      this.byReference.clear();
    });
    ctx.world.onCarried((number) => this.#passedBy(number));
  }

  #passedBy(number: string): Passed[] | undefined {
    const parcel = this.parcels.get(number);
    if (!parcel) return undefined;
    this.catchUp(parcel);
    return parcel.activities.map(({ at, code }) => ({ at, stage: STAGE_OF.get(code) ?? 'created' }));
  }

  /** Of parcels that move now; not of those that are remembered. */
  onActivity(work: (parcel: UpsParcel, activity: Activity) => void): void {
    this.#listeners.push(work);
  }

  save(): SavedDesk {
    return { running: this.#running, shipments: [...this.shipments.values()] };
  }

  load(saved: SavedDesk): void {
    this.#running = saved.running;
    for (const shipment of saved.shipments) {
      this.shipments.set(shipment.id, shipment);
      for (const parcel of shipment.parcels) this.#file(parcel);
    }
  }

  #file(parcel: UpsParcel): void {
    this.parcels.set(parcel.tracking, parcel);
    for (const { value } of parcel.references) {
      const known = this.byReference.get(value);
      if (known) known.push(parcel);
      else this.byReference.set(value, [parcel]);
    }
  }

  buy(input: {
    account: string;
    service: string;
    from: Party;
    to: Party;
    packages: PackageInput[];
    references: { code: string; value: string }[];
    isReturn?: boolean;
    totalCents: number;
  }): UpsShipment {
    const now = this.#ctx.world.clock.now();
    const parcels = input.packages.map((one, index, all): UpsParcel => {
      const references = [...one.references, ...input.references].filter((reference) => reference.value !== '');
      const tracking = makeTrackingNumber(input.account, input.service, ++this.#running);
      const parcel: UpsParcel = {
        tracking,
        shipmentId: '',
        references,
        service: input.service,
        from: input.from,
        to: input.to,
        weightLbs: one.weightLbs,
        ...(all.length > 1 ? { piece: `${index + 1} OF ${all.length}` } : {}),
        ...(input.isReturn ? { isReturn: true } : {}),
        createdAt: now,
        voided: false,
        stage: 'created',
        movedAt: now,
        activities: [],
      };
      this.#note(
        parcel,
        now,
        'from',
        'M',
        'MP',
        '003',
        'Shipper created a label, UPS has not received the package yet. ',
      );
      this.#file(parcel);
      return parcel;
    });
    const id = parcels[0]!.tracking;
    for (const parcel of parcels) parcel.shipmentId = id;
    const shipment = {
      id,
      purchase: randomUUID(),
      parcels,
      totalCents: input.totalCents,
      createdAt: now,
      voided: false,
    };
    this.shipments.set(id, shipment);
    return shipment;
  }

  /** A parcel that was sold before this world began: its label can be had again, and it has come as far as it is old. */
  remember(one: Pick<UpsParcel, 'tracking' | 'service' | 'from' | 'to' | 'weightLbs' | 'createdAt'>): void {
    if (this.parcels.has(one.tracking)) return;
    const parcel: UpsParcel = {
      ...one,
      shipmentId: one.tracking,
      references: [],
      voided: false,
      stage: 'created',
      movedAt: one.createdAt,
      activities: [],
    };
    const now = this.#ctx.world.clock.now();
    for (const [index, stage] of STAGES.entries()) {
      const when = parcel.createdAt + index * STEP_MS;
      if (when <= now) this.#move(parcel, stage, when);
    }
    this.#file(parcel);
    const { tracking: id, createdAt } = parcel;
    this.shipments.set(id, { id, purchase: randomUUID(), parcels: [parcel], totalCents: 0, createdAt, voided: false });
  }

  void(parcel: UpsParcel): void {
    parcel.voided = true;
    this.#note(parcel, this.#ctx.world.clock.now(), 'from', 'MV', 'VP', '003', 'Shipment information voided');
    const shipment = this.shipments.get(parcel.shipmentId);
    if (shipment?.parcels.every((one) => one.voided)) shipment.voided = true;
  }

  /** Moves a parcel on: one step, or through every step up to the wanted one. */
  advance(parcel: UpsParcel, to?: Stage): void {
    if (parcel.voided) return;
    const now = this.#ctx.world.clock.now();
    if (to && isDetour(to)) {
      this.#move(parcel, to, now);
      return;
    }
    const steps: readonly string[] = STAGES;
    const current = steps.indexOf(parcel.stage);
    const at = current < 0 ? 3 : current;
    const target = to ? steps.indexOf(to) : Math.min(at + 1, STAGES.length - 1);
    for (let i = at + 1; i <= target; i++) this.#move(parcel, STAGES[i]!, now + i);
  }

  /** Time passes by itself when the setting says so. */
  catchUp(parcel: UpsParcel): void {
    const step = this.#ctx.world.settings.parcelStepSeconds * 1000;
    if (step <= 0) return;
    const now = this.#ctx.world.clock.now();
    for (
      let moved = parcel.movedAt;
      moved + step <= now && !FINAL.includes(parcel.stage) && !parcel.voided;
      moved += step
    ) {
      this.advance(parcel);
      parcel.movedAt = moved + step;
    }
  }

  #move(parcel: UpsParcel, stage: Stage, when: number): void {
    if (stage === 'created') return;
    const step = STEP[stage];
    parcel.stage = stage;
    parcel.movedAt = when;
    this.#note(parcel, when, step.near, step.type, step.code, step.statusCode, step.description);
  }

  #note(
    parcel: UpsParcel,
    when: number,
    near: 'from' | 'to',
    type: string,
    code: string,
    statusCode: string,
    description: string,
  ): void {
    const party = near === 'from' ? parcel.from : parcel.to;
    const { state, country } = party.place;
    const activity = {
      at: when,
      type,
      code,
      statusCode,
      description,
      city: party.city.toUpperCase(),
      state,
      country,
    };
    parcel.activities.push(activity);
    for (const work of this.#listeners) work(parcel, activity);
  }
}
