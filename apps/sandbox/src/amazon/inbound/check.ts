import { isRecord, list, text } from '../../http/types.ts';
import { SpApiError } from '../errors.ts';
import type { PlanItem } from './desk.ts';

/** What Amazon refuses at once, in its words. */
export const badRequest = (message: string) => new SpApiError(400, 'BadRequest', message);

const OWNERS = ['AMAZON', 'SELLER', 'NONE'];

export function required(value: unknown, name: string, most: number): string {
  const said = typeof value === 'string' ? value : '';
  if (said === '') throw badRequest(`ERROR: ${name} cannot be blank`);
  if (said.length > most) throw badRequest(`ERROR: ${name} must be at most ${most} characters`);
  return said;
}

export function optional(value: unknown, name: string, most: number): void {
  if (value !== undefined) required(value, name, most);
}

export function records(value: unknown, name: string, most: number): Record<string, unknown>[] {
  const all = list(value);
  if (!Array.isArray(value) || all.length === 0) throw badRequest(`ERROR: ${name} must not be empty`);
  if (all.length > most) throw badRequest(`ERROR: ${name} must have at most ${most} elements`);
  return all.map((one) => {
    if (!isRecord(one)) throw badRequest(`ERROR: ${name} must hold objects`);
    return one;
  });
}

export function oneOf(value: unknown, name: string, allowed: readonly string[]): string {
  if (typeof value !== 'string' || !allowed.includes(value))
    throw badRequest(`ERROR: ${name} must be one of [${allowed.join(', ')}]`);
  return value;
}

/** Ids of plans, groups, options and shipments, as they are asked for. */
export function readId(value: unknown, name: string): void {
  if (typeof value !== 'string' || !/^[a-zA-Z0-9-]{38}$/.test(value)) throw badRequest(`ERROR: ${name} is invalid`);
}

export function readItem(one: Record<string, unknown>, name: string): PlanItem {
  const { quantity, expiration, manufacturingLotCode } = one;
  if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1 || quantity > 500_000)
    throw badRequest(`ERROR: ${name}.quantity must be between 1 and 500000`);
  if (expiration !== undefined && !/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text(expiration)))
    throw badRequest(`ERROR: ${name}.expiration must be of the form YYYY-MM-DD`);
  optional(manufacturingLotCode, `${name}.manufacturingLotCode`, 256);
  return {
    msku: required(one.msku, `${name}.msku`, 255),
    quantity,
    labelOwner: oneOf(one.labelOwner, `${name}.labelOwner`, OWNERS),
    prepOwner: oneOf(one.prepOwner, `${name}.prepOwner`, OWNERS),
    ...(expiration === undefined ? {} : { expiration: text(expiration) }),
    ...(manufacturingLotCode === undefined ? {} : { manufacturingLotCode: text(manufacturingLotCode) }),
  };
}

export function readAddress(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw badRequest('ERROR: sourceAddress must not be null');
  required(value.name, 'sourceAddress.name', 50);
  required(value.addressLine1, 'sourceAddress.addressLine1', 180);
  optional(value.companyName, 'sourceAddress.companyName', 50);
  optional(value.addressLine2, 'sourceAddress.addressLine2', 60);
  required(value.city, 'sourceAddress.city', 30);
  optional(value.districtOrCounty, 'sourceAddress.districtOrCounty', 50);
  optional(value.stateOrProvinceCode, 'sourceAddress.stateOrProvinceCode', 64);
  required(value.postalCode, 'sourceAddress.postalCode', 32);
  required(value.phoneNumber, 'sourceAddress.phoneNumber', 20);
  optional(value.email, 'sourceAddress.email', 1024);
  if (!/^[A-Z]{2}$/.test(text(value.countryCode)))
    throw badRequest('ERROR: sourceAddress.countryCode must be two capital letters');
  return value;
}

export function readContact(value: unknown): void {
  if (value === undefined) return;
  if (!isRecord(value)) throw badRequest('ERROR: contactInformation must be an object');
  required(value.name, 'contactInformation.name', 50);
  required(value.phoneNumber, 'contactInformation.phoneNumber', 20);
  optional(value.email, 'contactInformation.email', 1024);
}

/** A measure in centimetres or kilograms. */
export function measured(
  value: unknown,
  field: string,
  unit: unknown,
  units: Record<string, number>,
  name: string,
): number {
  const factor = units[text(unit)];
  if (factor === undefined) throw badRequest(`ERROR: ${name} has an unknown unit`);
  if (typeof value !== 'number' || value <= 0 || value > 100_000)
    throw badRequest(`ERROR: ${name}.${field} must be between 0 and 100000`);
  return value * factor;
}
