import type { Freight, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { sum } from '../../money.ts';
import { idsOf, party, quantityOf } from './retailItems.ts';
import type { RetailItem, RetailOrder } from './retailShape.ts';

export type NotificationType = 'Original' | 'Replace';

interface Packed {
  item: RetailItem;
  quantity: ReturnType<typeof quantityOf>;
}

const kilograms = (value: string) => ({ unitOfMeasure: 'Kg', value });
const metres = (centimetres: string) => (Number(centimetres) / 100).toFixed(4);
const containers = (sscc: string) => [{ containerIdentificationType: 'SSCC', containerIdentificationNumber: sscc }];
const contents = (packed: readonly Packed[]) =>
  packed.map(({ item, quantity }) => ({ itemReference: item.itemSequenceNumber, shippedQuantity: quantity }));

/** The advance shipment notice: of a parcel, or of freight with its cartons and pallets. */
export function shipmentOf(order: RetailOrder, notice: ShipmentConfirmation, type: NotificationType, now: number) {
  const { orderDetails: details } = order;
  const packed = (lines: readonly { platformLineId: string; quantity: number }[]): Packed[] =>
    lines.flatMap((line) => {
      const item = details.items.find((one) => one.itemSequenceNumber === line.platformLineId);
      return item ? [{ item, quantity: quantityOf(item, line.quantity) }] : [];
    });
  const shipped = packed(notice.lines);
  return {
    shipmentConfirmationType: type,
    shipmentConfirmationDate: new Date(now).toISOString(),
    sellingParty: party(details.sellingParty),
    // Amazon asks for a place; a purchase order names none, so it is the vendor's own code.
    shipFromParty: party(details.sellingParty),
    shipToParty: party(details.shipToParty ?? details.sellingParty),
    ...(notice.freight
      ? freightOf(notice.freight, packed)
      : parcelOf(order.purchaseOrderNumber, notice, contents(shipped))),
    shippedItems: shipped.map(({ item, quantity }) => ({
      ...idsOf(item),
      shippedQuantity: quantity,
      itemDetails: { purchaseOrderNumber: order.purchaseOrderNumber },
    })),
  };
}

/** An order's parcel has one name, under which it is told again. */
function parcelOf(orderNo: string, notice: ShipmentConfirmation, items: object[]) {
  const { carrierCode, trackingNumber } = notice;
  return {
    shipmentIdentifier: `${orderNo}-${notice.packageNo}`,
    shipmentType: 'SmallParcel',
    shippedDate: new Date(notice.shippedAt).toISOString(),
    transportationDetails: {
      ...(/^[A-Z]{2,4}$/.test(carrierCode) ? { carrierScac: carrierCode } : {}),
      carrierShipmentReferenceNumber: trackingNumber,
      transportationMode: 'Road',
    },
    cartons: [{ cartonSequenceNumber: '1', trackingNumber, items }],
  };
}

function freightOf(freight: Freight, packed: (lines: Freight['cartons'][number]['lines']) => Packed[]) {
  const { cartons, pallets } = freight;
  return {
    shipmentIdentifier: freight.shipmentNo,
    shipmentType: freight.mode,
    shippedDate: `${freight.shippedDay}T00:00:00Z`,
    ...(freight.deliveryDay ? { estimatedDeliveryDate: `${freight.deliveryDay}T00:00:00Z` } : {}),
    transportationDetails: {
      carrierScac: freight.scac,
      ...(freight.pro ? { carrierShipmentReferenceNumber: freight.pro } : {}),
      transportationMode: 'Road',
      ...(freight.billOfLading ? { billOfLadingNumber: freight.billOfLading } : {}),
    },
    // The notice has no other place for who pays the freight.
    importDetails: { methodOfPayment: freight.terms === 'prepaid' ? 'PrepaidBySeller' : 'PaidByBuyer' },
    shipmentMeasurements: {
      grossShipmentWeight: kilograms(sum(cartons.map((carton) => carton.grossKg))),
      cartonCount: cartons.length,
      palletCount: pallets.length,
    },
    cartons: cartons.map((carton) => ({
      cartonIdentifiers: containers(carton.sscc),
      cartonSequenceNumber: String(carton.number),
      dimensions: {
        length: metres(carton.lengthCm),
        width: metres(carton.widthCm),
        height: metres(carton.heightCm),
        unitOfMeasure: 'Meter',
      },
      weight: kilograms(carton.grossKg),
      ...(freight.mode === 'SmallParcel' ? { trackingNumber: freight.pro || freight.billOfLading } : {}),
      items: contents(packed(carton.lines)),
    })),
    pallets: pallets.map(({ number, sscc }) => {
      const on = cartons.filter((carton) => carton.palletNo === number).map((carton) => String(carton.number));
      return {
        palletIdentifiers: containers(sscc),
        cartonReferenceDetails: { cartonCount: on.length, cartonReferenceNumbers: on },
      };
    }),
  };
}
