import type {
  DeliveryWindow,
  InboundShipment,
  LabelRequest,
  PlacementOption,
  ReceivedItem,
  ShipmentBox,
  TransportChoice,
  TransportOption,
  TransportRequest,
} from '../../../capabilities/inbound.ts';
import type { ShopAccess } from '../../../types.ts';
import { type AmazonCall, type AmazonClient, marketplacesOf, shaped } from '../client.ts';
import type { Documents } from '../documents.ts';
import type { Caller } from './call.ts';
import * as shapes from './shapes.ts';

const V0 = '/fba/inbound/v0';
/** Articles in one answer. Source: amzn/selling-partner-api-models issue 5102. */
const MOST_RECEIVED = 200;
const CM_OF_INCH = 2.54;
const KG_OF_POUND = 0.45359237;

/** What a thermal printer is given depends on who carries. Source: PageType in fulfillmentInboundV0.json. */
function pageType(partneredCarrier: string | undefined): string {
  if (partneredCarrier === undefined) return 'PackageLabel_Thermal_NonPCP';
  if (/dhl/i.test(partneredCarrier)) return 'PackageLabel_Thermal_No_Carrier_Rotation';
  return /amazon|amzn|\bats\b/i.test(partneredCarrier) ? 'PackageLabel_Thermal_Unified' : 'PackageLabel_Thermal';
}

