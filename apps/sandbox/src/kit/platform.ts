import type { FastifyInstance } from 'fastify';
import type { Context, ErrorForms } from '../http/app.ts';
import type { SandboxOrder } from '../world/orders.ts';
import type { ShopSettings } from '../world/shop.ts';

/**
 * A platform of the sandbox: a folder, and a line in platforms.ts. Everything it serves lies below `/<name>/`. It speaks
 * the platform's own protocol, checks signatures with code of its own, and keeps the platform's rules.
 */
export interface SandboxPlatform {
  name: string;
  /** Its demo shops; the first is the one that consents are given for. None where nothing is sold. */
  shops: readonly Omit<ShopSettings, 'platform'>[];
  errors: ErrorForms;
  /** The address prefix that a real host name of the platform stands for, for SDKs that know only those. */
  prefixForHost?(host: string): string | undefined;
  register(app: FastifyInstance, ctx: Context): PlatformSide;
}

/** What the control page and the keeper may do with a platform once it runs. */
export interface PlatformSide {
  /** Deliveries of its pushes, newest last. */
  deliveries?(): readonly Delivery[];
  /** What has to be kept over a restart, as plain JSON. */
  save?(): unknown;
  load?(saved: unknown): void;
  stop?(): void;
  /** Its courier takes the parcels of an order, where the platform says "shipped" only then. */
  collect?(order: SandboxOrder): void;
  /** A carrier's parcel goes on a step, or up to a stage of UPS's names or of its own. @returns its stage; undefined for a strange number */
  advanceParcel?(trackingNumber: string, to?: string): string | undefined;
  /** A parcel has moved, of whatever carrier. */
  parcelMoved?(trackingNumber: string): void;
  /** What sellers or developers type into its console: where its pushes go, where no call of its own says that. */
  subscribe?(shop: string, uri: string): void;
  /** The buyer of an order closes the account: everybody who keeps their data is told to erase it. */
  closeAccount?(order: SandboxOrder): void;
}

export interface Delivery {
  at: string;
  topic: string;
  uri: string;
  attempt: number;
  status: number;
}
