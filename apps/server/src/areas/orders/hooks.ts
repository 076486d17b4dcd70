import type { Freight } from '@tradewind/connectors/capabilities/shipments.ts';
import { defineHook } from '../../core/hooks.ts';
import type { Shipment } from './orders.tables.ts';
import type { Rule } from './rules/rules.ts';

/** What a platform waits to hear of an order besides its shipment. */
export type PlatformUpdateKind = 'acknowledge' | 'cancel' | 'bill';

/** Platforms are about to be told of the shipments of these orders: what do they call the carrier, and is it freight? */
export const shipmentsConfirming = defineHook<{
  orders: number[];
  callCarrier(orderId: number, carrier: Pick<Shipment, 'carrierCode' | 'carrierName'>): void;
  asFreight(orderId: number, freight: Freight): void;
}>();

/** The platform has taken what it was told of an order besides its shipment. */
export const platformUpdated = defineHook<{ orderId: number; kind: PlatformUpdateKind }>();

/** Rules let these orders pass and want them split or merged: before anything is reserved for them. */
export const arranging = defineHook<{ orders: { id: number; split?: Rule; merge?: Rule }[] }>();

/** What past parcels say of a company's channels. */
export interface ChannelPast {
  id: number;
  name: string;
  enabled: boolean;
  isDefault: boolean;
  /** The warehouses that it does not ship from. */
  notFrom: number[];
  /** On average, by the upper end of a band of weight. */
  costs: { upTo: number; currency: string; cost: string }[];
  /** From the order to the carrier, and on the way. */
  handHours: number | null;
  transitDays: number | null;
}

/** Channels are about to be compared: which are there, and what do their parcels of the last days tell? */
export const channelsRequested = defineHook<{ bands: readonly number[]; past: boolean; channels: ChannelPast[] }>();
