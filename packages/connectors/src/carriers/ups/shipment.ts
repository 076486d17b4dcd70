import { isZero, sum, times } from '../../money.ts';
import { type CarrierAccess, ConnectorError, type Parcel } from '../../types.ts';
import { CARRIER } from './client.ts';
import { measuresOf } from './measures.ts';
import { consigneeOf, partyOf } from './parties.ts';

const REFERENCE_LENGTH = 35;
/** Boxes in one shipment. UPS takes 200, but to find a shipment again is a call for each. */
export const BOXES = 20;
/** UPS Print Return Label: we print it, the buyer sticks it on. */
export const PRINT_RETURN_LABEL = { Code: '9' };
/** IOSS Registration Number. */
const IOSS = '0356';

function rejected(code: string, message: string): never {
  throw new ConnectorError(CARRIER, 'rejected', message, { code });
}

function invoice(parcel: Parcel, today: string) {
  const { customs } = parcel;
  return {
    InternationalForms: {
      FormType: ['01'],
      InvoiceNumber: customs?.invoiceNumber?.slice(0, REFERENCE_LENGTH) ?? parcel.reference,
      InvoiceDate: today,
      ReasonForExport: parcel.isReturn ? 'RETURN' : 'SALE',
      TermsOfShipment: customs?.terms ?? 'DAP',
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

const EXPORTER = '06';
const taxNumber = (IdentificationNumber: string, IDNumberPurposeCode: string, IDNumberTypeCode: string) => ({
  ...{ IdentificationNumber, IDNumberPurposeCode, IDNumberTypeCode },
  IDNumberCustomerRole: EXPORTER,
  IDNumberEncryptionIndicator: '0',
});

/** The sender's numbers: EORI (purpose 02) and the VAT number in the country of arrival (a company's, 1002). */
function taxNumbers({ customs, to }: Parcel) {
  const TaxIdentificationNumber = [
    ...(customs?.eori ? [taxNumber(customs.eori, '02', '0002')] : []),
    ...(customs?.vat ? [{ ...taxNumber(customs.vat, '01', '1002'), IDNumberIssuingCntryCd: to.country }] : []),
  ];
  return TaxIdentificationNumber.length > 0
    ? { GlobalTaxInformation: { AgentTaxIdentificationNumber: [{ AgentRole: '20', TaxIdentificationNumber }] } }
    : {};
}

const customsValue = (parcel: Parcel): string =>
  sum(parcel.items.map((item) => times(item.unitValueUsd, item.quantity)));

export function checkCustoms(parcel: Parcel): void {
  if (parcel.items.length === 0 || parcel.items.some((item) => isZero(item.unitValueUsd)))
    rejected('CUSTOMS', 'a parcel that crosses a border needs its items with their values');
}

/** Whole dollars, upwards, at least one. */
function wholeDollars(value: string): string {
  const [whole = '0', fraction = ''] = value.split('.');
  const up = /[1-9]/.test(fraction) ? BigInt(whole) + 1n : BigInt(whole);
  return String(up > 0n ? up : 1n);
}

/** The boxes, the first as the parcel itself says. */
export const boxesOf = (parcel: Parcel) => [parcel, ...(parcel.further ?? [])];

/** Measures of each box, in the units of the country that the shipment leaves from. */
export const measuresOfBoxes = (parcel: Parcel) =>
  boxesOf(parcel).map((box) => measuresOf({ ...box, from: parcel.from }));

function check(parcel: Parcel): void {
  if (parcel.reference === '' || parcel.reference.length > REFERENCE_LENGTH)
    rejected(
      'REFERENCE',
      `the reference must have 1 to ${REFERENCE_LENGTH} characters: by it the purchase is found again`,
    );
  if (boxesOf(parcel).length > BOXES) rejected('BOXES', `UPS takes at most ${BOXES} boxes in one shipment of ours`);
}

/** How customs concern a lane. Between the United States and Puerto Rico no invoice is made, but the value is told. */
function laneOf({ from, to }: Parcel) {
  const unitedStates = [from.country, to.country].every((country) => country === 'US' || country === 'PR');
  return {
    abroad: from.country !== to.country && !unitedStates,
    statesTotal: from.country === 'US' && (to.country === 'CA' || to.country === 'PR'),
    // Inside the United States a reference belongs to the package, elsewhere to the shipment.
    onPackage: from.country === to.country && unitedStates,
  };
}

/** Transport, and with DDP also duty and import VAT, at the sender's cost. */
function payment(access: CarrierAccess, parcel: Parcel, abroad: boolean) {
  const BillShipper = { AccountNumber: access.accountNumber };
  const duties = abroad && parcel.customs?.terms === 'DDP' ? [{ Type: '02', BillShipper }] : [];
  return { PaymentInformation: { ShipmentCharge: [{ Type: '01', BillShipper }, ...duties] } };
}

/** Who sends and receives: of a return the account's owner is at its end. */
function partiesOf(access: CarrierAccess, parcel: Parcel, abroad: boolean) {
  const { from, to, customs } = parcel;
  const vendor =
    abroad && customs?.ioss
      ? {
          VendorInfo: {
            ...{ VendorCollectIDTypeCode: IOSS, VendorCollectIDNumber: customs.ioss, ConsigneeType: '02' },
          },
        }
      : {};
  return {
    Shipper: { ...partyOf(parcel.isReturn ? to : from), ShipperNumber: access.accountNumber },
    ShipTo: consigneeOf(to),
    ShipFrom: { ...partyOf(from), ...vendor },
    ...(parcel.isReturn ? { ReturnService: PRINT_RETURN_LABEL } : {}),
  };
}

/** Signature required: inside the United States it belongs to each package (2), elsewhere to the shipment (1). */
export function signatureOf(parcel: Parcel) {
  if (!parcel.signature) return { ofPackage: {}, ofShipment: {} };
  return laneOf(parcel).onPackage
    ? { ofPackage: { PackageServiceOptions: { DeliveryConfirmation: { DCISType: '2' } } }, ofShipment: {} }
    : { ofPackage: {}, ofShipment: { DeliveryConfirmation: { DCISType: '1' } } };
}

/** Body of a purchase. `today` is yyyyMMdd. */
export function shipRequest(access: CarrierAccess, parcel: Parcel, service: string, today: string) {
  check(parcel);
  const { abroad, statesTotal, onPackage } = laneOf(parcel);
  if (abroad) checkCustoms(parcel);
  const { ofPackage, ofShipment } = signatureOf(parcel);
  const references = { ReferenceNumber: [{ Value: parcel.reference }] };
  return {
    ShipmentRequest: {
      Request: { RequestOption: 'nonvalidate', TransactionReference: { CustomerContext: parcel.reference } },
      Shipment: {
        Description: parcel.description.slice(0, 50),
        ...partiesOf(access, parcel, abroad),
        ...payment(access, parcel, abroad),
        ShipmentRatingOptions: { NegotiatedRatesIndicator: 'Y' },
        Service: { Code: service },
        ...(onPackage ? {} : references),
        ...(statesTotal
          ? { InvoiceLineTotal: { CurrencyCode: 'USD', MonetaryValue: wholeDollars(customsValue(parcel)) } }
          : {}),
        ...(abroad || 'DeliveryConfirmation' in ofShipment
          ? { ShipmentServiceOptions: { ...(abroad ? invoice(parcel, today) : {}), ...ofShipment } }
          : {}),
        ...(abroad ? taxNumbers(parcel) : {}),
        Package: measuresOfBoxes(parcel).map(({ weight, dimensions }) => ({
          Description: parcel.description.slice(0, 35),
          Packaging: { Code: '02' },
          ...(dimensions ? { Dimensions: dimensions } : {}),
          PackageWeight: weight,
          ...(onPackage ? references : {}),
          ...ofPackage,
        })),
      },
      LabelSpecification: { LabelImageFormat: { Code: 'ZPL' }, LabelStockSize: { Height: '6', Width: '4' } },
    },
  };
}
