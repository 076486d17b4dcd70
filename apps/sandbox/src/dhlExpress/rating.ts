import { at, list, text } from '../http/types.ts';
import { checkBody } from './bodies.ts';
import { bad } from './problems.ts';
import { type Box, centsOf, isDutiable, productsBetween, provided, volumetric } from './tariff.ts';

export const ACCOUNT = '123456789';

const money = (cents: number): number => cents / 100;

export function checkAccounts(body: unknown): void {
  for (const one of list(at(body, 'accounts')))
    if (text(at(one, 'number')) !== ACCOUNT)
      throw bad('The account number is not found or invalid. Please check the account number and retry.');
}

/** A moment as DHL wants it, and not one that is over. */
export function checkMoment(value: unknown, now: number): number {
  const found = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}) GMT([+-]\d{2}:\d{2})$/.exec(text(value));
  const planned = found ? Date.parse(`${found[1]}${found[2]}`) : Number.NaN;
  if (Number.isNaN(planned))
    throw bad("998: ShipTimeStamp is not well formatted.(Expected Sample Format : '2010-02-11T17:10:09 GMT+01:00')");
  if (planned < now - 60_000) throw bad('997: The requested shipment date is in the past');
  if (planned > now + 10 * 86_400_000) throw bad('997: The requested shipment date is more than 10 days ahead');
  return planned;
}

export function boxesIn(packages: unknown): Box[] {
  return list(packages).map((one) => ({
    kg: Number(at(one, 'weight')),
    cm: [
      Number(at(one, 'dimensions', 'length')),
      Number(at(one, 'dimensions', 'width')),
      Number(at(one, 'dimensions', 'height')),
    ],
  }));
}

export function checkDutiable(from: string, to: string, said: unknown): void {
  if (isDutiable(from, to) !== said)
    throw bad(`1001: isCustomsDeclarable must be ${isDutiable(from, to)} between ${from} and ${to}`);
}

export function chargesOf(code: string, from: string, to: string, boxes: readonly Box[]) {
  const product = productsBetween(from, to).find((one) => one.code === code);
  if (!product)
    throw bad(
      '7008: The requested product is not available between this origin and destination. Please validate via /rates.',
    );
  const { freight, fuel, total } = centsOf(product, to, boxes);
  return [
    {
      currencyType: 'BILLC',
      priceCurrency: 'USD',
      price: money(total),
      serviceBreakdown: [
        { name: product.name, price: money(freight) },
        { name: 'FUEL SURCHARGE', price: money(fuel), typeCode: 'FF' },
      ],
    },
  ];
}

export function ratesFor(body: unknown, now: number): object {
  checkBody('rate', body);
  checkAccounts(body);
  const planned = checkMoment(at(body, 'plannedShippingDateAndTime'), now);
  const from = text(at(body, 'customerDetails', 'shipperDetails', 'countryCode'));
  const to = text(at(body, 'customerDetails', 'receiverDetails', 'countryCode'));
  const sold = productsBetween(from, to);
  if (sold.length === 0) throw bad('996: The requested product(s) not available based on your search criteria.');
  checkDutiable(from, to, at(body, 'isCustomsDeclarable'));
  const boxes = boxesIn(at(body, 'packages'));
  const products = sold.map((product) => {
    const { freight, fuel, total } = centsOf(product, to, boxes);
    const arrives = new Date(planned + product.days * 86_400_000).toISOString().slice(0, 10);
    const both = (cents: number) => [
      { currencyType: 'BASEC', priceCurrency: 'EUR', price: money(Math.round(cents * 0.9)) },
      { currencyType: 'BILLC', priceCurrency: 'USD', price: money(cents) },
    ];
    return {
      productName: product.name,
      productCode: product.code,
      localProductCode: product.code,
      localProductCountryCode: from,
      networkTypeCode: 'TD',
      isCustomerAgreement: false,
      weight: { volumetric: volumetric(boxes), provided: provided(boxes), unitOfMeasurement: 'metric' },
      totalPrice: both(total),
      totalPriceBreakdown: [
        { currencyType: 'BILLC', priceCurrency: 'USD', priceBreakdown: [{ typeCode: 'SPRQT', price: money(freight) }] },
      ],
      detailedPriceBreakdown: [
        {
          currencyType: 'BILLC',
          priceCurrency: 'USD',
          breakdown: [
            { name: product.name, price: money(freight) },
            {
              name: 'FUEL SURCHARGE',
              serviceCode: 'FF',
              localServiceCode: 'FF',
              serviceTypeCode: 'SCH',
              price: money(fuel),
            },
          ],
        },
      ],
      deliveryCapabilities: {
        deliveryTypeCode: 'QDDC',
        estimatedDeliveryDateAndTime: `${arrives}T18:00:00`,
        totalTransitDays: product.days,
      },
      pricingDate: new Date(now).toISOString().slice(0, 10),
    };
  });
  // Named and not priced: not in the contract of this account.
  const unpriced = { productName: 'JETLINE', productCode: '4', weight: {}, totalPrice: [{ price: 0 }] };
  return { products: [...products, unpriced] };
}
