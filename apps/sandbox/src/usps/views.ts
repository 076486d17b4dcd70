import type { Piece } from './desk.ts';
import type { Place } from './input.ts';
import { COUNTRIES, dollars, feesOf, volumePounds } from './tariff.ts';

function addressView(place: Place) {
  const [streetAddress = '', secondaryAddress] = place.lines;
  const named = {
    firm: place.name,
    streetAddress,
    ...(secondaryAddress ? { secondaryAddress } : {}),
    city: place.city,
  };
  if (place.country)
    return { ...named, postalCode: place.zip, country: place.country, countryISOAlpha2Code: place.country };
  return { ...named, state: place.state, ZIPCode: place.zip };
}

const EXTRA_CENTS: Readonly<Record<number, number>> = { 930: 270, 931: 890, 921: 405 };

/** What stands in the data of a label. */
export function metadataOf(one: Piece): object {
  const { kind, sides, mailClass, extras, to } = one;
  const isAbroad = kind === 'international';
  const fees = feesOf(sides).map(({ name, SKU, cents }) => ({ name, SKU, price: dollars(cents) }));
  const more = extras.map((code) => ({
    ...(isAbroad
      ? { serviceID: String(code), serviceName: `Service ${code}`, sku: 'NA' }
      : { name: `Service ${code}`, SKU: 'NA' }),
    price: dollars(EXTRA_CENTS[code] ?? 0),
  }));
  const common = {
    labelAddress: addressView(to),
    postage: dollars(one.cents),
    extraServices: more,
    weightUOM: 'lb',
    fees,
  };
  if (isAbroad)
    return {
      ...common,
      internationalTrackingNumber: one.number,
      constructCode: 'I01',
      SKU: 'IEXX0XXXXB12230',
      internationalPriceGroup: String(one.zone).padStart(2, '0'),
      weight: sides.pounds,
      dimensionalWeight: volumePounds(sides).toFixed(1),
      mailingDate: one.mailingDay,
    };
  return {
    ...common,
    routingInformation: `420${to.zip}`,
    trackingNumber: one.number,
    ...(kind === 'return' ? {} : { constructCode: 'C01' }),
    SKU: 'DUXP0XXXXC01010',
    serviceTypeCode: mailClass.service,
    zone: String(one.zone).padStart(2, '0'),
    weight: sides.pounds,
    dimensionalWeight: volumePounds(sides),
    bannerText: 'USPS TRACKING # USPS Ship',
    retailDistributionCode: '01',
  };
}

/** Duty and VAT of the goods, and a fee, where the country takes any. */
export function dutiesOf(country: string, goodsDollars: number) {
  const { duty = 0, vat = 0 } = COUNTRIES[country] ?? {};
  const cents = goodsDollars * 100;
  return { dutyPrice: dollars(cents * duty), taxPrice: dollars(cents * (1 + duty) * vat) };
}
export const DUTIES_FEE = 4.1;
