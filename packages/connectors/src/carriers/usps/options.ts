import type { z } from 'zod';
import { exact } from '../../json.ts';
import { isZero, least, sum } from '../../money.ts';
import { malformed, reasonOf } from '../../read.ts';
import type { CarrierAccess, Parcel, RateQuote } from '../../types.ts';
import type { LandedCost } from '../connector.ts';
import { CARRIER, type UspsClient } from './client.ts';
import { dayAt, extrasOf, measuresOf, poundsOf, type Rated, tariffOf, type Way, wayOf } from './parcels.ts';
import { wrong, zipOf } from './parties.ts';
import { serviceName } from './services.ts';
import { CURRENCY, optionsAnswer, rateOption } from './shapes.ts';

/** Boxes and envelopes of USPS's own, and soft packs: we pack in boxes of the seller's. */
const OF_USPS = new Set('E4 E6 E7 FA FB FE FP FS LF LL LS PL PM SB P5 P6 P7 P8 P9 Q6 Q7 Q8 Q9 Q0'.split(' '));
const GRAMS_PER_POUND = 453.59237;

type Option = Rated & { amount: string; option: z.output<typeof rateOption> };

function pricingOf({ keys, accountNumber }: CarrierAccess) {
  if (keys.priceType !== 'CONTRACT') return { priceType: 'COMMERCIAL' };
  const { accountType = 'EPS', crid = '' } = keys;
  return { priceType: 'CONTRACT', paymentAccount: { accountType: accountType || 'EPS', accountNumber, CRID: crid } };
}

const CLASSES: Readonly<Record<Way, string>> = {
  domestic: 'ALL_OUTBOUND',
  return: 'ALL_RETURNS',
  international: 'ALL',
};

function questionOf(access: CarrierAccess, parcel: Parcel, day: string) {
  const way = wayOf(parcel);
  const packageDescription = {
    ...measuresOf(parcel),
    mailClass: CLASSES[way],
    extraServices: extrasOf(parcel, way),
    mailingDate: day,
  };
  const from = { pricingOptions: [pricingOf(access)], originZIPCode: zipOf(parcel.from).ZIPCode, packageDescription };
  if (way !== 'international')
    return { ...from, destinationZIPCode: zipOf(parcel.to).ZIPCode, destinationEntryFacilityType: 'NONE' };
  const { country, postalCode } = parcel.to;
  return { ...from, destinationCountryCode: country, ...(postalCode ? { foreignPostalCode: postalCode } : {}) };
}

