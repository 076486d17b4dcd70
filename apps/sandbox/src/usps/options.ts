import { at, list, text } from '../http/types.ts';
import { type Answered, Refused } from './gate.ts';
import { readExtras, readSides } from './input.ts';
import {
  COUNTRIES,
  classesOf,
  dollars,
  feesOf,
  type Kind,
  type MailClass,
  postageOf,
  type Sides,
  volumePounds,
  zoneOf,
} from './tariff.ts';
import { DUTIES_FEE, dutiesOf } from './views.ts';

const DAY_MS = 86_400_000;
const ZIP = /^\d{5}(?:[-\s]\d{4})?$/;

function kindOf(body: unknown, desired: string): Kind {
  if (at(body, 'destinationCountryCode') !== undefined) return 'international';
  return desired.endsWith('RETURN_SERVICE') || desired === 'ALL_RETURNS' ? 'return' : 'domestic';
}

function zipIn(body: unknown, name: string): string {
  const zip = text(at(body, name));
  if (!ZIP.test(zip)) throw new Refused('160243', 'ZIP Code is not valid', name);
  return zip.slice(0, 5);
}

interface Question {
  kind: Kind;
  zone: number;
  sides: Sides;
  extras: number[];
  day: string;
}

function rateOf(
  mailClass: MailClass,
  { zone, sides, kind }: Question,
  more: { indicator: string; name: string; cents: number; entry?: string },
) {
  const { indicator, name, cents, entry = 'NONE' } = more;
  return {
    description: `${mailClass.name} ${name}`,
    startDate: '2026-01-18',
    endDate: '',
    price: dollars(cents),
    zone: String(zone).padStart(2, '0'),
    weight: sides.pounds,
    dimensionalWeight: volumePounds(sides),
    dimWeight: volumePounds(sides),
    fees: feesOf(sides).map(({ name: fee, SKU, cents: price }) => ({ name: fee, SKU, price: dollars(price) })),
    priceType: kind === 'international' ? 'COMMERCIAL_BASE' : 'COMMERCIAL',
    mailClass: mailClass.code,
    productName: '',
    productDefinition: '',
    processingCategory: sides.length > 22 ? 'NONSTANDARD' : 'MACHINABLE',
    rateIndicator: indicator,
    destinationEntryFacilityType: entry,
    SKU: 'DUXP0XXXXC01010',
  };
}

const EXTRA_CENTS: Readonly<Record<number, number>> = { 370: 495, 921: 405, 930: 270 };

/** Every way to send it by one class: in boxes of one's own, in USPS's at a flat rate, entered beyond the post office. */
function waysOf(mailClass: MailClass, desired: Question) {
  const { kind, zone, sides, extras, day } = desired;
  const own = postageOf(mailClass, zone, sides);
  const rates = [
    rateOf(mailClass, desired, { indicator: mailClass.indicator, name: 'Machinable Single-piece', cents: own }),
    ...mailClass.flat.map(([indicator, name, cents]) => rateOf(mailClass, desired, { indicator, name, cents })),
    ...(kind === 'international'
      ? [
          rateOf(mailClass, desired, {
            indicator: 'SP',
            name: 'ISC Single-piece',
            cents: own - 100,
            entry: 'INTERNATIONAL_SERVICE_CENTER',
          }),
        ]
      : []),
  ];
  const arrives = new Date(Date.parse(`${day}T12:00:00Z`) + mailClass.days * DAY_MS).toISOString().slice(0, 10);
  const commitment =
    kind === 'domestic'
      ? {
          commitment: {
            name: `${mailClass.days} Day${mailClass.days === 1 ? '' : 's'}`,
            scheduleDeliveryDate: arrives,
            expectedDeliveryDate: arrives,
            guaranteedDelivery: false,
            isPriorityMailNextDay: false,
          },
        }
      : {};
  const services = extras.map((code) => ({
    name: `Service ${code}`,
    price: dollars(EXTRA_CENTS[code] ?? 0),
    extraService: String(code),
    priceType: 'COMMERCIAL',
    warnings: [],
    SKU: 'NA',
  }));
  return rates.map((rate) => {
    const base = rate.price + rate.fees.reduce((sum, fee) => sum + fee.price, 0);
    const total = services.reduce((sum, one) => sum + one.price, base);
    const prices = {
      totalBasePrice: dollars(base * 100),
      ...(extras.length > 0 ? { totalPrice: dollars(total * 100) } : {}),
    };
    return { ...commitment, ...prices, rates: [rate], extraServices: services };
  });
}

function dutiesIn(body: unknown, country: string): object {
  if (at(body, 'requestDutiesTaxesFees') !== true) return {};
  const items = list(at(body, 'items'));
  if (items.length === 0) throw new Refused('160370', 'At least one item is required', 'items');
  if ((COUNTRIES[country]?.group ?? 0) === 2) return {};
  const itemQuotes = items.map((item) => {
    const itemId = text(at(item, 'itemId'));
    const value = Number(at(item, 'itemValue')) * Number(at(item, 'itemQuantity'));
    if (!/^\w{1,20}$/.test(itemId) || !(value > 0)) throw new Refused('160371', 'is not valid', 'items.itemId');
    return { ...dutiesOf(country, value), itemId };
  });
  return { dutiesTaxesFeesQuote: { packageFee: DUTIES_FEE, itemQuotes } };
}

/** Prices and service standards of all classes in one answer. */
export function searchOptions(body: unknown): Answered {
  const box = at(body, 'packageDescription');
  const desired = text(at(box, 'mailClass'));
  const kind = kindOf(body, desired);
  const pricing = list(at(body, 'pricingOptions'));
  if (pricing.length === 0) throw new Refused('050034', 'must not be null', 'pricingOptions');
  const origin = zipIn(body, 'originZIPCode');
  const country = text(at(body, 'destinationCountryCode'));
  if (kind === 'international' && !(country in COUNTRIES))
    throw new Refused('030012', 'Destination country is not served', 'destinationCountryCode');
  const destination = kind === 'international' ? '' : zipIn(body, 'destinationZIPCode');
  const zone = kind === 'international' ? (COUNTRIES[country]?.group ?? 0) : zoneOf(origin, destination);
  const day = text(at(box, 'mailingDate')) || new Date().toISOString().slice(0, 10);
  const question = { kind, zone, sides: readSides(box), extras: readExtras(box, kind), day };
  const classes = classesOf(kind).filter(({ code }) => desired.startsWith('ALL') || code === desired);
  if (classes.length === 0)
    throw new Refused('160036', `mail class ${desired} is not supported`, 'packageDescription.mailClass');
  const duties = dutiesIn(body, country);
  const shippingOptions = classes.map((one) => ({
    mailClass: one.code,
    rateOptions: waysOf(one, question).map((way) => ({ ...way, ...duties })),
  }));
  const where =
    kind === 'international'
      ? { destinationCountryCode: country }
      : { destinationZIPCode: text(at(body, 'destinationZIPCode')) };
  const priced = pricing.map((one) => ({
    shippingOptions,
    priceType: text(at(one, 'priceType')) || 'COMMERCIAL',
    ...(at(one, 'paymentAccount') ? { paymentAccount: at(one, 'paymentAccount') } : {}),
  }));
  return { json: { originZIPCode: text(at(body, 'originZIPCode')), ...where, pricingOptions: priced } };
}
