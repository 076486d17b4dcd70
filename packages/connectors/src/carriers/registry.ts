import type { CarrierDefinition } from './definition.ts';
import { dhlExpress } from './dhlExpress/definition.ts';
import { dhlParcelDe } from './dhlParcelDe/definition.ts';
import { edis } from './edis/definition.ts';
import { fedex } from './fedex/definition.ts';
import { fourpxDirect } from './fourpxDirect/definition.ts';
import { ups } from './ups/definition.ts';
import { usps } from './usps/definition.ts';
import { yanwen } from './yanwen/definition.ts';
import { yunexpress } from './yunexpress/definition.ts';

/** Every carrier: a folder, and a line here. */
export const CARRIERS: readonly CarrierDefinition[] = [
  ups,
  yunexpress,
  yanwen,
  fourpxDirect,
  edis,
  usps,
  fedex,
  dhlExpress,
  dhlParcelDe,
];

export function findCarrier(carrier: string): CarrierDefinition | undefined {
  return CARRIERS.find((one) => one.carrier === carrier);
}
