import type { FastifyReply, FastifyRequest } from 'fastify';
import { param, query, rawBody } from '../http/app.ts';
import { at, list, parseJson, text } from '../http/types.ts';
import { badRequest, UpsError } from './errors.ts';
import { eplLabel, gifLabel, splLabel, zplLabel } from './labels.ts';
import { UPS_APP } from './oauth.ts';
import { pdfInvoice, pdfLabel } from './pdf.ts';
import { checkVersion, listOrOne, usd } from './rating.ts';
import { readPackages, readParty } from './shipmentInput.ts';
import type { UpsDesk, UpsParcel } from './shipments.ts';
import { priceOf, SERVICES, servicesFor } from './tariff.ts';

function makeLabel(format: string, parcel: UpsParcel): string {
  switch (format) {
    case 'GIF':
      return gifLabel(parcel).toString('base64');
    case 'EPL':
      return Buffer.from(eplLabel(parcel), 'utf8').toString('base64');
    case 'SPL':
      return Buffer.from(splLabel(parcel), 'latin1').toString('base64');
    default:
      return Buffer.from(zplLabel(parcel), 'utf8').toString('base64');
  }
}

/** Of the sandbox's own: a street that says RENAMED has another name by now. UPS carries the parcel there all the same. */
const RENAMED = { Code: '120806', Description: 'The ship-to address was corrected: the street has another name.' };
const isRenamed = (lines: readonly string[]) => lines.some((line) => line.toUpperCase().includes('RENAMED'));

/** Buying labels. Source: Shipping.yaml. UPS has no idempotency key: the same request twice buys twice. */
export async function ship(
  desk: UpsDesk,
  request: FastifyRequest,
  reply: FastifyReply,
  rise: number,
): Promise<FastifyReply> {
  const { lists } = checkVersion(param(request, 'version'));
  const body = at(parseJson(rawBody(request)), 'ShipmentRequest');
  const shipment = at(body, 'Shipment');
  if (!shipment) throw badRequest('9801', 'Missing ShipmentRequest.Shipment.');
  const account = text(at(shipment, 'Shipper', 'ShipperNumber'));
  if (account !== UPS_APP.account) throw badRequest('120100', 'Missing or invalid shipper number');
  const format = readFormat(body);
  const shipper = readParty(shipment, 'Shipper', true);
  const to = readParty(shipment, 'ShipTo', true);
  const from = at(shipment, 'ShipFrom') ? readParty(shipment, 'ShipFrom', true) : shipper;
  readPayment(shipment, account);
  const service = text(at(shipment, 'Service', 'Code'));
  if (!(service in SERVICES)) throw badRequest('120151', 'Missing or invalid service code');
  if (!servicesFor(from.place, to.place).includes(service)) {
    throw badRequest('111210', 'The requested service is unavailable between the selected locations.');
  }
  for (const parcel of list(at(shipment, 'Package'))) {
    if (!text(at(parcel, 'Packaging', 'Code'))) throw badRequest('120541', 'Missing or invalid packaging type code');
  }
  const packages = readPackages(shipment);
  const isReturn = readReturn(shipment);
  const abroad = to.place.country !== from.place.country;
  if (abroad && !to.phone) throw badRequest('120213', 'Missing or invalid ShipTo phone number');
  if (abroad && !text(at(shipment, 'Description')))
    throw badRequest('120005', 'Missing or invalid shipment description');
  const forms = at(shipment, 'ShipmentServiceOptions', 'InternationalForms');
  const rated = priceOf(service, from.place, to.place, packages);
  const risen = (cents: number) => Math.round(cents * rise);
  const price = {
    ...rated,
    totalCents: risen(rated.totalCents),
    negotiated: { ...rated.negotiated, totalCents: risen(rated.negotiated.totalCents) },
  };
  const negotiated = at(shipment, 'ShipmentRatingOptions', 'NegotiatedRatesIndicator') !== undefined;
  const references = list(at(shipment, 'ReferenceNumber')).map((one) => ({
    code: text(at(one, 'Code')),
    value: text(at(one, 'Value')),
  }));
  const bought = desk.buy({
    account,
    service,
    from,
    to,
    packages,
    references,
    isReturn,
    totalCents: price.negotiated.totalCents,
  });
  request.note += ` ${bought.id}`;
  const form = forms ? await pdfInvoice(bought.parcels[0]!, describeGoods(shipment, forms)) : undefined;
  return reply.send({
    ShipmentResponse: {
      Response: {
        ResponseStatus: { Code: '1', Description: 'Success' },
        ...(isRenamed(to.lines) && { Alert: listOrOne([RENAMED], lists) }),
        TransactionReference: { CustomerContext: text(at(body, 'Request', 'TransactionReference', 'CustomerContext')) },
      },
      ShipmentResults: {
        ShipmentCharges: {
          TransportationCharges: usd(price.totalCents),
          ServiceOptionsCharges: usd(0),
          TotalCharges: usd(price.totalCents),
        },
        ...(negotiated && { NegotiatedRateCharges: { TotalCharge: usd(price.negotiated.totalCents) } }),
        BillingWeight: {
          UnitOfMeasurement: { Code: 'LBS', Description: 'Pounds' },
          Weight: price.billingLbs.toFixed(1),
        },
        ShipmentIdentificationNumber: bought.id,
        PackageResults: listOrOne(
          bought.parcels.map((parcel) => ({
            TrackingNumber: parcel.tracking,
            ServiceOptionsCharges: usd(0),
            ShippingLabel: {
              ImageFormat: { Code: format, Description: format },
              GraphicImage: makeLabel(format, parcel),
            },
          })),
          lists,
        ),
        ...(form && {
          Form: {
            Code: '01',
            Description: 'All Requested International Forms',
            Image: { ImageFormat: { Code: 'PDF' }, GraphicImage: form.toString('base64') },
          },
        }),
      },
    },
  });
}

