/**
 * Which fields UPS's published descriptions require, of the containers that one parcel needs: a path, then the fields of
 * each object there. Extracted from Rating.yaml and Shipping.yaml of github.com/UPS-API/api-documentation, commit
 * e6f36df (MIT, (c) 2023 UPS-API); of LabelRecoveryRequest without what is asked of Roadie parcels alone.
 */
const REQUIRED = `
RateRequest: Request Shipment
RateRequest.Request: RequestOption
RateRequest.Shipment: Shipper ShipTo Package
RateRequest.Shipment.Shipper: Address
RateRequest.Shipment.Shipper.Address: CountryCode AddressLine
RateRequest.Shipment.ShipTo: Address
RateRequest.Shipment.ShipTo.Address: CountryCode AddressLine
RateRequest.Shipment.ShipFrom: Address
RateRequest.Shipment.ShipFrom.Address: CountryCode
RateRequest.Shipment.PaymentDetails: ShipmentCharge
RateRequest.Shipment.PaymentDetails.ShipmentCharge: Type
RateRequest.Shipment.PaymentDetails.ShipmentCharge.BillShipper: AccountNumber
RateRequest.Shipment.Service: Code
RateRequest.Shipment.ShipmentTotalWeight: UnitOfMeasurement Weight
RateRequest.Shipment.ShipmentTotalWeight.UnitOfMeasurement: Description Code
RateRequest.Shipment.Package.PackagingType: Code
RateRequest.Shipment.Package.Dimensions: UnitOfMeasurement Length Height Width
RateRequest.Shipment.Package.Dimensions.UnitOfMeasurement: Description Code
RateRequest.Shipment.Package.PackageWeight: UnitOfMeasurement Weight
RateRequest.Shipment.Package.PackageWeight.UnitOfMeasurement: Description Code
RateRequest.Shipment.InvoiceLineTotal: CurrencyCode MonetaryValue
RateResponse: Response RatedShipment
RateResponse.Response: ResponseStatus
RateResponse.Response.ResponseStatus: Description Code
RateResponse.Response.Alert: Description Code
RateResponse.RatedShipment: BillingWeight TotalCharges ServiceOptionsCharges Service TransportationCharges RatedPackage
RateResponse.RatedShipment.Service: Code
RateResponse.RatedShipment.BillingWeight: UnitOfMeasurement Weight
RateResponse.RatedShipment.BillingWeight.UnitOfMeasurement: Description Code
RateResponse.RatedShipment.TransportationCharges: CurrencyCode MonetaryValue
RateResponse.RatedShipment.BaseServiceCharge: CurrencyCode MonetaryValue
RateResponse.RatedShipment.ItemizedCharges: CurrencyCode MonetaryValue Code
RateResponse.RatedShipment.ServiceOptionsCharges: CurrencyCode MonetaryValue
RateResponse.RatedShipment.TotalCharges: CurrencyCode MonetaryValue
RateResponse.RatedShipment.NegotiatedRateCharges: TotalCharge
RateResponse.RatedShipment.NegotiatedRateCharges.BaseServiceCharge: CurrencyCode MonetaryValue
RateResponse.RatedShipment.NegotiatedRateCharges.ItemizedCharges: CurrencyCode MonetaryValue Code
RateResponse.RatedShipment.NegotiatedRateCharges.TotalCharge: CurrencyCode MonetaryValue
RateResponse.RatedShipment.RatedPackage.BaseServiceCharge: CurrencyCode MonetaryValue
RateResponse.RatedShipment.RatedPackage.TransportationCharges: CurrencyCode MonetaryValue
RateResponse.RatedShipment.RatedPackage.ServiceOptionsCharges: CurrencyCode MonetaryValue
RateResponse.RatedShipment.RatedPackage.TotalCharges: CurrencyCode MonetaryValue
RateResponse.RatedShipment.RatedPackage.BillingWeight: UnitOfMeasurement Weight
RateResponse.RatedShipment.RatedPackage.BillingWeight.UnitOfMeasurement: Description Code
RateResponse.RatedShipment.RatedPackage.ItemizedCharges: CurrencyCode MonetaryValue Code
RateResponse.RatedShipment.RatedPackage.NegotiatedCharges.ItemizedCharges: CurrencyCode MonetaryValue Code
RateResponse.RatedShipment.TimeInTransit: ServiceSummary PickupDate
RateResponse.RatedShipment.TimeInTransit.ServiceSummary: EstimatedArrival Service
RateResponse.RatedShipment.TimeInTransit.ServiceSummary.EstimatedArrival: DayOfWeek Pickup Arrival BusinessDaysInTransit
RateResponse.RatedShipment.TimeInTransit.ServiceSummary.EstimatedArrival.Arrival: Date
RateResponse.RatedShipment.TimeInTransit.ServiceSummary.EstimatedArrival.Pickup: Date
ShipmentRequest: Request Shipment
ShipmentRequest.Request: RequestOption
ShipmentRequest.Shipment: Shipper Service ShipTo Package
ShipmentRequest.Shipment.Shipper: Address ShipperNumber Name
ShipmentRequest.Shipment.Shipper.Phone: Number
ShipmentRequest.Shipment.Shipper.Address: AddressLine City CountryCode
ShipmentRequest.Shipment.ShipTo: Address Name
ShipmentRequest.Shipment.ShipTo.Phone: Number
ShipmentRequest.Shipment.ShipTo.Address: AddressLine City CountryCode
ShipmentRequest.Shipment.ShipFrom: Address Name
ShipmentRequest.Shipment.ShipFrom.Phone: Number
ShipmentRequest.Shipment.ShipFrom.Address: AddressLine City CountryCode
ShipmentRequest.Shipment.PaymentInformation: ShipmentCharge
ShipmentRequest.Shipment.PaymentInformation.ShipmentCharge: Type
ShipmentRequest.Shipment.ReferenceNumber: Value
ShipmentRequest.Shipment.Service: Code
ShipmentRequest.Shipment.InvoiceLineTotal: CurrencyCode MonetaryValue
ShipmentRequest.Shipment.ShipmentServiceOptions.InternationalForms: FormType Product
ShipmentRequest.Shipment.ShipmentServiceOptions.InternationalForms.Contacts.SoldTo: AttentionName Address Name
ShipmentRequest.Shipment.ShipmentServiceOptions.InternationalForms.Contacts.SoldTo.Phone: Number
ShipmentRequest.Shipment.ShipmentServiceOptions.InternationalForms.Contacts.SoldTo.Address: AddressLine City CountryCode
ShipmentRequest.Shipment.ShipmentServiceOptions.InternationalForms.Product: Description
ShipmentRequest.Shipment.ShipmentServiceOptions.InternationalForms.Product.Unit: Number UnitOfMeasurement Value
ShipmentRequest.Shipment.ShipmentServiceOptions.InternationalForms.Product.Unit.UnitOfMeasurement: Code
ShipmentRequest.Shipment.ShipmentServiceOptions.InternationalForms.Product.ProductWeight: UnitOfMeasurement Weight
ShipmentRequest.Shipment.ShipmentServiceOptions.InternationalForms.Product.ProductWeight.UnitOfMeasurement: Code
ShipmentRequest.Shipment.Package: Packaging
ShipmentRequest.Shipment.Package.Packaging: Code
ShipmentRequest.Shipment.Package.Dimensions: UnitOfMeasurement Length Height Width
ShipmentRequest.Shipment.Package.PackageWeight: UnitOfMeasurement Weight
ShipmentRequest.Shipment.Package.PackageWeight.UnitOfMeasurement: Code
ShipmentRequest.Shipment.Package.ReferenceNumber: Value
ShipmentRequest.LabelSpecification: LabelImageFormat LabelStockSize
ShipmentRequest.LabelSpecification.LabelImageFormat: Code
ShipmentRequest.LabelSpecification.LabelStockSize: Height Width
ShipmentResponse: Response ShipmentResults
ShipmentResponse.Response: ResponseStatus
ShipmentResponse.Response.ResponseStatus: Description Code
ShipmentResponse.Response.Alert: Description Code
ShipmentResponse.ShipmentResults: BillingWeight
ShipmentResponse.ShipmentResults.ShipmentCharges: TotalCharges ServiceOptionsCharges TransportationCharges
ShipmentResponse.ShipmentResults.ShipmentCharges.BaseServiceCharge: CurrencyCode MonetaryValue
ShipmentResponse.ShipmentResults.ShipmentCharges.TransportationCharges: CurrencyCode MonetaryValue
ShipmentResponse.ShipmentResults.ShipmentCharges.ItemizedCharges: CurrencyCode MonetaryValue Code
ShipmentResponse.ShipmentResults.ShipmentCharges.ServiceOptionsCharges: CurrencyCode MonetaryValue
ShipmentResponse.ShipmentResults.ShipmentCharges.TotalCharges: CurrencyCode MonetaryValue
ShipmentResponse.ShipmentResults.NegotiatedRateCharges.ItemizedCharges: CurrencyCode MonetaryValue Code
ShipmentResponse.ShipmentResults.NegotiatedRateCharges.TotalCharge: CurrencyCode MonetaryValue
ShipmentResponse.ShipmentResults.BillingWeight: UnitOfMeasurement Weight
ShipmentResponse.ShipmentResults.BillingWeight.UnitOfMeasurement: Code
ShipmentResponse.ShipmentResults.PackageResults: TrackingNumber
ShipmentResponse.ShipmentResults.PackageResults.BaseServiceCharge: CurrencyCode MonetaryValue
ShipmentResponse.ShipmentResults.PackageResults.ServiceOptionsCharges: CurrencyCode MonetaryValue
ShipmentResponse.ShipmentResults.PackageResults.ShippingLabel: GraphicImage ImageFormat
ShipmentResponse.ShipmentResults.PackageResults.ShippingLabel.ImageFormat: Code
ShipmentResponse.ShipmentResults.PackageResults.Form.Image: GraphicImage ImageFormat
ShipmentResponse.ShipmentResults.PackageResults.Form.Image.ImageFormat: Code
ShipmentResponse.ShipmentResults.PackageResults.ItemizedCharges: CurrencyCode MonetaryValue Code
ShipmentResponse.ShipmentResults.PackageResults.NegotiatedCharges.ItemizedCharges: CurrencyCode MonetaryValue Code
ShipmentResponse.ShipmentResults.Form.Image: GraphicImage ImageFormat
ShipmentResponse.ShipmentResults.Form.Image.ImageFormat: Code
VoidShipmentResponse: Response SummaryResult
VoidShipmentResponse.Response: ResponseStatus
VoidShipmentResponse.Response.ResponseStatus: Description Code
VoidShipmentResponse.Response.Alert: Description Code
VoidShipmentResponse.SummaryResult: Status
VoidShipmentResponse.SummaryResult.Status: Description Code
VoidShipmentResponse.PackageLevelResults: Status TrackingNumber
VoidShipmentResponse.PackageLevelResults.Status: Description Code
LabelRecoveryRequest: Request
LabelRecoveryRequest.LabelSpecification.LabelImageFormat: Code
LabelRecoveryRequest.LabelSpecification.LabelStockSize: Height Width
LabelRecoveryRequest.ReferenceValues: ReferenceNumber ShipperNumber
LabelRecoveryRequest.ReferenceValues.ReferenceNumber: Value
LabelRecoveryResponse: Response LabelResults
LabelRecoveryResponse.Response: ResponseStatus
LabelRecoveryResponse.Response.ResponseStatus: Description Code
LabelRecoveryResponse.Response.Alert: Description Code
LabelRecoveryResponse.LabelResults.LabelImage: GraphicImage LabelImageFormat
LabelRecoveryResponse.LabelResults.LabelImage.LabelImageFormat: Code
LabelRecoveryResponse.LabelResults.Form: Image
LabelRecoveryResponse.LabelResults.Form.Image: GraphicImage ImageFormat
LabelRecoveryResponse.LabelResults.Form.Image.ImageFormat: Code
LabelRecoveryResponse.Form: Image
LabelRecoveryResponse.Form.Image: GraphicImage ImageFormat
LabelRecoveryResponse.Form.Image.ImageFormat: Code
`;

const required = new Map(
  REQUIRED.trim()
    .split('\n')
    .map((line): [string, string[]] => {
      const [path = '', fields = ''] = line.split(': ');
      return [path, fields.split(' ')];
    }),
);

/** The required fields that a message does not have, by their path; a list counts as each of its members. */
export function missingFields(message: unknown, path = ''): string[] {
  if (Array.isArray(message)) return message.flatMap((one) => missingFields(one, path));
  if (typeof message !== 'object' || message === null) return [];
  const present = Object.entries(message).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const names = new Set(present.map(([name]) => name));
  const absent = (required.get(path) ?? []).filter((field) => !names.has(field)).map((field) => `${path}.${field}`);
  return [...absent, ...present.flatMap(([name, value]) => missingFields(value, path ? `${path}.${name}` : name))];
}

/** Whether the descriptions say anything of a message: what they do not know cannot be missed. */
export const isDescribed = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && Object.keys(message).some((name) => required.has(name));
