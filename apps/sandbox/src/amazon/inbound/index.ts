import { type Context, param } from '../../http/app.ts';
import { AMAZON_MARKETPLACE } from '../../world/world.ts';
import type { DocumentStore } from '../documents.ts';
import { invalidInput, notFound } from '../errors.ts';
import type { Call, OperationBook } from '../operations.ts';
import { contents, InboundDesk, type InboundShipment, type Plan } from './desk.ts';
import { giveLabels } from './labels.ts';
import { registerPlans, view } from './plans.ts';
import { registerShipping } from './shipping.ts';

const V0 = '/fba/inbound/v0';
/** No answer names more articles of a shipment. Source: amzn/selling-partner-api-models issue 5102. */
const MOST_ITEMS = 200;

/** Shipments into Amazon's warehouses: 2024-03-20, and what is left of v0 (labels, counts). */
export function registerInbound(book: OperationBook, ctx: Context, documents: DocumentStore): InboundDesk {
  const desk = new InboundDesk(ctx);
  registerPlans(book, ctx, desk);
  registerShipping(book, desk);
  const found = (call: Call) => {
    const one = desk.shipment(call.shop.id, param(call.request, 'shipmentId'));
    if (!one) throw notFound('The shipment was not found.');
    return one;
  };
  const page = (call: Call, { plan, shipment }: { plan: Plan; shipment: InboundShipment }, from: number) => {
    const all = itemsOf(call, plan, shipment);
    const NextToken = Buffer.from(`${shipment.confirmationId} ${from + MOST_ITEMS}`).toString('base64url');
    return call.reply.send({ payload: { ItemData: all.slice(from, from + MOST_ITEMS), NextToken } });
  };
  book.add({
    method: 'GET',
    path: `${V0}/shipments/{shipmentId}/items`,
    name: 'getShipmentItemsByShipmentId',
    handle: (call) => page(call, found(call), 0),
  });
  // The token of the first page is taken by another operation, and comes even where nothing follows.
  book.add({
    method: 'GET',
    path: `${V0}/shipmentItems`,
    name: 'getShipmentItems',
    handle: (call) => {
      const { QueryType, MarketplaceId, NextToken = '' } = call.query;
      if (QueryType !== 'NEXT_TOKEN') throw invalidInput('QueryType is missing or unknown.');
      if (MarketplaceId !== AMAZON_MARKETPLACE) throw invalidInput('MarketplaceId is missing or unknown.');
      const [id = '', from] = Buffer.from(NextToken, 'base64url').toString().split(' ');
      const one = desk.shipment(call.shop.id, id);
      if (!one) throw invalidInput('NextToken is invalid.');
      return page(call, one, Number(from));
    },
  });
  book.add({
    method: 'GET',
    path: `${V0}/shipments/{shipmentId}/labels`,
    name: 'getLabels',
    handle: (call) => giveLabels(call, found(call), documents, desk.now),
  });
  return desk;
}

function itemsOf(call: Call, plan: Plan, shipment: InboundShipment) {
  return Object.entries(contents(plan, shipment)).map(([msku, quantity]) => {
    const item = plan.items.find((one) => one.msku === msku);
    return {
      ShipmentId: shipment.confirmationId,
      SellerSKU: msku,
      ...(item && { FulfillmentNetworkSKU: view(call, item).fnsku }),
      QuantityShipped: quantity,
      QuantityReceived: shipment.received[msku] ?? 0,
      QuantityInCase: 0,
    };
  });
}
