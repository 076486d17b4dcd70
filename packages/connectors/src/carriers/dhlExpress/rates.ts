import { exact } from '../../json.ts';
import { sum } from '../../money.ts';
import { malformed, reasonOf } from '../../read.ts';
import { type CarrierAccess, ConnectorError, type Parcel, type RateQuote } from '../../types.ts';
import { isNotFound } from '../../wms/convert.ts';
import { CARRIER, type ExpressClient } from './client.ts';
import { nameOf } from './services.ts';
import { type Product, product, ratesAnswer } from './shapes.ts';
import { accountsOf, boxesOf, customsValueOf, isAbroad, packageOf, placeOf, plannedAt } from './shipments.ts';

export function rateRequest(access: CarrierAccess, parcel: Parcel, at: number) {
  const abroad = isAbroad(parcel);
  return {
    customerDetails: { shipperDetails: placeOf(parcel.from), receiverDetails: placeOf(parcel.to) },
    accounts: accountsOf(access, { ...(parcel.isReturn ? { isReturn: true } : {}) }),
    plannedShippingDateAndTime: plannedAt(at),
    unitOfMeasurement: 'metric',
    isCustomsDeclarable: abroad,
    ...(abroad
      ? { monetaryAmount: [{ typeCode: 'declaredValue', value: exact(customsValueOf(parcel)), currency: 'USD' }] }
      : {}),
    // On a day without pickups the next one counts.
    nextBusinessDay: true,
    packages: boxesOf(parcel).map(packageOf),
  };
}

/** Of the prices said in several currencies, the one that is billed. */
export const billed = <T extends { currencyType: string }>(all: readonly T[]): T | undefined =>
  all.find(({ currencyType }) => currencyType === 'BILLC') ?? all[0];

function quoteOf(one: Product): RateQuote | undefined {
  const total = billed(one.totalPrice);
  // DHL names products that it does not price for the account.
  if (!total || Number(total.price) <= 0) return undefined;
  const parts = one.detailedPriceBreakdown.find(({ currencyType }) => currencyType === total.currencyType);
  const billing = Math.max(one.weight?.provided ?? 0, one.weight?.volumetric ?? 0);
  const days = one.deliveryCapabilities?.totalTransitDays;
  return {
    serviceCode: one.productCode,
    serviceName: one.productName ?? nameOf(one.productCode),
    amount: total.price,
    listAmount: total.price,
    currency: total.priceCurrency,
    ...(billing > 0 ? { billingWeightGrams: billing } : {}),
    ...(days === undefined ? {} : { transitDays: days }),
    surcharges: (parts?.breakdown ?? []).flatMap(({ serviceCode: code, price }) =>
      code && price !== undefined ? [{ code, amount: price }] : [],
    ),
  };
}

/** One product that cannot be read must not hide the others. */
function readProducts(rows: readonly unknown[]): Product[] {
  const products: Product[] = [];
  let bad: string | undefined;
  for (const row of rows) {
    const read = product.safeParse(row);
    if (read.success) products.push(read.data);
    else bad ??= reasonOf(read.error);
  }
  if (products.length === 0 && bad) throw malformed(CARRIER, `rates: ${bad}`, JSON.stringify(rows));
  return products;
}

/** "996: The requested product(s) not available ...": nothing goes from there to there. */
const isUnsold = (error: unknown): boolean =>
  isNotFound(error) || (error instanceof ConnectorError && error.kind === 'rejected' && error.code === '996');

export function createRates({ call, now }: ExpressClient) {
  async function products(access: CarrierAccess, parcel: Parcel, at: number): Promise<Product[]> {
    try {
      const json = rateRequest(access, parcel, at);
      const path = '/rates';
      return readProducts(
        (await call(access, { method: 'POST', path, json, effect: 'read', shape: ratesAnswer })).products,
      );
    } catch (error) {
      if (isUnsold(error)) return [];
      throw error;
    }
  }

  return {
    async rates(access: CarrierAccess, parcel: Parcel): Promise<RateQuote[]> {
      const found = await products(access, parcel, now() + 3_600_000);
      return found.flatMap((one) => quoteOf(one) ?? []);
    },

    async timeInTransit(access: CarrierAccess, parcel: Parcel, day: string) {
      // DHL refuses a moment that has passed: of today it may only be one to come.
      const found = await products(access, parcel, Math.max(Date.parse(`${day}T12:00:00Z`), now() + 3_600_000));
      return found.flatMap(({ productCode: serviceCode, deliveryCapabilities }) => {
        const days = deliveryCapabilities?.totalTransitDays;
        const arrivesOn = deliveryCapabilities?.estimatedDeliveryDateAndTime?.slice(0, 10);
        return days === undefined ? [] : [{ serviceCode, days, ...(arrivesOn ? { arrivesOn } : {}) }];
      });
    },
  };
}

export const total = (amounts: readonly string[]): string => sum(['0.00', ...amounts]);