/** GIF needs HTTPUserAgent; PDF is not a buying format, only a recovery one. */
function readFormat(body: unknown): string {
  const label = at(body, 'LabelSpecification');
  const format = text(at(label, 'LabelImageFormat', 'Code')).toUpperCase();
  if (!['GIF', 'ZPL', 'EPL', 'SPL'].includes(format))
    throw badRequest('120610', `Missing or invalid label image format: ${format || 'none'}`);
  if (format === 'GIF' && !text(at(label, 'HTTPUserAgent')))
    throw badRequest('120611', 'HTTPUserAgent is required for GIF labels');
  if (format !== 'GIF') {
    const [height, width] = [text(at(label, 'LabelStockSize', 'Height')), text(at(label, 'LabelStockSize', 'Width'))];
    if (!['6', '8'].includes(height) || width !== '4')
      throw badRequest('120612', 'Missing or invalid label stock size');
  }
  return format;
}

function readPayment(shipment: unknown, account: string): void {
  const charges = list(at(shipment, 'PaymentInformation', 'ShipmentCharge'));
  const transport = charges.find((charge) => text(at(charge, 'Type')) === '01');
  if (!transport) throw badRequest('120401', 'Missing or invalid payment information: ShipmentCharge of type 01');
  const payer = text(at(transport, 'BillShipper', 'AccountNumber'));
  if (at(transport, 'BillShipper') && payer !== account)
    throw badRequest('120416', 'The bill shipper account is not on the profile');
}

/** Returns go the other way under the account of the warehouse; each package must say what is in it. */
function readReturn(shipment: unknown): boolean {
  const service = at(shipment, 'ReturnService');
  if (!service) return false;
  if (!['2', '3', '5', '8', '9', '10'].includes(text(at(service, 'Code'))))
    throw badRequest('120202', 'Missing or invalid return service code');
  if (!at(shipment, 'ShipFrom')) throw badRequest('120203', 'ShipFrom is required for a return');
  if (list(at(shipment, 'Package')).some((one) => !text(at(one, 'Description'))))
    throw badRequest('120204', 'A package description is required for a return');
  return true;
}

function describeGoods(shipment: unknown, forms: unknown): string[] {
  const goods = list(at(forms, 'Product')).map((product) => {
    const unit = at(product, 'Unit');
    return `${text(at(unit, 'Number'))} x ${list(at(product, 'Description')).map(text).join(' ')} @ ${text(at(unit, 'Value'))} ${text(at(product, 'OriginCountryCode'))}`;
  });
  const vendor = text(at(shipment, 'ShipFrom', 'VendorInfo', 'VendorCollectIDNumber'));
  const numbers = list(at(shipment, 'GlobalTaxInformation', 'AgentTaxIdentificationNumber')).flatMap((agent) =>
    list(at(agent, 'TaxIdentificationNumber')).map((one) => text(at(one, 'IdentificationNumber'))),
  );
  const duties = list(at(shipment, 'PaymentInformation', 'ShipmentCharge')).some(
    (one) => text(at(one, 'Type')) === '02',
  );
  return [
    `Invoice ${text(at(forms, 'InvoiceNumber'))} ${text(at(forms, 'InvoiceDate'))}`,
    `Reason: ${text(at(forms, 'ReasonForExport'))}  Terms: ${text(at(forms, 'TermsOfShipment'))}`,
    `Duties: ${duties ? 'shipper' : 'receiver'}`,
    ...(vendor ? [`Vendor collect ID: ${vendor}`] : []),
    ...numbers.map((number) => `Tax ID: ${number}`),
    ...goods,
  ];
}

