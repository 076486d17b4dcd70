import { z } from 'zod';
import type { PlatformCarrier } from '../../capabilities/shipments.ts';
import { optionalText } from '../../read.ts';
import type { ShopAccess } from '../../types.ts';
import type { MiraklClient } from './client.ts';

/** Operators may be asked once a day. */
const FRESH_MS = 24 * 3_600_000;
const MOST = 1000;

const carriersShape = z.object({
  carriers: z.array(z.object({ code: z.string().min(1), label: z.string(), standard_code: optionalText })),
});
type Carrier = z.output<typeof carriersShape>['carriers'][number];
const configurationShape = z.object({
  features: z.object({ shipment: z.object({ multi_shipment: z.boolean() }).nullish() }).nullish(),
});

/** What of an operator hardly ever changes, kept for a day by shop. */
function daily<T>(now: () => number, read: (access: ShopAccess) => Promise<T>) {
  const known = new Map<string, { at: number; value: T }>();
  return async (access: ShopAccess): Promise<T> => {
    const key = `${access.tokens.keys?.instance ?? ''}/${access.account}`;
    const found = known.get(key);
    if (found && now() - found.at < FRESH_MS) return found.value;
    const value = await read(access);
    if (known.size >= MOST) known.clear();
    known.set(key, { at: now(), value });
    return value;
  };
}

export function createOperator({ call }: MiraklClient, now: () => number) {
  const carriers = daily<Carrier[]>(now, async (access) => {
    const request = { operation: 'SH21', method: 'GET', path: '/api/shipping/carriers', effect: 'read' } as const;
    return (await call(access, { ...request, shape: carriersShape })).carriers;
  });

  /** Whether orders are shipped parcel by parcel; otherwise there is one parcel for the whole order. */
  const shipsInParts = daily(now, async (access) => {
    const request = { operation: 'PC01', method: 'GET', path: '/api/platform/configuration', effect: 'read' } as const;
    const answered = await call(access, { ...request, shape: configurationShape });
    return answered.features?.shipment?.multi_shipment ?? false;
  });

  const listCarriers = async (access: ShopAccess): Promise<PlatformCarrier[]> =>
    (await carriers(access)).map(({ code, label }) => ({ code, name: label }));

  /** The operator's carrier of that code or name, if it has one. */
  async function findCarrier(access: ShopAccess, ...names: string[]): Promise<string | undefined> {
    const desired = new Set(names.filter(Boolean).map((name) => name.toUpperCase()));
    const known = await carriers(access);
    const fits = (text: string | undefined) => text !== undefined && desired.has(text.toUpperCase());
    return (known.find((one) => fits(one.code)) ?? known.find((one) => fits(one.label) || fits(one.standard_code)))
      ?.code;
  }

  return { listCarriers, findCarrier, shipsInParts };
}

export type Operator = ReturnType<typeof createOperator>;
