import type { Context } from '../http/app.ts';
import { at, list, text } from '../http/types.ts';
import { ACCOUNT, Refused } from './gate.ts';
import { checkAccount, oneOf, readBoxes, readCustoms, readParty } from './input.ts';
import { drawLabel, drawPaper } from './label.ts';
import { checkPickupType } from './rating.ts';
import type { Pieces } from './shipments.ts';
import { isGround, priceOf, SERVICES, servicesFor } from './tariff.ts';

function checkPayment(payment: unknown): void {
  const type = oneOf(
    at(payment, 'paymentType'),
    ['SENDER', 'RECIPIENT', 'THIRD_PARTY', 'COLLECT'],
    'SHIPPINGCHARGESPAYMENT.PAYMENTTYPE.REQUIRED',
  );
  const payer = at(payment, 'payor', 'responsibleParty', 'accountNumber', 'value');
  if (type === 'SENDER' && payer !== undefined && text(payer) !== ACCOUNT)
    throw new Refused(
      'ACCOUNT.NUMBER.MISMATCH',
      'When payment Type is SENDER, ShippingChargesPayment Payor AccountNumber should match the shipper account number.',
    );
}

function checkLabel(body: unknown): void {
  oneOf(at(body, 'labelResponseOptions'), ['LABEL', 'URL_ONLY'], 'LABELRESPONSEOPTIONS.REQUIRED');
  const label = at(body, 'requestedShipment', 'labelSpecification');
  oneOf(at(label, 'imageType'), ['PDF', 'PNG', 'ZPLII', 'EPL2'], 'LABELSPECIFICATION.IMAGETYPE.INVALID');
  oneOf(at(label, 'labelStockType'), ['STOCK_4X6', 'PAPER_4X6'], 'LABELSPECIFICATION.LABELSTOCKTYPE.INVALID');
}

const HOUR = 3_600_000;

/** Today is a day that it still is somewhere on earth. */
function readDay(value: unknown, now: number): string {
  const day = text(value);
  const today = new Date(now - 12 * HOUR).toISOString().slice(0, 10);
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at) || day < today || at > now + 11 * 24 * HOUR)
    throw new Refused('SHIPDATE.INVALID', `The ship date ${day || 'none'} is past, or too far ahead of ${today}.`);
  return day;
}

/** What the special services need beside their names. @returns whether papers follow */
function checkSpecial(services: unknown, abroad: boolean): boolean {
  const types = list(at(services, 'specialServiceTypes')).map(text);
  if (types.includes('RETURN_SHIPMENT'))
    oneOf(at(services, 'returnShipmentDetail', 'returnType'), ['PRINT_RETURN_LABEL'], 'RETURNTYPE.REQUIRED');
  const paperless = types.includes('ELECTRONIC_TRADE_DOCUMENTS');
  if (paperless && !abroad) throw new Refused('ETD.NOTALLOWED', 'No trade documents within a country.');
  return paperless && list(at(services, 'etdDetail', 'attributes')).includes('POST_SHIPMENT_UPLOAD_REQUESTED');
}

function readOrder(body: unknown, now: number) {
  checkAccount(at(body, 'accountNumber', 'value'));
  checkLabel(body);
  const shipment = at(body, 'requestedShipment');
  const from = readParty(at(shipment, 'shipper'), 'SHIPPER');
  const to = readParty(list(at(shipment, 'recipients'))[0], 'RECIPIENTS');
  checkPickupType(at(shipment, 'pickupType'));
  if (text(at(shipment, 'packagingType')) !== 'YOUR_PACKAGING')
    throw new Refused('PACKAGINGTYPE.INVALID', 'The sandbox knows YOUR_PACKAGING.');
  checkPayment(at(shipment, 'shippingChargesPayment'));
  const service = text(at(shipment, 'serviceType'));
  if (!(service in SERVICES)) throw new Refused('SERVICETYPE.INVALID', `Invalid service type: ${service || 'none'}.`);
  if (!servicesFor(from.place, to.place).includes(service))
    throw new Refused('SERVICE.NOTALLOWED', 'The service is not offered between these places.');
  const abroad = from.place.country !== to.place.country;
  const boxes = readBoxes(at(shipment, 'requestedPackageLineItems'), isGround(service) ? 30 : 40);
  const customs = abroad ? readCustoms(at(shipment, 'customsClearanceDetail')) : [];
  const tins = list(at(shipment, 'shipper', 'tins')).map(
    (one) => `${text(at(one, 'usage'))} ${text(at(one, 'number'))}`,
  );
  return {
    ...{ from, to, service, boxes, abroad, goods: [...customs, ...tins] },
    day: readDay(at(shipment, 'shipDatestamp'), now),
    paperless: checkSpecial(at(shipment, 'shipmentSpecialServices'), abroad),
    draws: list(at(shipment, 'shippingDocumentSpecification', 'shippingDocumentTypes')).includes('COMMERCIAL_INVOICE'),
  };
}

