import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  bulkCall,
  day,
  defineCall,
  documentHistory,
  exportCall,
  flag,
  id,
  idempotencyKey,
  integer,
  list,
  ok,
  pageOf,
  paging,
  positiveDecimal,
  text,
} from '../call.ts';
import { type DocumentActs, mayBy } from '../document-acts.ts';
import { costInput, lateCosts, one, transitCost } from './costs.ts';

export const LEG_STATES = ['draft', 'submitted', 'shipped', 'arrived', 'received', 'cancelled'] as const;
export type LegState = (typeof LEG_STATES)[number];
/** Whether an act applies to a document in its current state. */
export const legMay = mayBy({
  edit: ['draft'],
  submit: ['draft'],
  ship: ['submitted'],
  arrive: ['shipped'],
  receive: ['shipped', 'arrived'],
  travel: ['submitted', 'shipped', 'arrived'],
  cost: ['shipped', 'arrived', 'received'],
  cancel: ['draft', 'submitted'],
} satisfies DocumentActs<LegState>);
export const LEG_MODES = ['sea', 'air', 'rail', 'truck', 'express'] as const;
export const LEG_STEPS: Readonly<Record<LegState, readonly LegState[]>> = {
  draft: ['submitted', 'cancelled'],
  submitted: ['shipped', 'cancelled'],
  shipped: ['arrived', 'received'],
  arrived: ['received'],
  received: [],
  cancelled: [],
};
const legRow = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(LEG_STATES),
  mode: z.enum(LEG_MODES),
  fromWarehouseId: z.number().nullable(),
  fromName: z.string(),
  supplier: z.string(),
  warehouseId: z.number(),
  warehouseName: z.string(),
  forwarder: z.string(),
  container: z.string(),
  trackingNumber: z.string(),
  cartons: z.number(),
  departOn: z.string().nullable(),
  etaOn: z.string().nullable(),
  arrivedOn: z.string().nullable(),
  /** Days behind its ETA; 0 where it is not. */
  lateDays: z.number(),
  units: z.number(),
  received: z.number(),
  inboundId: z.number().nullable(),
  inboundNo: z.string().nullable(),
  remark: z.string(),
  version: z.number(),
  createdAt: z.string(),
});
export type LegRow = z.output<typeof legRow>;
const legDetail = legRow.extend({
  /** The allocation order that made it. */
  allocation: z.object({ id: z.number(), number: z.string() }).nullable(),
  lines: z.array(
    z.object({
      id: z.number(),
      productId: z.number(),
      sku: z.string(),
      nameZh: z.string(),
      nameEn: z.string(),
      quantity: z.number(),
      received: z.number(),
      goodsCost: z.string().nullable(),
      landedCost: z.string().nullable(),
    }),
  ),
  costs: z.array(transitCost),
});
export type LegDetail = z.output<typeof legDetail>;
export const legFilter = z.strictObject({
  state: z.enum(LEG_STATES).optional(),
  mode: z.enum(LEG_MODES).optional(),
  late: flag().optional(),
  text: text(80).optional(),
});
export type LegFilter = z.output<typeof legFilter>;
export const listLegs = defineCall({
  method: 'GET',
  path: '/seller/transit/legs',
  access: [rights.transitLeg.view],
  summary: 'Lists first legs, newest first.',
  input: legFilter.extend(paging),
  result: pageOf(legRow),
});
export const legTabs = defineCall({
  method: 'GET',
  path: '/seller/transit/legs/tabs',
  access: [rights.transitLeg.view],
  summary: 'Returns the number of first legs by status.',
  input: z.strictObject({}),
  result: z.object({ states: z.record(z.string(), z.number()) }),
});
export const getLeg = defineCall({
  method: 'GET',
  path: '/seller/transit/legs/detail',
  access: [rights.transitLeg.view],
  summary: 'Returns a first leg with its products and costs.',
  input: z.strictObject({ id: id() }),
  result: legDetail,
});
export const legHistory = defineCall({
  method: 'GET',
  path: '/seller/transit/legs/history',
  access: [rights.transitLeg.view],
  summary: 'Lists the history of a first leg, newest first.',
  input: z.strictObject({ id: id() }),
  result: documentHistory,
});
export const saveLeg = defineCall({
  method: 'POST',
  path: '/seller/transit/legs/save',
  access: [rights.transitLeg.add, rights.transitLeg.edit],
  summary: 'Creates a draft first leg, or updates the draft with `id`.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    fromWarehouseId: id().nullable().default(null),
    supplier: text(100).default(''),
    warehouseId: id(),
    mode: z.enum(LEG_MODES),
    forwarder: text(100).default(''),
    container: text(40).default(''),
    trackingNumber: text(64).default(''),
    cartons: integer(0, 100_000).default(0),
    departOn: day().nullable().default(null),
    etaOn: day().nullable().default(null),
    remark: text(300).default(''),
    lines: z
      .array(
        z.strictObject({
          productId: id(),
          quantity: integer(1, 1_000_000),
          goodsCost: positiveDecimal(6).nullable().default(null),
        }),
      )
      .min(1)
      .max(500),
    costs: costInput.default([]),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), number: z.string() }),
});
export const travelLeg = defineCall({
  method: 'POST',
  path: '/seller/transit/legs/travel',
  access: [rights.transitLeg.edit],
  summary: 'Updates the transport details and ETA of a first leg between submission and receipt, and of its ASN.',
  input: z.strictObject({
    ...one,
    version: integer(1),
    forwarder: text(100).default(''),
    container: text(40).default(''),
    trackingNumber: text(64).default(''),
    cartons: integer(0, 100_000).default(0),
    departOn: day().nullable().default(null),
    etaOn: day().nullable().default(null),
    remark: text(300).default(''),
  }),
  result: ok,
});
export const costLeg = defineCall({
  method: 'POST',
  path: '/seller/transit/legs/costs',
  access: [rights.transitLeg.edit],
  summary:
    'Adds costs that are billed after departure, allocated to the products: what is in stock costs more, what has left becomes a difference, and what never came is lost.',
  input: z.strictObject(lateCosts),
  result: ok,
});
export const moveLeg = defineCall({
  method: 'POST',
  path: '/seller/transit/legs/move',
  access: [rights.transitLeg.submit, rights.transitLeg.ship, rights.transitLeg.receive],
  summary:
    'Submits a first leg (allocates stock), ships it (creates an ASN at landed cost), records arrival or cancels it.',
  input: z.strictObject({
    ...one,
    to: z.enum(['submitted', 'shipped', 'arrived', 'cancelled']),
    /** The day on which it left or arrived; today without it. */
    on: day().optional(),
  }),
  result: ok,
});
export const deleteLegs = bulkCall(
  '/seller/transit/legs/delete',
  [rights.transitLeg.delete],
  'Deletes draft first legs.',
  z.strictObject({ ids: list(id(), 200), ...idempotencyKey }),
);
export const exportLegs = exportCall(
  '/seller/transit/legs/export',
  [rights.transitLeg.export],
  'Exports first legs to a file.',
  z.strictObject({ filter: legFilter.optional() }),
);
