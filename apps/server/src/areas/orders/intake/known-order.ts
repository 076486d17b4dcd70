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
  /** A part of the order that the platform speaks of, or the order itself where it was split. */
  split: boolean;
  /** What the platform last said of the lines, where a person changed or split them since. */
  platformLines: Record<string, number> | null;
  lines: KnownLine[];
}

export interface Observed {
  known: Known;
  order: PlatformOrder;
}
