import type { Sandbox } from '../../../../../sandbox/src/main.ts';

/** The call by which a label is bought, as the faults of each carrier's stand-in name it. */
export const PURCHASE: Record<string, string> = {
  ups: '/ship',
  yunexpress: '/create',
  yanwen: 'order.create',
  fourpxDirect: 'order.create',
  edis: '/package {',
  usps: '/labels/v3/label',
  fedex: '/ship/v1/shipments ',
  dhlExpress: 'POST /dhlExpress/mydhlapi/shipments',
  dhlParcelDe: 'POST /dhlParcelDe/parcel/de/shipping/v2/orders',
};

export interface LabelsThere {
  standing: string[][];
  cancelled: number;
}

/** The labels under a reference at any of the stand-ins, each with all its numbers. */
export function labelsThere(sandbox: Sandbox, reference: string): LabelsThere {
  const ups = [...sandbox.ups.parcels.values()]
    .filter((one) => one.references.some(({ value }) => value === reference))
    .map(({ tracking, voided }) => ({ tracking, stage: voided ? 'cancelled' : 'created' }));
  const all = [...ups, ...sandbox.world.orderedUnder(reference)];
  const standing = all.filter(({ stage }) => stage !== 'cancelled');
  return {
    standing: standing.map((one) => Object.values(one).filter((value) => typeof value === 'string')),
    cancelled: all.length - standing.length,
  };
}