/** Where the goods go, how they travel, their labels, and what the warehouse counted. */
export function createShipping(call: AmazonClient, { ask, ordered, pages }: Caller, documents: Documents) {
  const plan = (planId: string, rest: string) => `/inboundPlans/${planId}/${rest}`;
  const ofShipment = (planId: string, shipmentId: string, rest = '') => plan(planId, `shipments/${shipmentId}${rest}`);

  return {
    generatePlacement: (access: ShopAccess, planId: string) =>
      ordered(access, 'generatePlacementOptions', 'POST', plan(planId, 'placementOptions'), {}),

    async placementOptions(access: ShopAccess, planId: string): Promise<PlacementOption[]> {
      const path = plan(planId, 'placementOptions');
      const read = await pages(access, shapes.placementOptions, 'listPlacementOptions', path, { pageSize: 20 });
      return read
        .flatMap((page) => page.placementOptions)
        .map((one) => ({
          id: one.placementOptionId,
          status: one.status,
          shipmentIds: one.shipmentIds,
          fees: [...one.fees, ...one.discounts],
          ...(one.expiration ? { expiresAt: one.expiration } : {}),
        }));
    },

    confirmPlacement: (access: ShopAccess, planId: string, optionId: string) =>
      ordered(access, 'confirmPlacementOption', 'POST', plan(planId, `placementOptions/${optionId}/confirmation`)),

    generateTransport: (access: ShopAccess, planId: string, requested: TransportRequest) =>
      ordered(access, 'generateTransportationOptions', 'POST', plan(planId, 'transportationOptions'), {
        placementOptionId: requested.placementOptionId,
        shipmentTransportationConfigurations: requested.shipmentIds.map((shipmentId) => ({
          shipmentId,
          readyToShipWindow: { start: requested.readyAt },
          contactInformation: {
            name: requested.contact.name.slice(0, 50),
            phoneNumber: requested.contact.phone.slice(0, 20),
            ...(requested.contact.email ? { email: requested.contact.email } : {}),
          },
        })),
      }),

    async transportOptions(access: ShopAccess, planId: string, placementOptionId: string): Promise<TransportOption[]> {
      const query = { pageSize: 20, placementOptionId };
      const path = plan(planId, 'transportationOptions');
      const read = await pages(access, shapes.transportOptions, 'listTransportationOptions', path, query);
      return read
        .flatMap((page) => page.transportationOptions)
        .map((one) => ({
          id: one.transportationOptionId,
          shipmentId: one.shipmentId,
          mode: one.shippingMode,
          solution: one.shippingSolution,
          carrier: one.carrier.name ?? one.carrier.alphaCode ?? '',
          needsWindow: one.preconditions.includes('CONFIRMED_DELIVERY_WINDOW'),
          ...(one.quote ? { cost: one.quote.cost.amount, currency: one.quote.cost.code } : {}),
          ...(one.quote?.expiration ? { expiresAt: one.quote.expiration } : {}),
        }));
    },

    confirmTransport: (access: ShopAccess, planId: string, chosen: readonly TransportChoice[]) =>
      ordered(access, 'confirmTransportationOptions', 'POST', plan(planId, 'transportationOptions/confirmation'), {
        transportationSelections: chosen.map(({ shipmentId, optionId }) => ({
          shipmentId,
          transportationOptionId: optionId,
        })),
      }),

    generateWindows: (access: ShopAccess, planId: string, shipmentId: string) => {
      const path = ofShipment(planId, shipmentId, '/deliveryWindowOptions');
      return ordered(access, 'generateDeliveryWindowOptions', 'POST', path);
    },

    async windows(access: ShopAccess, planId: string, shipmentId: string): Promise<DeliveryWindow[]> {
      const path = ofShipment(planId, shipmentId, '/deliveryWindowOptions');
      const read = await pages(access, shapes.windowOptions, 'listDeliveryWindowOptions', path, { pageSize: 100 });
      return read
        .flatMap((page) => page.deliveryWindowOptions)
        .map((one) => ({
          id: one.deliveryWindowOptionId,
          from: one.startDate,
          to: one.endDate,
          availability: one.availabilityType,
        }));
    },

    confirmWindow: (access: ShopAccess, planId: string, shipmentId: string, windowId: string) => {
      const path = ofShipment(planId, shipmentId, `/deliveryWindowOptions/${windowId}/confirmation`);
      return ordered(access, 'confirmDeliveryWindowOptions', 'POST', path);
    },

    async shipment(access: ShopAccess, planId: string, shipmentId: string): Promise<InboundShipment> {
      const path = ofShipment(planId, shipmentId);
      const answered = await ask(access, shapes.shipment, { operation: 'getShipment', method: 'GET', path });
      const { address, warehouseId } = answered.destination;
      const window = answered.selectedDeliveryWindow;
      return {
        shipmentId: answered.shipmentId,
        status: answered.status,
        warehouse: warehouseId ?? '',
        ...(answered.shipmentConfirmationId ? { confirmationId: answered.shipmentConfirmationId } : {}),
        ...(answered.selectedTransportationOptionId
          ? { transportOptionId: answered.selectedTransportationOptionId }
          : {}),
        ...(window ? { window: { from: window.startDate, to: window.endDate } } : {}),
        ...(address
          ? {
              address: {
                name: address.name,
                line1: address.addressLine1,
                city: address.city,
                postalCode: address.postalCode,
                country: address.countryCode,
                ...(address.companyName ? { company: address.companyName } : {}),
                ...(address.addressLine2 ? { line2: address.addressLine2 } : {}),
                ...(address.stateOrProvinceCode ? { state: address.stateOrProvinceCode } : {}),
              },
            }
          : {}),
      };
    },

    async shipmentBoxes(access: ShopAccess, planId: string, shipmentId: string): Promise<ShipmentBox[]> {
      const path = ofShipment(planId, shipmentId, '/boxes');
      const read = await pages(access, shapes.boxes, 'listShipmentBoxes', path, { pageSize: 1000 });
      return read
        .flatMap((page) => page.boxes)
        .map(({ boxId, dimensions, weight, items }) => {
          const length = dimensions.unitOfMeasurement === 'IN' ? CM_OF_INCH : 1;
          return {
            boxId: boxId ?? '',
            lengthCm: dimensions.length * length,
            widthCm: dimensions.width * length,
            heightCm: dimensions.height * length,
            weightKg: weight.value * (weight.unit === 'LB' ? KG_OF_POUND : 1),
            items: items.map(({ msku, quantity, expiration }) => ({
              sku: msku,
              quantity,
              ...(expiration ? { expiration } : {}),
            })),
          };
        });
    },

    async boxLabels(access: ShopAccess, confirmationId: string, requested: LabelRequest): Promise<Buffer> {
      const answered = await call(access, {
        operation: 'getLabels',
        method: 'GET',
        path: `${V0}/shipments/${encodeURIComponent(confirmationId)}/labels`,
        query: {
          PageType: pageType(requested.partneredCarrier),
          LabelType: 'UNIQUE',
          NumberOfPackages: requested.boxes,
          PageSize: Math.min(1000, requested.boxes),
          PageStartIndex: 0,
        },
      });
      return documents.download({ url: shaped(shapes.labels, answered, 'getLabels').payload.DownloadURL });
    },

    updateTracking: (
      access: ShopAccess,
      planId: string,
      shipmentId: string,
      tracking: readonly { boxId: string; trackingNumber: string }[],
    ) =>
      ordered(access, 'updateShipmentTrackingDetails', 'PUT', ofShipment(planId, shipmentId, '/trackingDetails'), {
        trackingDetails: {
          spdTrackingDetail: {
            spdTrackingItems: tracking.map(({ boxId, trackingNumber }) => ({ boxId, trackingId: trackingNumber })),
          },
        },
      }),

    async received(access: ShopAccess, confirmationId: string): Promise<ReceivedItem[]> {
      const read = new Map<string, ReceivedItem>();
      const path = `${V0}/shipments/${encodeURIComponent(confirmationId)}/items`;
      let next: AmazonCall = { operation: 'getShipmentItemsByShipmentId', method: 'GET', path };
      for (;;) {
        const known = read.size;
        const answered = shaped(shapes.receivedItems, await call(access, next), next.operation).payload;
        for (const { SellerSKU: sku, QuantityShipped: shipped, QuantityReceived } of answered.ItemData)
          read.set(sku, { sku, shipped, received: QuantityReceived ?? 0 });
        // A token comes with every page: it leads on only from a full one, and may lead in a circle.
        if (!answered.NextToken || answered.ItemData.length < MOST_RECEIVED || read.size === known)
          return [...read.values()];
        const [MarketplaceId] = marketplacesOf(access);
        const query = { QueryType: 'NEXT_TOKEN', NextToken: answered.NextToken, MarketplaceId };
        next = { operation: 'getShipmentItems', method: 'GET', path: `${V0}/shipmentItems`, query };
      }
    },
  };
}
