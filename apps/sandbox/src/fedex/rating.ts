import { at, list, text } from '../http/types.ts';
import { Refused } from './gate.ts';
import { checkAccount, oneOf, readBoxes, readPlace } from './input.ts';
import { priceOf, SERVICES, servicesFor } from './tariff.ts';

const WORDS = ['ZERO', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'SEVEN', 'EIGHT'];
const PICKUPS = ['CONTACT_FEDEX_TO_SCHEDULE', 'DROPOFF_AT_FEDEX_LOCATION', 'USE_SCHEDULED_PICKUP'];
export const checkPickupType = (value: unknown) => oneOf(value, PICKUPS, 'PICKUPTYPE.INVALID');

/** FedEx carries on weekdays. */
function arrival(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  for (let left = days; left > 0; ) {
    date.setUTCDate(date.getUTCDate() + 1);
    if (date.getUTCDay() % 6 !== 0) left--;
  }
  return `${date.toISOString().slice(0, 10)}T20:00:00`;
}

/** Quotes for every service of the lane. Source: rate-api of FedEx. */
export function rate(body: unknown, today: string): object {
  checkAccount(at(body, 'accountNumber', 'value'));
  const shipment = at(body, 'requestedShipment');
  const from = readPlace(at(shipment, 'shipper', 'address'), 'SHIPPER');
  const to = readPlace(at(shipment, 'recipient', 'address'), 'RECIPIENT');
  checkPickupType(at(shipment, 'pickupType'));
  const boxes = readBoxes(at(shipment, 'requestedPackageLineItems'), 40);
  if (from.country !== to.country && list(at(shipment, 'customsClearanceDetail', 'commodities')).length === 0)
    throw new Refused('COMMODITIES.REQUIRED', 'Commodities are required.');
  const lbs = boxes.map(({ billingLbs }) => billingLbs);
  const day = text(at(shipment, 'shipDateStamp')) || today;
  const kinds = list(at(shipment, 'rateRequestType')).map(text);
  const timed = at(body, 'rateRequestControlParameters', 'returnTransitTimes') === true;
  const sold = servicesFor(from, to);
  if (sold.length === 0) throw new Refused('SERVICE.NOTALLOWED', 'No service between these places.');
  const priced = (code: string, rateType: 'ACCOUNT' | 'LIST') => {
    const price = priceOf(code, from, to, lbs, rateType);
    return {
      rateType,
      ratedWeightMethod: 'ACTUAL',
      totalDiscounts: 0,
      totalBaseCharge: price.baseCents / 100,
      totalNetCharge: price.totalCents / 100,
      totalNetFedExCharge: price.totalCents / 100,
      shipmentRateDetail: {
        rateZone: String(price.zone),
        dimDivisor: 139,
        fuelSurchargePercent: 14.75,
        totalSurcharges: price.surcharges.reduce((sum, one) => sum + one.cents, 0) / 100,
        surCharges: price.surcharges.map(({ type, description, cents }) => ({
          ...{ type, description, level: 'SHIPMENT' },
          amount: cents / 100,
        })),
        totalBillingWeight: { units: 'LB', value: lbs.reduce((sum, one) => sum + one, 0) },
        currency: 'USD',
      },
      currency: 'USD',
    };
  };
  return {
    rateReplyDetails: sold.map((code) => {
      const { days } = priceOf(code, from, to, lbs, 'ACCOUNT');
      return {
        serviceType: code,
        serviceName: SERVICES[code]?.name,
        packagingType: 'YOUR_PACKAGING',
        // The account's price comes unasked.
        ratedShipmentDetails: [priced(code, 'ACCOUNT'), ...(kinds.includes('LIST') ? [priced(code, 'LIST')] : [])],
        ...(timed
          ? {
              operationalDetail: { transitTime: `${WORDS[days]}_DAY${days === 1 ? '' : 'S'}` },
              commit: { dateDetail: { dayFormat: arrival(day, days) } },
            }
          : {}),
        signatureOptionType: 'SERVICE_DEFAULT',
      };
    }),
    quoteDate: today,
    encoded: false,
  };
}
