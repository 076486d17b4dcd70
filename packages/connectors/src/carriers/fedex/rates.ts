import { isZero } from '../../money.ts';
import { malformed, reasonOf } from '../../read.ts';
import type { CarrierAccess, Parcel, RateQuote } from '../../types.ts';
import { smallBatteries } from '../lithium.ts';
import { CARRIER, type FedexClient } from './client.ts';
import { batteriesOf, goodsDetail, isAbroad } from './customs.ts';
import { gramsOf, piecesOf, sidesOf, weightOf } from './measures.ts';
import { placeOf } from './parties.ts';
import { isGround, serviceName } from './services.ts';
import { type RatedService, rateAnswer, ratedService } from './shapes.ts';
import { checkBoxes, dayAt } from './shipments.ts';

const RETURN = {
  shipmentSpecialServices: {
    specialServiceTypes: ['RETURN_SHIPMENT'],
    returnShipmentDetail: { returnType: 'PRINT_RETURN_LABEL' },
  },
};

const flies = ({ items }: Parcel): boolean => smallBatteries(items).problem === undefined;

export function rateRequest(access: CarrierAccess, parcel: Parcel, day: string) {
  checkBoxes(parcel);
  const { country } = parcel.from;
  return {
    accountNumber: { value: access.accountNumber },
    rateRequestControlParameters: { returnTransitTimes: true },
    requestedShipment: {
      shipper: { address: placeOf(parcel.from) },
      recipient: { address: placeOf(parcel.to) },
      pickupType: 'USE_SCHEDULED_PICKUP',
      packagingType: 'YOUR_PACKAGING',
      rateRequestType: ['ACCOUNT', 'LIST'],
      shipDateStamp: day,
      ...(parcel.isReturn ? RETURN : {}),
      ...(isAbroad(parcel) ? goodsDetail(parcel) : {}),
      requestedPackageLineItems: piecesOf(parcel).map((piece) => ({
        groupPackageCount: 1,
        weight: weightOf(piece.weightGrams, country),
        ...sidesOf(piece, country),
        // Ground is quoted in the same answer, and takes batteries without a word.
        ...(flies(parcel) ? batteriesOf(parcel) : {}),
      })),
    },
  };
}

const DAYS = (
  'ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN SEVENTEEN ' +
  'EIGHTEEN NINETEEN TWENTY'
).split(' ');

/** "TWO_DAYS", "ONE_DAY"; undefined for SMARTPOST_TRANSIT_DAYS and UNKNOWN. */
export function daysOf(words: string | undefined): number | undefined {
  const found = /^([A-Z]+)_DAYS?$/.exec(words ?? '')?.[1];
  const index = found === undefined ? -1 : DAYS.indexOf(found);
  return index < 0 ? undefined : index + 1;
}

function transitOf({ operationalDetail, commit }: RatedService): number | undefined {
  const { transitDays, daysInTransit } = commit ?? {};
  const words = [
    ...[operationalDetail?.transitTime, transitDays?.maximumTransitTime, transitDays?.minimumTransitTime],
    daysInTransit,
  ];
  return words.map(daysOf).find((days) => days !== undefined);
}

const arrivalOf = ({ commit }: RatedService): string | undefined =>
  /^\d{4}-\d{2}-\d{2}/.exec(commit?.dateDetail?.dayFormat ?? '')?.[0];

/** Price of the account, and the list's beside it. The same prices may come once more in another currency. */
function quoteOf(rated: RatedService): RateQuote {
  const prices = rated.ratedShipmentDetails;
  const paid = prices.find((one) => one.rateType === 'ACCOUNT') ?? prices[0];
  if (!paid) throw malformed(CARRIER, 'a service without a price', undefined);
  const currencyOf = (one: typeof paid) => one.currency ?? one.shipmentRateDetail?.currency ?? 'USD';
  const list = prices.find((one) => one.rateType === 'LIST' && currencyOf(one) === currencyOf(paid)) ?? paid;
  const { totalBillingWeight, surCharges = [] } = paid.shipmentRateDetail ?? {};
  const billed = totalBillingWeight ? gramsOf(totalBillingWeight) : undefined;
  const days = transitOf(rated);
  const arrivesOn = arrivalOf(rated);
  return {
    serviceCode: rated.serviceType,
    serviceName: rated.serviceName?.replace(/[®™]/g, '') ?? serviceName(rated.serviceType),
    amount: paid.totalNetCharge,
    listAmount: list.totalNetCharge,
    currency: currencyOf(paid),
    ...(billed === undefined ? {} : { billingWeightGrams: billed }),
    ...(days === undefined ? {} : { transitDays: days }),
    ...(arrivesOn === undefined ? {} : { arrivesOn }),
    surcharges: surCharges.filter((one) => !isZero(one.amount)).map(({ type, amount }) => ({ code: type, amount })),
  };
}

export function createRates({ call, now }: FedexClient) {
  async function ask(access: CarrierAccess, parcel: Parcel, day: string): Promise<RatedService[]> {
    const answer = await call(access, {
      method: 'POST',
      path: '/rate/v1/rates/quotes',
      json: rateRequest(access, parcel, day),
      effect: 'read',
      shape: rateAnswer,
    });
    const read = answer.rateReplyDetails.map((one) => ratedService.safeParse(one));
    const rated = read.flatMap((one) => (one.success ? [one.data] : []));
    const bad = read.find((one) => !one.success);
    // One service we cannot read must not hide the others.
    if (rated.length === 0 && bad?.error)
      throw malformed(CARRIER, `rates: ${reasonOf(bad.error)}`, JSON.stringify(answer));
    if (flies(parcel)) return rated;
    const ground = rated.filter((one) => isGround(one.serviceType));
    // Nothing is sold for it: the refusal says why.
    if (ground.length === 0) batteriesOf(parcel);
    return ground;
  }

  return {
    rates: async (access: CarrierAccess, parcel: Parcel): Promise<RateQuote[]> =>
      (await ask(access, parcel, dayAt(parcel.from, now()))).map(quoteOf),

    async timeInTransit(access: CarrierAccess, parcel: Parcel, day: string) {
      return (await ask(access, parcel, day)).flatMap((rated) => {
        const [days, arrivesOn] = [transitOf(rated), arrivalOf(rated)];
        if (days === undefined) return [];
        return [{ serviceCode: rated.serviceType, days, ...(arrivesOn ? { arrivesOn } : {}) }];
      });
    },
  };
}