/** "2 Days", "1-day": how many. */
function daysOf(name: string): number | undefined {
  const found = /^(\d{1,2})\b/.exec(name)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The greater of weight and volume weight; both are told in pounds, whatever the description says of ounces. */
function billedGrams({ rates: [rate] }: Option['option']): number | undefined {
  const pounds = Math.max(Number(rate?.weight ?? 0), Number(rate?.dimWeight ?? rate?.dimensionalWeight ?? 0));
  return pounds > 0 && Number.isFinite(pounds) ? Math.round(pounds * GRAMS_PER_POUND) : undefined;
}

function quoteOf({ mailClass, amount, option }: Option): RateQuote {
  const [rate] = option.rates;
  const days = daysOf(option.commitment.name);
  const grams = billedGrams(option);
  const parts = [...(rate?.fees ?? []), ...(option.totalPrice === undefined ? [] : option.extraServices)];
  return {
    serviceCode: mailClass,
    serviceName: serviceName(mailClass) ?? mailClass,
    amount,
    listAmount: amount,
    currency: CURRENCY,
    ...(grams === undefined ? {} : { billingWeightGrams: grams }),
    ...(days === undefined ? {} : { transitDays: days }),
    surcharges: parts
      .filter(({ price }) => !isZero(price))
      .map(({ name, SKU, price }) => ({ code: name ?? SKU ?? '', amount: price })),
  };
}

function readOption(mailClass: string, row: unknown): Option | string | undefined {
  const read = rateOption.safeParse(row);
  if (!read.success) return reasonOf(read.error);
  const [rate] = read.data.rates;
  const { rateIndicator = '', processingCategory = '', destinationEntryFacilityType: entry = '' } = rate ?? {};
  const fits = rateIndicator && !OF_USPS.has(rateIndicator) && (entry === '' || entry === 'NONE');
  if (!fits || !serviceName(mailClass)) return undefined;
  const amount = read.data.totalPrice ?? read.data.totalBasePrice;
  return {
    mailClass,
    rateIndicator,
    processingCategory: processingCategory || 'MACHINABLE',
    amount,
    option: read.data,
  };
}

/** Of each class the cheapest way to send the box. One that cannot be read must not hide the others. */
function readOptions(answer: z.output<typeof optionsAnswer>): Option[] {
  const rows = answer.pricingOptions.flatMap(({ shippingOptions }) =>
    shippingOptions.flatMap(({ mailClass, rateOptions }) => rateOptions.map((row) => readOption(mailClass, row))),
  );
  const read = rows.filter((row) => typeof row === 'object');
  const bad = rows.find((row) => typeof row === 'string');
  if (read.length === 0 && bad !== undefined) throw malformed(CARRIER, `rates: ${bad}`, JSON.stringify(answer));
  return [...Map.groupBy(read, (one) => one.mailClass).values()].flatMap((same) =>
    same.reduce((best, one) =>
      least(best.amount, one.amount) === one.amount && one.amount !== best.amount ? one : best,
    ),
  );
}

export function createOptions({ call, now }: UspsClient) {
  async function ask(access: CarrierAccess, json: object): Promise<z.output<typeof optionsAnswer>> {
    const path = '/shipments/v3/options/search';
    return call(access, { method: 'POST', path, json, effect: 'read', shape: optionsAnswer });
  }
  const optionsOn = async (access: CarrierAccess, parcel: Parcel, day: string): Promise<Option[]> =>
    readOptions(await ask(access, questionOf(access, parcel, day)));
  const today = (parcel: Parcel): string => dayAt(parcel.from, now());

  return {
    today,

    async rates(access: CarrierAccess, parcel: Parcel): Promise<RateQuote[]> {
      return (await optionsOn(access, parcel, today(parcel))).map(quoteOf);
    },

    /** In what words a label of this class is bought, at the price that was quoted. */
    async ratedBy(access: CarrierAccess, parcel: Parcel, mailClass: string): Promise<Option> {
      const found = (await optionsOn(access, parcel, today(parcel))).find((one) => one.mailClass === mailClass);
      return found ?? wrong('SERVICE', `USPS does not send this parcel by ${mailClass}`);
    },

    async timeInTransit(access: CarrierAccess, parcel: Parcel, day: string) {
      return (await optionsOn(access, parcel, day)).flatMap(({ mailClass: serviceCode, option: { commitment } }) => {
        const days = daysOf(commitment.name);
        const arrivesOn = commitment.expectedDeliveryDate ?? commitment.scheduleDeliveryDate;
        return days === undefined ? [] : [{ serviceCode, days, ...(arrivesOn ? { arrivesOn } : {}) }];
      });
    },

    async landedCost(access: CarrierAccess, parcel: Parcel): Promise<LandedCost> {
      if (wayOf(parcel) !== 'international') wrong('CUSTOMS', 'nothing is due inside of the United States');
      const { state = '', city } = parcel.to;
      const items = parcel.items.map((item, index) => ({
        itemId: String(index + 1).padStart(3, '0'),
        itemValue: exact(item.unitValueUsd),
        itemQuantity: item.quantity,
        ...(item.weightGrams > 0 ? { itemWeight: exact(poundsOf(item.weightGrams)) } : {}),
        ...(item.originCountry ? { countryOfOrigin: item.originCountry } : {}),
        ...(tariffOf(item).length >= 6 ? { HSTariffNumber: tariffOf(item) } : {}),
      }));
      const where = { destinationCity: city, ...(/^\w{2}$/.test(state) ? { destinationState: state } : {}) };
      const question = { ...questionOf(access, parcel, today(parcel)), requestDutiesTaxesFees: true, ...where, items };
      const quote = readOptions(await ask(access, question)).find((one) => one.option.dutiesTaxesFeesQuote);
      const { packageFee: fees, itemQuotes } =
        quote?.option.dutiesTaxesFeesQuote ?? wrong('CUSTOMS', `USPS quotes no duties for ${parcel.to.country}`);
      const lines = parcel.items.map((item, index) => {
        const due = itemQuotes.find(({ itemId }) => itemId === items[index]?.itemId);
        return { sku: item.sku, hsCode: item.hsCode ?? '', duty: due?.dutyPrice ?? '0', vat: due?.taxPrice ?? '0' };
      });
      const total = (name: 'duty' | 'vat') => sum(lines.map((line) => line[name]));
      return { currency: CURRENCY, duty: total('duty'), vat: total('vat'), fees, lines };
    },
  };
}

export type Options = ReturnType<typeof createOptions>;
