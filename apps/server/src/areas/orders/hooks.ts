import { defineHook } from '../../core/hooks.ts';
import type { Shipment } from './orders.tables.ts';

/** Platforms are about to be told of the shipments of these orders: what do they call the carrier? */
export const shipmentsTelling = defineHook<{
  orders: number[];
  callCarrier(orderId: number, carrier: Pick<Shipment, 'carrierCode' | 'carrierName'>): void;
}>();