/** By number the label of one package, by reference the labels of the whole shipment that was bought last. */
function labelsOf(desk: UpsDesk, body: unknown): UpsParcel[] {
  const number = text(at(body, 'TrackingNumber'));
  const reference = text(at(body, 'ReferenceValues', 'ReferenceNumber', 'Value'));
  if (!number && text(at(body, 'ReferenceValues', 'ShipperNumber')) !== UPS_APP.account)
    throw badRequest('300013', 'Missing or invalid shipper number');
  const known = number ? [desk.parcels.get(number)] : (desk.byReference.get(reference) ?? []);
  const standing = known.filter((one) => one !== undefined && !one.voided) as UpsParcel[];
  const last = standing.at(-1);
  if (!last) throw badRequest('300017', 'No shipment label found for the tracking number');
  return standing.filter((one) => one.shipmentId === last.shipmentId);
}

export async function recoverLabel(
  desk: UpsDesk,
  request: FastifyRequest,
  reply: FastifyReply,
  cut: (label: Buffer) => Buffer,
): Promise<FastifyReply> {
  const { lists } = checkVersion(param(request, 'version'));
  const body = at(parseJson(rawBody(request)), 'LabelRecoveryRequest');
  const format = text(at(body, 'LabelSpecification', 'LabelImageFormat', 'Code')).toUpperCase() || 'PDF';
  const parcels = labelsOf(desk, body);
  if (!['PDF', 'GIF', 'ZPL', 'EPL', 'SPL'].includes(format)) throw badRequest('300025', 'Invalid label image format');
  const labels: unknown[] = [];
  for (const parcel of parcels) {
    const image = format === 'PDF' ? cut(await pdfLabel(parcel)).toString('base64') : makeLabel(format, parcel);
    labels.push({
      TrackingNumber: parcel.tracking,
      LabelImage: { LabelImageFormat: { Code: format }, GraphicImage: image },
    });
  }
  return reply.send({
    LabelRecoveryResponse: {
      Response: { ResponseStatus: { Code: '1', Description: 'Success' } },
      ShipmentIdentificationNumber: parcels[0]!.shipmentId,
      LabelResults: listOrOne(labels, lists),
    },
  });
}

/** Whole shipments, or up to twenty of their packages; not any more once UPS has the parcel. */
export function voidShipment(desk: UpsDesk, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { lists } = checkVersion(param(request, 'version'));
  const shipment = desk.shipments.get(param(request, 'shipmentId'));
  if (!shipment) throw badRequest('190101', 'The shipment identification number is not known');
  const requested = readTrackingList(query(request).trackingnumber);
  if (requested.length > 20) throw badRequest('190103', 'At most 20 tracking numbers');
  const chosen =
    requested.length > 0 ? shipment.parcels.filter((parcel) => requested.includes(parcel.tracking)) : shipment.parcels;
  if (chosen.length < requested.length) throw badRequest('190101', 'A tracking number is not of this shipment');
  if (chosen.every((parcel) => parcel.voided)) throw badRequest('190117', 'The shipment has already been voided');
  for (const parcel of chosen) desk.catchUp(parcel);
  if (chosen.some((parcel) => parcel.stage !== 'created')) {
    throw new UpsError(400, '190102', 'No shipment found within the allowed void period');
  }
  for (const parcel of chosen) if (!parcel.voided) desk.void(parcel);
  const status = { Code: '1', Description: 'Voided' };
  return reply.send({
    VoidShipmentResponse: {
      Response: { ResponseStatus: { Code: '1', Description: 'Success' } },
      SummaryResult: { Status: shipment.voided ? status : { Code: '1', Description: 'Partially Voided' } },
      PackageLevelResults: listOrOne(
        chosen.map((parcel) => ({ TrackingNumber: parcel.tracking, Status: status })),
        lists,
      ),
    },
  });
}

function readTrackingList(value: string | undefined): string[] {
  if (!value) return [];
  if (!value.startsWith('[')) return value.split(',').map((one) => one.trim());
  const parsed = parseJson(Buffer.from(value));
  return Array.isArray(parsed) ? parsed.map(text) : [];
}
