import type { CarrierDefinition } from './definition.ts';
import { ups } from './ups/definition.ts';

/** Every carrier: a folder, and a line here. */
export const CARRIERS: readonly CarrierDefinition[] = [ups];

export function findCarrier(carrier: string): CarrierDefinition | undefined {
  return CARRIERS.find((one) => one.carrier === carrier);
}
