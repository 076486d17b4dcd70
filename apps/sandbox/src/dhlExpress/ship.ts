import { at, list, text } from '../http/types.ts';
import { checkBody } from './bodies.ts';
import { drawInvoice, drawLabel } from './label.ts';
import { bad } from './problems.ts';
import { boxesIn, chargesOf, checkAccounts, checkDutiable, checkMoment } from './rating.ts';
import type { ShipmentInput, Shipments } from './shipments.ts';

const BATTERIES: Readonly<Record<string, string>> = { HD: '966', HV: '967', HM: '969', HW: '970' };
const KNOWN = new Set(['WY', 'DD', 'II', ...Object.keys(BATTERIES)]);

function checkServices(body: unknown, isDeclared: boolean): void {
  const services = list(at(body, 'valueAddedServices'));
  services.forEach((one, index) => {
    const code = text(at(one, 'serviceCode'));
    const here = `#/valueAddedServices/${index}/serviceCode`;
    const isSold = KNOWN.has(code) && (isDeclared || !['WY', 'DD'].includes(code));
    if (!isSold)
      throw bad(
        `7008: The requested Special Service Code ${here} '${code}' is not available between this origin and destination.`,
      );
    if (BATTERIES[code] && text(at(one, 'dangerousGoods', 0, 'contentId')) !== BATTERIES[code])
      throw bad(`7020: The content id of ${here} '${code}' is missing or wrong`);
  });
  const isPaid = services.some((one) => at(one, 'serviceCode') === 'DD');
  const payer = list(at(body, 'accounts')).some((one) => at(one, 'typeCode') === 'duties-taxes');
  if (isPaid !== payer)
    throw bad('7035: Duties & taxes paid needs an account of type duties-taxes, and the other way round');
  if (isPaid !== (at(body, 'content', 'incoterm') === 'DDP')) throw bad('7036: The incoterm does not fit the services');
}

/** Lines of the invoice. */
function checkDeclaration(content: unknown): string[] {
  const declaration = at(content, 'exportDeclaration');
  if (!declaration) throw bad('7095: An export declaration is required for dutiable shipments');
  const items = list(at(declaration, 'lineItems'));
  const value = items.reduce<number>(
    (sum, one) => sum + Number(at(one, 'price')) * Number(at(one, 'quantity', 'value')),
    0,
  );
  const declared = Number(at(content, 'declaredValue'));
  if (!(declared > 0) || !at(content, 'declaredValueCurrency')) throw bad('7096: The declared value is missing');
  if (Math.abs(declared - value) > 0.005) throw bad(`7097: The lines add up to ${value}, declared is ${declared}`);
  if (!at(declaration, 'invoice')) throw bad('7098: Invoice number and date are missing');
  return items.map(
    (one) => `${text(at(one, 'quantity', 'value'))} x ${text(at(one, 'description'))} ${text(at(one, 'price'))}`,
  );
}

function readShipment(body: unknown, now: number): ShipmentInput & { isPaperDrawn: boolean } {
  checkBody('shipment', body);
  checkAccounts(body);
  checkMoment(at(body, 'plannedShippingDateAndTime'), now);
  const shipper = at(body, 'customerDetails', 'shipperDetails');
  const receiver = at(body, 'customerDetails', 'receiverDetails');
  const [from, to] = [shipper, receiver].map((one) => text(at(one, 'postalAddress', 'countryCode'))) as [
    string,
    string,
  ];
  const content = at(body, 'content');
  const isDeclared = at(content, 'isCustomsDeclarable') === true;
  checkDutiable(from, to, isDeclared);
  checkServices(body, isDeclared);
  const images = list(at(body, 'outputImageProperties', 'imageOptions'));
  const isRequested = (kind: string) =>
    images.some((one) => at(one, 'typeCode') === kind && at(one, 'isRequested') === true);
  return {
    reference: text(at(body, 'customerReferences', 0, 'value')),
    product: text(at(body, 'productCode')),
    account: text(at(body, 'accounts', 0, 'number')),
    ...{ from, to, shipper, receiver },
    boxes: boxesIn(at(content, 'packages')),
    lines: isDeclared ? checkDeclaration(content) : [],
    hasWaybill: isRequested('waybillDoc'),
    isPaperDrawn: isRequested('invoice'),
  };
}

/** `cut`: whether this one's label comes without its end. */
export async function createShipment(
  desk: Shipments,
  body: unknown,
  more: { now: number; cut: (label: Buffer) => Buffer },
) {
  const { isPaperDrawn, ...input } = readShipment(body, more.now);
  const shipmentCharges = chargesOf(input.product, input.from, input.to, input.boxes);
  const one = desk.open(input);
  const isSplit = at(body, 'outputImageProperties', 'splitDocumentsByPages') === true;
  const pages = isSplit ? one.pieces.length : 1;
  const labels = await Promise.all(Array.from({ length: pages }, (_, index) => drawLabel(one, index)));
  const file = (typeCode: string, data: Buffer) => ({ imageFormat: 'PDF', content: data.toString('base64'), typeCode });
  return {
    shipmentTrackingNumber: one.awb,
    trackingUrl: `https://express.api.dhl.com/mydhlapi/shipments/${one.awb}/tracking`,
    packages: one.pieces.map(({ number: trackingNumber }, index) => ({ referenceNumber: index + 1, trackingNumber })),
    documents: [
      ...labels.map((data) => file('label', more.cut(data))),
      ...(one.hasWaybill ? [file('waybillDoc', await drawLabel(one, 0))] : []),
      ...(isPaperDrawn && one.lines.length > 0 ? [file('invoice', await drawInvoice(one))] : []),
    ],
    ...(at(body, 'getRateEstimates') === true ? { shipmentCharges } : {}),
  };
}
