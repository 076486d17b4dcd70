import { exact } from '../../json.ts';
import { isZero } from '../../money.ts';
import type { CarrierAccess, Parcel } from '../../types.ts';
import type { LandedCost } from '../connector.ts';
import type { ExpressClient } from './client.ts';
import { billed, total } from './rates.ts';
import { costAnswer } from './shapes.ts';
import { boxesOf, checkCustoms, isAbroad, packageOf, placeOf } from './shipments.ts';

function costRequest(access: CarrierAccess, parcel: Parcel) {
  return {
    customerDetails: { shipperDetails: placeOf(parcel.from), receiverDetails: placeOf(parcel.to) },
    accounts: [{ typeCode: 'shipper', number: access.accountNumber }],
    unitOfMeasurement: 'metric',
    currencyCode: 'USD',
    isCustomsDeclarable: isAbroad(parcel),
    isDTPRequested: parcel.customs?.terms === 'DDP',
    isInsuranceRequested: false,
    getCostBreakdown: true,
    shipmentPurpose: 'commercial',
    packages: boxesOf(parcel).map(packageOf),
    items: parcel.items.map((item, index) => ({
      number: index + 1,
      description: item.description.slice(0, 255),
      manufacturerCountry: item.originCountry,
      partNumber: item.sku.slice(0, 35),
      quantity: item.quantity,
      quantityType: 'prt',
      unitPrice: exact(item.unitValueUsd),
      unitPriceCurrencyCode: 'USD',
      ...(item.hsCode ? { commodityCode: item.hsCode.replace(/[^0-9A-Za-z]/g, '').slice(0, 18) } : {}),
    })),
  };
}

export function createLandedCost({ call }: ExpressClient) {
  /** Duty and taxes by line; fees are DHL's for the clearance, of the lines and of the whole. */
  return async function landedCost(access: CarrierAccess, parcel: Parcel): Promise<LandedCost> {
    checkCustoms(parcel);
    const json = costRequest(access, parcel);
    const path = '/landed-cost';
    const answer = await call(access, { method: 'POST', path, json, effect: 'read', shape: costAnswer });
    const [found] = answer.products as [(typeof answer.products)[number]];
    const rows = found.items.flatMap((item) => item.breakdown.map((row) => ({ ...row, number: item.number })));
    const of = (kind: string, number?: number) =>
      rows.filter((row) => row.typeCode === kind && (number ?? row.number) === row.number).map((row) => row.price);
    const whole = billed(found.detailedPriceBreakdown)?.breakdown ?? [];
    const fees = whole.flatMap(({ serviceTypeCode, price }) => (serviceTypeCode === 'FEE' && price ? [price] : []));
    return {
      currency: found.totalPrice[0]?.priceCurrency ?? '',
      duty: total(of('DUTY')),
      vat: total(of('TAX')),
      fees: total([...of('FEE'), ...fees.filter((fee) => !isZero(fee))]),
      lines: parcel.items.map(({ sku, hsCode = '' }, index) => ({
        sku,
        hsCode,
        duty: total(of('DUTY', index + 1)),
        vat: total(of('TAX', index + 1)),
      })),
    };
  };
}
