import { edis } from '../ebay/errors.ts';
import { at, isRecord, list, text } from '../http/types.ts';
import { LONGEST_CM, QUALIFICATIONS, SERVICES, type Service, SIDES_CM } from './tariff.ts';

export const ADDRESS = 'A0001';
export const CONSIGNS = ['C0001', 'C0002'];
const STREET = 50;

export interface PackageInput {
  service: string;
  consign: string;
  comment: string;
  grams: number;
  /** As it came, for whoever asks about the package. */
  info: Record<string, unknown>;
  /** How each line may be asked for. */
  lines: string[];
}

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0;

function readService(info: Record<string, unknown>): Service {
  const service = SERVICES.find(({ id }) => id === text(info.shippingServiceId));
  if (!service) throw edis(400, 355012, 'ServiceId does not exist. Please check the document.');
  if (info.incoterm !== undefined && info.incoterm !== service.incoterm)
    throw edis(400, 355025, 'ServiceId not available. Please revise it and retry.');
  return service;
}

function checkAddress(to: unknown, service: Service): void {
  const streets = ['street1', 'street2', 'street3'].map((name) => text(at(to, name)));
  if (streets.some((street) => street.length > STREET))
    throw edis(400, 355002, 'Length of street can not be greater than 50. Please revise it.');
  const needed = ['contact', 'city', 'postcode'].map((name) => text(at(to, name)));
  if ([...needed, streets[0]].some((field) => !field))
    throw edis(400, 355055, 'Missing package address. Please check.');
  if (!service.to.includes(text(at(to, 'countryCode'))))
    throw edis(400, 355024, 'No available shipping service found. Please revise package information and retry.');
}

function checkMeasures(info: Record<string, unknown>, service: Service): void {
  const sides = ['packageLength', 'packageWidth', 'packageHeight'].map((name) => info[name]);
  const fits =
    isAmount(info.packageWeight) &&
    info.packageWeight <= service.grams &&
    sides.every((side) => isAmount(side) && side <= LONGEST_CM) &&
    sides.reduce((sum: number, side) => sum + Number(side), 0) <= SIDES_CM;
  if (!fits) throw edis(400, 355025, 'ServiceId not available. Please revise it and retry.');
}

function checkBattery(sku: unknown, service: Service, now: number): void {
  if (at(sku, 'isLiBattery') !== true) return;
  const known = QUALIFICATIONS.find((one) => one.elecQualificationId === text(at(sku, 'elecQualificationId')));
  if (!known) throw edis(400, 355020, 'Your elecQualificationId does not exist. Please check your qualification list.');
  if (Date.parse(known.expireDate) < now)
    throw edis(400, 355022, 'Your elecQualificationId is expired. Please update a new one.');
  if (known.batteryType !== text(at(sku, 'liBatteryType')))
    throw edis(400, 355023, 'LiBatteryType is not matched to battery qualification.');
  if (!service.batteries.includes(known.batteryType))
    throw edis(400, 355025, 'ServiceId not available. Please revise it and retry.');
}

/** A line by its own number, or by listing and transaction. */
function lineOf(item: unknown): string {
  const named = text(at(item, 'orderLineItem'));
  const [listing, transaction] = [text(at(item, 'listingId')), text(at(item, 'transactionId'))];
  if (!named && !(listing && transaction))
    throw edis(400, 355008, 'OrderLineItem is not matched to your ebayID. Please check.');
  return named || `${listing}-${transaction}`;
}

function readLine(item: unknown, service: Service, now: number): string {
  const line = lineOf(item);
  // Lines that tests name so: an order that eBay has not handed over yet, one unpaid, one of another seller.
  if (line.startsWith('LATE')) throw edis(400, 355009, 'Order not synced to system yet. Please wait and retry.');
  if (line.startsWith('UNPAID')) throw edis(400, 355011, 'Order has not been paid. Please check.');
  if (line.startsWith('OTHER')) throw edis(400, 355008, 'OrderLineItem is not matched to your ebayID. Please check.');
  const quantity = at(item, 'postedQuantity');
  if (!Number.isInteger(quantity) || !isAmount(quantity) || quantity > 999)
    throw edis(400, 355014, 'postedQuantity is invalid. Please revise it.');
  const sku = at(item, 'sku');
  const price = at(sku, 'price', 'value');
  if (!text(at(sku, 'skuNumber')) || !text(at(sku, 'nameEn')) || !/^\d+(\.\d+)?$/.test(text(price)) || !Number(price))
    throw edis(400, 355013, 'The sku of an item is incomplete. Please revise it.');
  checkBattery(sku, service, now);
  return line;
}

export function readPackage(body: unknown, now: number): PackageInput {
  const info = at(body, 'packageInfo');
  if (!isRecord(info)) throw edis(400, 355012, 'ServiceId does not exist. Please check the document.');
  const service = readService(info);
  if (text(info.shipFromAddressId) !== ADDRESS || !CONSIGNS.includes(text(info.consignPreferenceId)))
    throw edis(400, 355055, 'Missing package address. Please check.');
  checkAddress(info.shipToAddress, service);
  checkMeasures(info, service);
  const lines = list(info.items).map((item) => readLine(item, service, now));
  if (lines.length === 0) throw edis(400, 355008, 'OrderLineItem is not matched to your ebayID. Please check.');
  return {
    ...{ service: service.id, consign: text(info.consignPreferenceId), comment: text(info.packageComment) },
    ...{ grams: Number(info.packageWeight), info, lines },
  };
}
