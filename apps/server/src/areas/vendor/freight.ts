import type { Freight } from '@tradewind/connectors/capabilities/shipments.ts';
import { sql } from '../../core/database/sql.ts';
import { arrayOf } from '../../core/scope.ts';
import { shipmentsConfirming } from '../orders/public.ts';
import { cartonsOf, palletsOf } from './cartons.ts';

type Head = Omit<Freight, 'cartons' | 'pallets'> & { orderId: number };

/** The ASN of shipped cartons lists their SSCCs. */
shipmentsConfirming.listen(async (tx, { orders, asFreight }) => {
  if (orders.length === 0) return;
  const shipments = await tx.rows<Head & Record<string, unknown>>(sql`
    select order_id, number as "shipmentNo", mode, scac, bill_of_lading, pro, terms,
      shipped_day::text as "shippedDay", delivery_day::text as "deliveryDay" from vendor_shipment
    where company_id = ${sql.company} and order_id = any(${arrayOf(orders)}::bigint[])`);
  if (shipments.length === 0) return;
  const ids = shipments.map((shipment) => shipment.orderId);
  const cartons = Map.groupBy(await cartonsOf(tx, ids), (carton) => carton.orderId);
  const pallets = Map.groupBy(await palletsOf(tx, ids), (pallet) => pallet.orderId);
  for (const { orderId, ...head } of shipments)
    asFreight(orderId, {
      ...head,
      cartons: (cartons.get(orderId) ?? []).map(({ orderId: _, ...carton }) => carton),
      pallets: (pallets.get(orderId) ?? []).map(({ number, sscc }) => ({ number, sscc })),
    });
});
