import { isZero, sum, times } from '../../money.ts';
import {
  type CarrierAccess,
  ConnectorError,
  type Parcel,
  type PurchasedLabel,
  type RecoveredLabel,
} from '../../types.ts';
import { CARRIER, type UpsClient, VERSION } from './client.ts';
import { measuresOf } from './measures.ts';
import { consigneeOf, partyOf } from './parties.ts';
import { recoveryAnswer, shipAnswer, voidAnswer } from './shapes.ts';

const REFERENCE_LENGTH = 35;

function invoice(parcel: Parcel, today: string) {
  return {
    InternationalForms: {
      FormType: ['01'],
      InvoiceNumber: parcel.reference,
      InvoiceDate: today,
      ReasonForExport: 'SALE',
      TermsOfShipment: 'DAP',
      CurrencyCode: 'USD',
      Contacts: { SoldTo: partyOf(parcel.to) },
      Product: parcel.items.map((item) => ({
        Description: [item.description.slice(0, 35)],
        Unit: { Number: String(item.quantity), Value: item.unitValueUsd, UnitOfMeasurement: { Code: 'PCS' } },
        PartNumber: item.sku.slice(0, 35),
        ...(item.hsCode ? { CommodityCode: item.hsCode.replace(/[^0-9A-Za-z]/g, '') } : {}),
        ...(item.originCountry ? { OriginCountryCode: item.originCountry } : {}),
      })),
    },
  };
}

function customsValue(parcel: Parcel): string {
  return sum(parcel.items.map((item) => times(item.unitValueUsd, item.quantity)));
}

function checkCustoms(parcel: Parcel): void {
  if (parcel.items.length === 0 || parcel.items.some((item) => isZero(item.unitValueUsd))) {
    throw new ConnectorError(CARRIER, 'rejected', 'a parcel that crosses a border needs its items with their values', {
      code: 'CUSTOMS',
    });
  }
}

/** Body of a purchase. `today` is yyyyMMdd. */
export function shipRequest(access: CarrierAccess, parcel: Parcel, service: string, today: string) {
  const { from, to, reference } = parcel;
  if (reference === '' || reference.length > REFERENCE_LENGTH) {
    const message = `the reference must have 1 to ${REFERENCE_LENGTH} characters: by it the purchase is found again`;
    throw new ConnectorError(CARRIER, 'rejected', message, { code: 'REFERENCE' });
  }
  const { weight, dimensions } = measuresOf(parcel);
  const sender = partyOf(from);
  // Between the United States and Puerto Rico no customs invoice is made, but the value is told.
  const unitedStates = [from.country, to.country].every((country) => country === 'US' || country === 'PR');
  const abroad = from.country !== to.country && !unitedStates;
  const statesTotal = from.country === 'US' && (to.country === 'CA' || to.country === 'PR');
  if (abroad) checkCustoms(parcel);
  // Inside the United States a reference belongs to the package, elsewhere to the shipment.
  const references = { ReferenceNumber: [{ Value: reference }] };
  const onPackage = from.country === to.country && unitedStates;
  return {
    ShipmentRequest: {
      Request: { RequestOption: 'nonvalidate', TransactionReference: { CustomerContext: reference } },
      Shipment: {
        Description: parcel.description.slice(0, 50),
        Shipper: { ...sender, ShipperNumber: access.accountNumber },
        ShipTo: consigneeOf(to),
        ShipFrom: sender,
        PaymentInformation: { ShipmentCharge: [{ Type: '01', BillShipper: { AccountNumber: access.accountNumber } }] },
        ShipmentRatingOptions: { NegotiatedRatesIndicator: 'Y' },
        Service: { Code: service },
        ...(onPackage ? {} : references),
        ...(statesTotal
          ? { InvoiceLineTotal: { CurrencyCode: 'USD', MonetaryValue: wholeDollars(customsValue(parcel)) } }
          : {}),
        ...(abroad ? { ShipmentServiceOptions: invoice(parcel, today) } : {}),
        Package: [
          {
            Description: parcel.description.slice(0, 35),
            Packaging: { Code: '02' },
            ...(dimensions ? { Dimensions: dimensions } : {}),
            PackageWeight: weight,
            ...(onPackage ? references : {}),
          },
        ],
      },
      LabelSpecification: { LabelImageFormat: { Code: 'ZPL' }, LabelStockSize: { Height: '6', Width: '4' } },
    },
  };
}

/** Whole dollars, upwards, at least one. */
function wholeDollars(value: string): string {
  const [whole = '0', fraction = ''] = value.split('.');
  const up = /[1-9]/.test(fraction) ? BigInt(whole) + 1n : BigInt(whole);
  return String(up > 0n ? up : 1n);
}

