import type { PlatformOrder } from '@tradewind/connectors/capabilities/orders.ts';
import type { Status } from '../status.ts';

export interface KnownLine {
  platformLineId: string;
  quantity: number;
}

export interface Known {
  id: number;
  no: string;
  status: Status;
  exception: string | null;
  cancelRequested: boolean;
  platformHold: string | null;
  shipTo: Record<string, unknown> | null;
  /** A part of the platform's order, or the order itself if it was split. */
  split: boolean;
  /** The platform's last line quantities, if a person has changed or split the lines since. */
  platformLines: Record<string, number> | null;
  /** The platform has not shown the amounts so far. */
  amountsUnknown: boolean;
  lines: KnownLine[];
}

export interface Observed {
  known: Known;
  order: PlatformOrder;
}
