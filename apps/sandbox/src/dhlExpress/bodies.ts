import { Problem } from './problems.ts';
import { amount, each, flag, object, oneOf, type Rule, text } from './rules.ts';

const country = text(2, 2, /^[A-Z]{2}$/);
const currency = text(3, 3, /^[A-Z]{3}$/);
const moment = text(29, 1);

const place = {
  required: { postalCode: text(12, 0), cityName: text(45), countryCode: country },
  optional: { provinceCode: text(35, 2), countyName: text(45) },
};
const ratedPlace = object(place.required, { ...place.optional, addressLine1: text(45), addressLine2: text(45) });
const postalAddress = object(
  { ...place.required, addressLine1: text(45) },
  { ...place.optional, addressLine2: text(45), addressLine3: text(45), provinceName: text(35), countryName: text(35) },
);
const contactInformation = object(
  { phone: text(70), companyName: text(100), fullName: text(255) },
  { email: text(70), mobilePhone: text(70) },
);
const registrationNumbers = each(
  object({
    typeCode: oneOf('VAT', 'EIN', 'GST', 'SSN', 'EOR', 'FED', 'SDT', 'DAN', 'TAN', 'FTZ'),
    number: text(35),
    issuerCountryCode: country,
  }),
  0,
  50,
);
const party = object({ postalAddress, contactInformation }, { registrationNumbers });
const accounts = (most: number): Rule =>
  each(object({ typeCode: oneOf('shipper', 'payer', 'duties-taxes'), number: text(12) }), 1, most);
const box = {
  weight: amount(0.001),
  dimensions: object({ length: amount(1), width: amount(1), height: amount(1) }),
};
const packages = each(object(box, { description: text(70) }), 1, 999);
const unitOfMeasurement = oneOf('metric', 'imperial');
const services = each(
  object(
    { serviceCode: text(6) },
    { value: amount(0), currency, dangerousGoods: each(object({ contentId: text(5) }), 0, 1) },
  ),
  0,
  99,
);

const exportReasonType = oneOf('permanent', 'temporary', 'return', 'commercial_purpose_or_sale', 'sample', 'gift');
const lineItem = object(
  {
    number: amount(1, true),
    description: text(512),
    price: amount(0),
    quantity: object({ value: amount(1, true), unitOfMeasurement: text(8) }),
    manufacturerCountry: country,
    weight: object({ netValue: amount(0), grossValue: amount(0) }),
  },
  {
    commodityCodes: each(object({ typeCode: oneOf('outbound', 'inbound'), value: text(18, 2) }), 0, 2),
    exportReasonType,
  },
);
const exportDeclaration = object(
  { lineItems: each(lineItem, 1, 999) },
  { invoice: object({ number: text(35), date: text(35, 1, /^\d{4}-\d{2}-\d{2}$/) }), exportReasonType },
);

const image = object(
  { typeCode: oneOf('label', 'waybillDoc', 'invoice', 'receipt', 'qr-code') },
  { templateName: text(25), isRequested: flag, invoiceType: oneOf('commercial', 'proforma', 'returns') },
);
const outputImageProperties = object(
  {},
  {
    encodingFormat: oneOf('pdf', 'zpl', 'lp2', 'epl'),
    imageOptions: each(image, 0, 20),
    splitTransportAndWaybillDocLabels: flag,
    splitDocumentsByPages: flag,
    allDocumentsInOneImage: flag,
  },
);

const INCOTERMS = ['EXW', 'FCA', 'CPT', 'CIP', 'DPU', 'DAP', 'DDP', 'FOB', 'CFR', 'CIF'];
const RULES = {
  shipment: object(
    {
      plannedShippingDateAndTime: moment,
      pickup: object({ isRequested: flag }),
      productCode: text(6),
      accounts: accounts(3),
      customerDetails: object({ shipperDetails: party, receiverDetails: party }),
      content: object(
        {
          packages,
          isCustomsDeclarable: flag,
          description: text(70),
          incoterm: oneOf(...INCOTERMS),
          unitOfMeasurement,
        },
        { declaredValue: amount(0), declaredValueCurrency: currency, exportDeclaration },
      ),
    },
    {
      getRateEstimates: flag,
      valueAddedServices: services,
      outputImageProperties,
      customerReferences: each(object({ value: text(35) }, { typeCode: oneOf('CU', 'CO', 'FF', 'PRN') }), 0, 999),
    },
  ),
  rate: object(
    {
      customerDetails: object({ shipperDetails: ratedPlace, receiverDetails: ratedPlace }),
      plannedShippingDateAndTime: moment,
      unitOfMeasurement,
      isCustomsDeclarable: flag,
      packages,
    },
    {
      accounts: accounts(2),
      productCode: text(6),
      monetaryAmount: each(
        object({ typeCode: oneOf('declaredValue', 'insuredValue'), value: amount(0), currency }),
        0,
        2,
      ),
      nextBusinessDay: flag,
      valueAddedServices: services,
    },
  ),
  landedCost: object(
    {
      customerDetails: object({ shipperDetails: ratedPlace, receiverDetails: ratedPlace }),
      accounts: accounts(5),
      unitOfMeasurement,
      currencyCode: currency,
      isCustomsDeclarable: flag,
      getCostBreakdown: flag,
      packages,
      items: each(
        object(
          { number: amount(1, true), quantity: amount(0), unitPrice: amount(0), unitPriceCurrencyCode: currency },
          {
            description: text(255),
            manufacturerCountry: country,
            partNumber: text(35),
            quantityType: oneOf('prt', 'box'),
            commodityCode: text(18, 0),
          },
        ),
        1,
        1000,
      ),
    },
    { isDTPRequested: flag, isInsuranceRequested: flag, shipmentPurpose: oneOf('commercial', 'personal') },
  ),
  pickup: object(
    {
      plannedPickupDateAndTime: moment,
      accounts: accounts(5),
      customerDetails: object({ shipperDetails: party }, { pickupDetails: party }),
      shipmentDetails: each(
        object(
          { productCode: text(6), isCustomsDeclarable: flag, unitOfMeasurement, packages },
          { shipmentTrackingNumber: text(35) },
        ),
        1,
        999,
      ),
    },
    {
      closeTime: text(5, 5, /^([01]\d|2[0-3]):[0-5]\d$/),
      location: text(80),
      locationType: oneOf('business', 'residence'),
      specialInstructions: each(object({ value: text(80) }, { typeCode: text(3, 2) }), 0, 4),
      remark: text(300, 0),
    },
  ),
  paper: object({
    shipmentTrackingNumber: text(35),
    originalPlannedShippingDate: text(10, 10, /^\d{4}-\d{2}-\d{2}$/),
    accounts: accounts(3),
    productCode: text(6),
    documentImages: each(
      object({
        typeCode: oneOf('INV', 'PNV', 'COO', 'CIN', 'DCL', 'AWB', 'NAF'),
        imageFormat: oneOf('PDF', 'PNG', 'GIF', 'TIFF', 'JPEG'),
        content: text(8_000_000),
      }),
      1,
      999,
    ),
  }),
};

/** @throws Problem with every fault of the body */
export function checkBody(kind: keyof typeof RULES, body: unknown): void {
  const faults = RULES[kind](body, '#');
  const [only] = faults;
  if (!only) return;
  const detail = faults.length === 1 ? only : 'Multiple problems found, see Additional Details';
  throw new Problem(422, 'Validation error', detail, faults.length === 1 ? [] : faults);
}
