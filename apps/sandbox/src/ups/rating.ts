import type { FastifyReply, FastifyRequest } from 'fastify';
import { param, query, rawBody } from '../http/app.ts';
import { at, parseJson, text } from '../http/types.ts';
import { dollars } from '../world/orders.ts';
import { badRequest } from './errors.ts';
import { UPS_APP } from './oauth.ts';
import { readPackages, readParty } from './shipmentInput.ts';
import { type Price, priceOf, SERVICES, servicesFor } from './tariff.ts';

const VERSIONS = ['v1', 'v1601', 'v1607', 'v1701', 'v1707', 'v1801', 'v1807', 'v2108', 'v2205', 'v2403', 'v2409'];
const OPTIONS = ['rate', 'shop', 'ratetimeintransit', 'shoptimeintransit'];
const POUNDS = { Code: 'LBS', Description: 'Pounds' };
export const usd = (cents: number) => ({ CurrencyCode: 'USD', MonetaryValue: dollars(cents) });

export function checkVersion(version: string): { lists: boolean } {
  if (!VERSIONS.includes(version)) throw badRequest('10404', `Invalid version: ${version}`);
  return { lists: version >= 'v2403' && version.length > 2 };
}

/** Since v2403 lists stay lists; before, a single element came without its list. Source: notes in Rating and Shipping.yaml. */
export function listOrOne<T>(items: T[], lists: boolean): T | T[] {
  return !lists && items.length === 1 ? items[0]! : items;
}

/** Rate and Shop. Source: Rating.yaml. */
export function rate(request: FastifyRequest, reply: FastifyReply, now: number): FastifyReply {
  const { lists } = checkVersion(param(request, 'version'));
  const option = param(request, 'option').toLowerCase();
  if (!OPTIONS.includes(option)) throw badRequest('10404', `Invalid request option: ${option}`);
  const body = parseJson(rawBody(request));
  const shipment = at(body, 'RateRequest', 'Shipment');
  if (!shipment) throw badRequest('9801', 'Missing RateRequest.Shipment.');
  const shipper = readParty(shipment, 'Shipper', false);
  const from = at(shipment, 'ShipFrom') ? readParty(shipment, 'ShipFrom', false) : shipper;
  const to = readParty(shipment, 'ShipTo', false);
  const packages = readPackages(shipment);
  const lane = servicesFor(from.place, to.place);
  let services = lane;
  if (option.startsWith('rate')) {
    const code = text(at(shipment, 'Service', 'Code'));
    if (!(code in SERVICES)) throw badRequest('111100', 'The requested service is invalid from the selected origin.');
    if (!lane.includes(code))
      throw badRequest('111210', 'The requested service is unavailable between the selected locations.');
    services = [code];
  }
  if (services.length === 0)
    throw badRequest('111217', 'The requested service is unavailable between the selected locations.');
  const negotiated =
    text(at(shipment, 'Shipper', 'ShipperNumber')) === UPS_APP.account &&
    at(shipment, 'ShipmentRatingOptions', 'NegotiatedRatesIndicator') !== undefined;
  const isTimed = option.endsWith('timeintransit') || query(request).additionalinfo === 'timeintransit';
  const delivery = at(shipment, 'DeliveryTimeInformation');
  const pickup = text(at(delivery, 'Pickup', 'Date')) || dateOf(now);
  const rated = services
    .map((code) => priceOf(code, from.place, to.place, packages))
    .toSorted((a, b) => a.totalCents - b.totalCents)
    .map((price) => viewRated(price, negotiated, isTimed && delivery ? pickup : undefined, packages, lists));
  return reply.send({
    RateResponse: {
      Response: {
        ResponseStatus: { Code: '1', Description: 'Success' },
        Alert: listOrOne(
          [{ Code: '110971', Description: 'Your invoice may vary from the displayed reference rates' }],
          lists,
        ),
        TransactionReference: {
          CustomerContext: text(at(body, 'RateRequest', 'Request', 'TransactionReference', 'CustomerContext')),
        },
      },
      RatedShipment: listOrOne(rated, lists),
    },
  });
}

function charges(fuelCents: number, residentialCents: number) {
  return [
    { Code: '375', ...usd(fuelCents) },
    ...(residentialCents > 0 ? [{ Code: '270', ...usd(residentialCents) }] : []),
  ];
}

function viewRated(
  price: Price,
  negotiated: boolean,
  pickup: string | undefined,
  packages: { billingLbs: number }[],
  lists: boolean,
) {
  return {
    Service: { Code: price.service, Description: '' },
    Zone: price.zone,
    BillingWeight: { UnitOfMeasurement: POUNDS, Weight: price.billingLbs.toFixed(1) },
    TransportationCharges: usd(price.baseCents + price.fuelCents + price.residentialCents),
    BaseServiceCharge: usd(price.baseCents),
    ItemizedCharges: charges(price.fuelCents, price.residentialCents),
    ServiceOptionsCharges: usd(0),
    TotalCharges: usd(price.totalCents),
    ...(negotiated && {
      NegotiatedRateCharges: {
        ItemizedCharges: charges(price.negotiated.fuelCents, price.negotiated.residentialCents),
        TotalCharge: usd(price.negotiated.totalCents),
      },
    }),
    RatedPackage: listOrOne(
      packages.map((parcel) => ({
        BillingWeight: { UnitOfMeasurement: POUNDS, Weight: parcel.billingLbs.toFixed(1) },
      })),
      lists,
    ),
    GuaranteedDelivery: price.service === '03' ? undefined : { BusinessDaysInTransit: String(price.businessDays) },
    ...(pickup && { TimeInTransit: timeInTransit(price, pickup) }),
  };
}

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Only asked for with DeliveryTimeInformation. UPS carries on weekdays. */
function timeInTransit(price: Price, pickup: string) {
  const arrival = new Date(`${pickup.slice(0, 4)}-${pickup.slice(4, 6)}-${pickup.slice(6, 8)}T00:00:00Z`);
  for (let left = price.businessDays; left > 0; ) {
    arrival.setUTCDate(arrival.getUTCDate() + 1);
    if (arrival.getUTCDay() % 6 !== 0) left--;
  }
  return {
    PickupDate: pickup,
    PackageBillType: '03',
    ServiceSummary: {
      Service: { Description: SERVICES[price.service] },
      EstimatedArrival: {
        Arrival: { Date: dateOf(arrival.getTime()), Time: '230000' },
        BusinessDaysInTransit: String(price.businessDays),
        Pickup: { Date: pickup, Time: '170000' },
        DayOfWeek: DAYS[arrival.getUTCDay()],
        CustomerCenterCutoff: '140000',
        TotalTransitDays: String(price.businessDays),
      },
    },
  };
}
