import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { day, defineCall, id, idempotencyKey, integer, ok, pageOf, paging, text } from '../call.ts';
import { type DocumentActs, mayBy } from '../document-acts.ts';
import { carrier } from './carriers.ts';

/** `uncertain`: nobody knows whether the carrier took the request. */
export const PICKUP_STATES = ['requesting', 'uncertain', 'ordered', 'refused', 'cancelled'] as const;
export const pickupState = z.enum(PICKUP_STATES);
export type PickupState = z.output<typeof pickupState>;
/** Whether an act applies to a pickup in its current state. */
export const pickupMay = mayBy({
  cancel: ['ordered'],
  settle: ['uncertain'],
} satisfies DocumentActs<PickupState>);

const view = [rights.manifest.view];
const order = [rights.manifest.pickup];
const clock = () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const pickupRow = z.object({
  id: z.number(),
  number: z.string(),
  state: pickupState,
  warehouseName: z.string(),
  carrier,
  accountName: z.string(),
  /** Day and hours of the warehouse's own clock. */
  day: z.string(),
  ready: z.string(),
  closes: z.string(),
  parcels: z.number().int(),
  weightGrams: z.number().int(),
  confirmation: z.string().nullable(),
  /** Null without the right to see costs. */
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  lastError: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.string(),
});
export type PickupRow = z.output<typeof pickupRow>;
export const pickupFilter = z.strictObject({
  state: pickupState.optional(),
  warehouseId: id().optional(),
  from: day().optional(),
  to: day().optional(),
});
export type PickupFilter = z.output<typeof pickupFilter>;

export const listPickups = defineCall({
  method: 'GET',
  path: '/seller/logistics/pickup/list',
  access: view,
  summary: 'Lists the pickups that carriers were asked for, newest first.',
  input: pickupFilter.extend(paging),
  result: pageOf(pickupRow),
});
export const pickupOffers = defineCall({
  method: 'GET',
  path: '/seller/logistics/pickup/offers',
  access: order,
  summary:
    'Returns the accounts whose carriers collect on request, the warehouses with today’s day there, and the labeled parcels that have not left.',
  input: z.strictObject({}),
  result: z.object({
    accounts: z.array(z.object({ id: z.number(), name: z.string(), carrier })),
    warehouses: z.array(z.object({ id: z.number(), name: z.string(), timeZone: z.string(), today: z.string() })),
    waiting: z.array(
      z.object({
        warehouseId: z.number(),
        accountId: z.number(),
        parcels: z.number().int(),
        weightGrams: z.number().int(),
      }),
    ),
  }),
});
export const orderPickup = defineCall({
  method: 'POST',
  path: '/seller/logistics/pickup/order',
  access: order,
  summary:
    'Asks a carrier to collect from a warehouse. A second pickup of the same account, warehouse and day needs `again`. A request whose answer is lost is not repeated.',
  input: z
    .strictObject({
      warehouseId: id(),
      accountId: id(),
      day: day(),
      ready: clock(),
      closes: clock(),
      parcels: integer(1, 999),
      weightGrams: integer(1, 50_000_000),
      again: z.boolean().default(false),
      ...idempotencyKey,
    })
    .refine(({ ready, closes }) => ready < closes, { path: ['closes'] }),
  result: z.object({ id: z.number(), state: pickupState, confirmation: z.string().nullable() }),
});
export const cancelPickup = defineCall({
  method: 'POST',
  path: '/seller/logistics/pickup/cancel',
  access: order,
  summary: 'Cancels a pickup with the carrier.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const settlePickup = defineCall({
  method: 'POST',
  path: '/seller/logistics/pickup/settle',
  access: order,
  summary:
    'Settles a pickup whose answer was lost. `ask` looks it up where the carrier lists pickups; otherwise a person says what the carrier said.',
  input: z.strictObject({
    id: id(),
    outcome: z.enum(['ask', 'ordered', 'notOrdered']),
    confirmation: text(80).default(''),
  }),
  result: z.object({ state: pickupState }),
});
