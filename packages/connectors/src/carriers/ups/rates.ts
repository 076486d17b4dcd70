import { isZero } from '../../money.ts';
import { malformed, reasonOf } from '../../read.ts';
import type { CarrierAccess, Parcel, RateQuote } from '../../types.ts';
import { gramsOf } from '../units.ts';
import { CARRIER, type UpsClient, VERSION } from './client.ts';
import { consigneeOf, partyOf } from './parties.ts';
import { serviceCode, serviceName } from './services.ts';
import { rateAnswer, ratedShipment } from './shapes.ts';
import { measuresOfBoxes, PRINT_RETURN_LABEL, signatureOf } from './shipment.ts';

export function rateRequest(access: CarrierAccess, parcel: Parcel) {
  const boxes = measuresOfBoxes(parcel);
  const { ofPackage, ofShipment } = signatureOf(parcel);
  const { Name, Address } = partyOf(parcel.from);
  const to = consigneeOf(parcel.to);
  const owner = partyOf(parcel.isReturn ? parcel.to : parcel.from);
  return {
    RateRequest: {
      // Surcharges one by one are told from sub-version 1601 on.
      Request: {
        RequestOption: 'Shop',
        SubVersion: '2409',
        TransactionReference: { CustomerContext: parcel.reference },
      },
      Shipment: {
        Shipper: { Name: owner.Name, ShipperNumber: access.accountNumber, Address: owner.Address },
        ShipTo: { Name: to.Name, Address: to.Address },
        ShipFrom: { Name, Address },
        PaymentDetails: { ShipmentCharge: [{ Type: '01', BillShipper: { AccountNumber: access.accountNumber } }] },
        ShipmentRatingOptions: { NegotiatedRatesIndicator: 'Y' },
        DeliveryTimeInformation: { PackageBillType: '03' },
        ...(parcel.isReturn || 'DeliveryConfirmation' in ofShipment
          ? {
              ShipmentServiceOptions: {
                ...(parcel.isReturn ? { ReturnService: PRINT_RETURN_LABEL } : {}),
                ...ofShipment,
              },
            }
          : {}),
        NumOfPieces: String(boxes.length),
        Package: boxes.map(({ weight, dimensions }) => ({
          PackagingType: { Code: '02' },
          ...(dimensions ? { Dimensions: dimensions } : {}),
          PackageWeight: weight,
          ...ofPackage,
        })),
      },
    },
  };
}

function readRate(raw: unknown): RateQuote | string {
  const read = ratedShipment.safeParse(raw);
  if (!read.success) return reasonOf(read.error);
  const rated = read.data;
  const code = serviceCode(rated.Service.Code);
  const paid = rated.NegotiatedRateCharges?.TotalCharge ?? rated.TotalCharges;
  const itemized = rated.NegotiatedRateCharges?.ItemizedCharges.length
    ? rated.NegotiatedRateCharges.ItemizedCharges
    : rated.ItemizedCharges;
  const days =
    rated.TimeInTransit?.ServiceSummary.EstimatedArrival?.BusinessDaysInTransit ??
    rated.GuaranteedDelivery?.BusinessDaysInTransit;
  const billed = rated.BillingWeight;
  const billingWeightGrams = billed ? gramsOf(billed.Weight, billed.UnitOfMeasurement.Code) : undefined;
  return {
    serviceCode: code,
    serviceName: serviceName(code, rated.Service.Description ?? undefined),
    amount: paid.MonetaryValue,
    listAmount: rated.TotalCharges.MonetaryValue,
    currency: paid.CurrencyCode,
    ...(billingWeightGrams === undefined ? {} : { billingWeightGrams }),
    ...(days === null || days === undefined ? {} : { transitDays: days }),
    surcharges: itemized
      .filter((one) => !isZero(one.MonetaryValue))
      .map((one) => ({ code: one.Code, amount: one.MonetaryValue })),
  };
}

export function createRates({ call }: UpsClient) {
  return async function rates(access: CarrierAccess, parcel: Parcel): Promise<RateQuote[]> {
    const answer = await call(access, {
      method: 'POST',
      path: `/api/rating/${VERSION}/Shop`,
      query: { additionalinfo: 'timeintransit' },
      json: rateRequest(access, parcel),
      effect: 'read',
      shape: rateAnswer,
    });
    const read = answer.RateResponse.RatedShipment.map(readRate);
    const quotes = read.filter((one) => typeof one !== 'string');
    const bad = read.find((one) => typeof one === 'string');
    // One service we cannot read must not hide the others.
    if (quotes.length === 0 && bad !== undefined) throw malformed(CARRIER, `rates: ${bad}`, JSON.stringify(answer));
    return quotes;
  };
}