/** Sells one shipment of one or many boxes. Source: ship-api of FedEx. */
export async function ship(ctx: Context, desk: Pieces, body: unknown): Promise<object> {
  const order = readOrder(body, ctx.world.clock.now());
  const { boxes, service, from, to, day, paperless } = order;
  const common = { service, from, to, day, paperless };
  const pieces = desk.buy(boxes.map(({ lbs, reference }) => ({ ...common, lbs, reference })));
  const master = pieces[0]!.master;
  const price = priceOf(
    service,
    from.place,
    to.place,
    boxes.map((box) => box.billingLbs),
    'ACCOUNT',
  );
  const pieceResponses = await Promise.all(
    pieces.map(async (piece, index) => ({
      masterTrackingNumber: master,
      trackingNumber: piece.tracking,
      packageSequenceNumber: index + 1,
      trackingIdType: 'FEDEX',
      packageDocuments: [
        {
          contentType: 'LABEL',
          copiesToPrint: 1,
          docType: 'PDF',
          encodedLabel: ctx.faults
            .cut('fedex', await drawLabel(piece, `${index + 1} OF ${pieces.length}`))
            .toString('base64'),
        },
      ],
      // The charges of a shipment stand at its first box.
      netChargeAmount: index === 0 ? price.totalCents / 100 : 0,
      baseRateAmount: index === 0 ? price.baseCents / 100 : 0,
      currency: 'USD',
    })),
  );
  const invoice = order.abroad && order.draws ? await drawPaper('COMMERCIAL INVOICE', [master, ...order.goods]) : null;
  return {
    transactionShipments: [
      {
        masterTrackingNumber: master,
        serviceType: service,
        serviceName: SERVICES[service]?.name,
        shipDatestamp: day,
        serviceCategory: isGround(service) ? 'GROUND' : 'EXPRESS',
        pieceResponses,
        shipmentDocuments: invoice
          ? [{ contentType: 'COMMERCIAL_INVOICE', docType: 'PDF', encodedLabel: invoice.toString('base64') }]
          : [],
        completedShipmentDetail: {
          carrierCode: isGround(service) ? 'FDXG' : 'FDXE',
          masterTrackingId: { trackingIdType: 'FEDEX', trackingNumber: master },
          shipmentRating: {
            actualRateType: 'PAYOR_ACCOUNT_SHIPMENT',
            shipmentRateDetails: [
              { rateType: 'PAYOR_ACCOUNT_SHIPMENT', totalNetCharge: price.totalCents / 100, currency: 'USD' },
            ],
          },
        },
      },
    ],
    alerts: [],
  };
}

/** The whole shipment of the number, until FedEx has it. */
export function cancel(desk: Pieces, body: unknown): object {
  checkAccount(at(body, 'accountNumber', 'value'));
  const found = desk.find(text(at(body, 'trackingNumber')));
  if (!found) throw new Refused('TRACKINGNUMBER.NOTFOUND', 'The tracking number is not known.');
  const pieces = desk.ofShipment(found.master);
  if (pieces.every(({ stage }) => stage === 'cancelled'))
    return { cancelledShipment: false, cancelledHistory: true, message: 'Shipment is already cancelled.' };
  if (pieces.some(({ stage }) => stage !== 'created'))
    throw new Refused('SHIPMENT.CANCEL.NOTALLOWED', 'The shipment cannot be cancelled: FedEx has it.');
  for (const piece of pieces) desk.cancel(piece);
  return { cancelledShipment: true, cancelledHistory: true, message: 'Shipment is successfully cancelled' };
}
