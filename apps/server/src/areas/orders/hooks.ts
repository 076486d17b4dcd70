import type { Freight } from '@tradewind/connectors/capabilities/shipments.ts';
import { defineHook } from '../../core/hooks.ts';
import type { Shipment } from './orders.tables.ts';
import type { Rule } from './rules/rules.ts';

/** Platform updates other than shipment confirmations. */
export type PlatformUpdateKind = 'acknowledge' | 'cancel' | 'refuseCancel' | 'hold' | 'bill';

/** Before shipment confirmations: listeners set the platform's carrier code, and freight details. */
export const shipmentsConfirming = defineHook<{
  orders: number[];
  callCarrier(orderId: number, carrier: Pick<Shipment, 'carrierCode' | 'carrierName'>): void;
  asFreight(orderId: number, freight: Freight): void;
}>();

/** The platform accepted an update other than a shipment confirmation. */
export const platformUpdated = defineHook<{ orderId: number; kind: PlatformUpdateKind }>();

/** Rules approved these orders and request a split or a merge, before any stock is allocated. */
export const arranging = defineHook<{ orders: { id: number; split?: Rule; merge?: Rule }[] }>();

/** Statistics of a channel's past parcels. */
export interface ChannelPast {
  id: number;
  name: string;
  enabled: boolean;
  isDefault: boolean;
  /** Warehouses without this channel. */
  notFrom: number[];
  /** Average cost by the upper end of the weight band. */
  costs: { upTo: number; currency: string; cost: string }[];
  /** Hours from the order to the carrier, and days in transit. */
  handHours: number | null;
  transitDays: number | null;
}

/** Collects the company's channels, with statistics of recent parcels on request. */
export const channelsRequested = defineHook<{ bands: readonly number[]; past: boolean; channels: ChannelPast[] }>();
