import type { Decimal, Instant, ShopAccess } from '../types.ts';

export interface DockRequest {
  /** Ours: the answer names it. The same one again is no second request. */
  reference: string;
  facility: string;
  platformOrderNos: string[];
  /** YYYY-MM-DD */
  readyDay: string;
  /** YYYY-MM-DDTHH:MM by the clock of the place. */
  wantedAt: string;
  scac?: string;
  pallets: number;
  cartons: number;
  weightLb: Decimal;
}

/** `at` as in the request: by the clock of the place. */
export type DockAnswer =
  | { kind: 'confirmed'; reference: string; at: string; routingId?: string; scac?: string; dockDoor?: string }
  | { kind: 'refused'; reference: string; reason: string }
  | { kind: 'received'; platformOrderNo: string };

export interface PlatformDocking {
  /** Safe to repeat. */
  request(access: ShopAccess, requested: DockRequest): Promise<void>;
  /** Everything that was said since; the same may be said again. */
  answers(access: ShopAccess, input: { since: Instant }): Promise<DockAnswer[]>;
}