export function createLabels({ call, now }: UpsClient) {
  async function buyLabel(access: CarrierAccess, parcel: Parcel, serviceCode: string): Promise<PurchasedLabel> {
    const today = new Date(now()).toISOString().slice(0, 10).replaceAll('-', '');
    const answer = await call(access, {
      method: 'POST',
      path: `/api/shipments/${VERSION}/ship`,
      json: shipRequest(access, parcel, serviceCode, today),
      effect: 'once',
      shape: shipAnswer,
    });
    const results = answer.ShipmentResponse.ShipmentResults;
    const [bought] = results.PackageResults;
    const charge = results.NegotiatedRateCharges?.TotalCharge ?? results.ShipmentCharges?.TotalCharges;
    if (!bought || !charge) {
      throw new ConnectorError(CARRIER, 'uncertain', 'the purchase was answered without a price', {
        code: 'UNREADABLE',
      });
    }
    const papers = results.Form?.Image?.GraphicImage;
    return {
      shipmentId: results.ShipmentIdentificationNumber,
      trackingNumber: bought.TrackingNumber,
      amount: charge.MonetaryValue,
      currency: charge.CurrencyCode,
      label: {
        format: bought.ShippingLabel.ImageFormat.Code,
        data: Buffer.from(bought.ShippingLabel.GraphicImage, 'base64'),
      },
      ...(papers ? { customsForms: Buffer.from(papers, 'base64') } : {}),
    };
  }

  /** The label again, as PDF, by its number or by our reference. Neither purchase nor price comes with it. */
  async function recover(
    access: CarrierAccess,
    by: { tracking: string } | { reference: string },
  ): Promise<RecoveredLabel> {
    const answer = await call(access, {
      method: 'POST',
      path: '/api/labels/v1/recovery',
      json: {
        LabelRecoveryRequest: {
          Request: { RequestOption: 'Non_Validate' },
          LabelSpecification: {
            LabelImageFormat: { Code: 'PDF' },
            LabelStockSize: { Height: '6', Width: '4' },
          },
          ...('tracking' in by
            ? { TrackingNumber: by.tracking }
            : { ReferenceValues: { ReferenceNumber: { Value: by.reference }, ShipperNumber: access.accountNumber } }),
        },
      },
      effect: 'read',
      shape: recoveryAnswer,
    });
    const { LabelResults, ShipmentIdentificationNumber } = answer.LabelRecoveryResponse;
    const desired = 'tracking' in by ? by.tracking : undefined;
    const found = LabelResults.find((one) => one.TrackingNumber === desired) ?? LabelResults[0];
    const trackingNumber = found?.TrackingNumber ?? desired;
    if (!found || !trackingNumber) throw new ConnectorError(CARRIER, 'malformed', 'a label without a number came');
    return {
      shipmentId: ShipmentIdentificationNumber ?? trackingNumber,
      trackingNumber,
      label: {
        format: found.LabelImage.LabelImageFormat.Code,
        data: Buffer.from(found.LabelImage.GraphicImage, 'base64'),
      },
    };
  }

  async function labelPdf(access: CarrierAccess, trackingNumber: string): Promise<Buffer> {
    const { label } = await recover(access, { tracking: trackingNumber });
    if (label.format !== 'pdf' || label.data.subarray(0, 5).toString('latin1') !== '%PDF-') {
      throw new ConnectorError(CARRIER, 'malformed', 'the recovered label is no PDF');
    }
    return label.data;
  }

  async function voidLabel(access: CarrierAccess, shipmentId: string, trackingNumber: string) {
    try {
      const answer = await call(access, {
        method: 'DELETE',
        path: `/api/shipments/${VERSION}/void/cancel/${encodeURIComponent(shipmentId)}`,
        query: { trackingnumber: trackingNumber },
        effect: 'repeatable',
        shape: voidAnswer,
      });
      const { SummaryResult, PackageLevelResults } = answer.VoidShipmentResponse;
      const status =
        PackageLevelResults.find((one) => one.TrackingNumber === trackingNumber)?.Status ?? SummaryResult.Status;
      return { voided: status.Code === '1', detail: status.Description };
    } catch (error) {
      // Codes 1901xx: UPS understood and does not void (picked up, too late, voided before).
      if (!(error instanceof ConnectorError) || error.kind !== 'rejected' || !error.code?.startsWith('1901'))
        throw error;
      return { voided: /already (been )?voided/i.test(error.message), detail: error.message };
    }
  }

  return { buyLabel, recover, labelPdf, voidLabel };
}

export type Labels = ReturnType<typeof createLabels>;
