import type { PlatformCarrier, ShipmentConfirmation } from '../../capabilities/shipments.ts';

/**
 * Carriers whose tracking links Shopify makes by itself; the name must be spelt as here (Admin API,
 * FulfillmentTrackingInfo.company). Any other name is shown as it is said, with the link that goes with it.
 */
const NAMES = [
  ...['4PX', 'AGS', 'Amazon', 'Amazon Logistics UK', 'An Post', 'Anjun Logistics', 'APC', 'Asendia USA'],
  ...['Australia Post', 'Bonshaw', 'BPost', 'BPost International', 'Canada Post', 'Canpar', 'CDL Last Mile'],
  ...['China Post', 'Chronopost', 'Chukou1', 'Colissimo', 'Comingle', 'Coordinadora', 'Correios', 'Correos'],
  ...['Correos Express', 'CTT', 'CTT Express', 'Cyprus Post', 'Delnext', 'Deutsche Post', 'DHL eCommerce'],
  ...['DHL eCommerce Asia', 'DHL Express', 'DPD', 'DPD Local', 'DPD UK', 'DTD Express', 'DX', 'Eagle', 'Estes', 'Evri'],
  ...['FedEx', 'First Global Logistics', 'First Line', 'FSC', 'Fulfilla', 'GLS', 'Guangdong Weisuyi', 'Heppner'],
  ...['Iceland Post', 'IDEX', 'Israel Post', 'Japan Post', 'La Poste', 'Lasership', 'Latvia Post', 'Lietuvos Paštas'],
  ...['Logisters', 'Lone Star Overnight', 'M3 Logistics', 'Meteor Space', 'Mondial Relay', 'New Zealand Post'],
  ...['NinjaVan', 'North Russia Supply Chain', 'OnTrac', 'Packeta', 'Pago Logistics', 'Ping An Da Tengfei'],
  ...['Pitney Bowes', 'Portal PostNord', 'Poste Italiane', 'PostNL', 'PostNord DK', 'PostNord NO', 'PostNord SE'],
  ...['Purolator', 'Qxpress', 'Qyun Express', 'Royal Mail', 'Royal Shipments', 'Sagawa', 'Sendle', 'SF Express'],
  ...['SFC Fulfillment', 'SHREE NANDAN COURIER', 'Singapore Post', 'Southwest Air Cargo', 'StarTrack', 'Step Forward'],
  ...['Swiss Post', 'TForce Final Mile', 'Tinghao', 'TNT', 'Toll IPEC', 'United Delivery Service', 'UPS', 'USPS'],
  ...['Venipak', 'We Post', 'Whistl', 'Wizmo', 'WMYC', 'Xpedigo', 'XPO Logistics', 'Yamato', 'YDH', 'YiFan Express'],
  ...['YunExpress'],
];

export const CARRIERS: readonly PlatformCarrier[] = NAMES.map((name) => ({ code: name, name }));

const byPlainName = new Map(NAMES.map((name) => [name.toLowerCase(), name]));

/** The name as Shopify spells it, where it knows the carrier. */
export const companyOf = ({
  carrierCode,
  carrierName,
}: Pick<ShipmentConfirmation, 'carrierCode' | 'carrierName'>): string =>
  byPlainName.get(carrierCode.toLowerCase()) ?? byPlainName.get(carrierName.toLowerCase()) ?? carrierName;
