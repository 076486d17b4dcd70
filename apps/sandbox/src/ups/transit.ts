import type { FastifyReply, FastifyRequest } from 'fastify';
import { rawBody } from '../http/app.ts';
import { at, parseJson, text } from '../http/types.ts';
import { badRequest } from './errors.ts';
import { isState, postalCodeFits } from './places.ts';
import { priceOf, SERVICES, servicesFor } from './tariff.ts';

/** This call's own names of services. Source: TimeInTransit.yaml; abroad it publishes only that they are numbers. */
const LEVELS: Record<string, string> = {
  ...{ '14': '1DM', '01': '1DA', '13': '1DP', '59': '2DM', '02': '2DA', '12': '3DS', '03': 'GND' },
  ...{ '07': '01', '08': '05', '11': '03', '54': '21', '65': '28' },
};
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const isoDay = (day: Date): string => day.toISOString().slice(0, 10);

export function timeInTransit(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = parseJson(rawBody(request));
  const said = (name: string) => text(at(body, name));
  const place = (side: 'origin' | 'destination') => {
    const [country, state, zip] = [said(`${side}CountryCode`), said(`${side}StateProvince`), said(`${side}PostalCode`)];
    if (country === 'US' && (!postalCodeFits('US', zip) || (state && !isState(state))))
      throw badRequest('270032', `Invalid ${side} postal code`);
    return { country, state, zip, residential: said('residentialIndicator') === '01' };
  };
  const [from, to] = [place('origin'), place('destination')];
  const shipDate = said('shipDate');
  if (!/^\d{4}-\d\d-\d\d$/.test(shipDate)) throw badRequest('270040', 'Invalid ship date');
  const services = servicesFor(from, to).map((code) =>
    viewService(code, shipDate, priceOf(code, from, to, []).businessDays),
  );
  const names = { US: 'UNITED STATES', CA: 'CANADA', GB: 'UNITED KINGDOM', DE: 'GERMANY' } as Record<string, string>;
  return reply.send({
    emsResponse: {
      shipDate,
      shipTime: '17:00:00',
      serviceLevel: 'A',
      billType: said('billType') || '03',
      residentialIndicator: said('residentialIndicator') || '02',
      destinationCountryName: names[to.country] ?? to.country,
      destinationCountryCode: to.country,
      destinationPostalCode: to.zip,
      originCountryName: names[from.country] ?? from.country,
      originCountryCode: from.country,
      originPostalCode: from.zip,
      guaranteeSuspended: false,
      numberOfServices: services.length,
      services,
    },
  });
}

/** UPS carries on weekdays. */
function viewService(code: string, shipDate: string, businessDays: number) {
  const arrival = new Date(`${shipDate}T00:00:00Z`);
  for (let left = businessDays; left > 0; ) {
    arrival.setUTCDate(arrival.getUTCDate() + 1);
    if (arrival.getUTCDay() % 6 !== 0) left--;
  }
  return {
    serviceLevel: LEVELS[code],
    serviceLevelDescription: SERVICES[code],
    shipDate,
    deliveryDate: isoDay(arrival),
    commitTime: '23:00:00',
    deliveryTime: '23:00:00',
    deliveryDayOfWeek: DAYS[arrival.getUTCDay()],
    nextDayPickupIndicator: '0',
    saturdayPickupIndicator: '0',
    saturdayDeliveryIndicator: '0',
    guaranteeIndicator: code === '03' ? '0' : '1',
    totalTransitDays: Math.round((arrival.getTime() - Date.parse(shipDate)) / 86_400_000),
    businessTransitDays: businessDays,
    restDaysCount: 0,
    holidayCount: 0,
    delayCount: 0,
    pickupDate: shipDate,
    pickupTime: '17:00:00',
    cstccutoffTime: '14:00:00',
  };
}
