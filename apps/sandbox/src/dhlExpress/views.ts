import { at, text } from '../http/types.ts';
import { absent, Problem } from './problems.ts';
import { checkpointView, type Shipment, type Shipments } from './shipments.ts';
import { AREAS } from './tariff.ts';

function partyView(party: unknown, country: string) {
  const field = (name: string) => text(at(party, 'postalAddress', name));
  const area = AREAS[country];
  return {
    name: text(at(party, 'contactInformation', 'companyName')),
    postalAddress: { cityName: field('cityName'), postalCode: field('postalCode'), countryCode: country },
    serviceArea: area ? [{ code: area.code, description: area.city }] : [],
  };
}

function shipmentView(one: Shipment) {
  const events = one.checkpoints.toReversed().map(checkpointView);
  const references = one.reference ? [{ value: one.reference, typeCode: 'CU' }] : [];
  return {
    shipmentTrackingNumber: one.awb,
    status: 'Success',
    shipmentTimestamp: new Date(one.createdAt).toISOString().slice(0, 19),
    productCode: one.product,
    description: 'Merchandise',
    shipperDetails: partyView(one.shipper, one.from),
    receiverDetails: partyView(one.receiver, one.to),
    totalWeight: one.pieces.reduce((sum, { kg }) => sum + kg, 0),
    unitOfMeasurements: 'metric',
    shipperReferences: references,
    events,
    numberOfPieces: one.pieces.length,
    pieces: one.pieces.map(({ number, kg }, index) => ({
      number: index + 1,
      shipmentTrackingNumber: one.awb,
      trackingNumber: number,
      weight: kg,
      events,
    })),
  };
}

function shipmentsFor(desk: Shipments, received: Record<string, string>): Shipment[] {
  const { shipmentTrackingNumber, pieceTrackingNumber, shipmentReference, shipperAccountNumber } = received;
  const numbers = shipmentTrackingNumber ?? pieceTrackingNumber;
  if (numbers) return numbers.split(',').flatMap((number) => desk.find(number) ?? []);
  if (!shipmentReference)
    throw new Problem(400, 'Missing parameters', 'Missing mandatory parameters: shipmentTrackingNumber');
  for (const name of ['shipperAccountNumber', 'dateRangeFrom', 'dateRangeTo'])
    if (!received[name]) throw new Problem(400, 'Missing parameters', `Missing mandatory parameters: ${name}`);
  const [from, to] = [Date.parse(received.dateRangeFrom ?? ''), Date.parse(received.dateRangeTo ?? '') + 86_400_000];
  return desk
    .byReference(shipmentReference, shipperAccountNumber ?? '')
    .filter(({ createdAt }) => createdAt >= from && createdAt < to);
}

export function trackView(desk: Shipments, received: Record<string, string>): object {
  const found = shipmentsFor(desk, received);
  if (found.length === 0) {
    const what = received.shipmentReference ? 'ReferenceID' : 'AWB';
    const number = received.shipmentReference ?? received.shipmentTrackingNumber ?? received.pieceTrackingNumber;
    throw absent('Not data found', `No Shipments Found for ${what} | ${number}`);
  }
  return { shipments: found.map(shipmentView) };
}
