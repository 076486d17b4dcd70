import { z } from 'zod';
import {
  day,
  defineCall,
  documentHistory,
  exportQueued,
  flag,
  id,
  idempotencyKey,
  integer,
  list,
  ok,
  pageOf,
  paging,
  requiredText,
  text,
} from '../call.ts';
import { stockCondition } from '../stock.ts';

/** full: every location, nothing else moves meanwhile; the others freeze nothing. */
export const COUNT_KINDS = ['full', 'cycle', 'risk', 'chosen'] as const;
export const countKind = z.enum(COUNT_KINDS);
export const COUNT_STATES = ['open', 'counting', 'waiting', 'done', 'cancelled'] as const;
export const countState = z.enum(COUNT_STATES);
export type CountState = z.output<typeof countState>;

export const countFilter = z.strictObject({
  state: countState.optional(),
  kind: countKind.optional(),
  warehouseId: id().optional(),
  from: day().optional(),
  to: day().optional(),
  /** The beginning of a number. */
  text: text(60).optional(),
});
export type CountFilter = z.output<typeof countFilter>;

const countRow = z.object({
  id: z.number(),
  number: z.string(),
  kind: countKind,
  state: countState,
  blind: z.boolean(),
  warehouseId: z.number(),
  warehouseName: z.string(),
  remark: z.string(),
  locations: z.number(),
  counted: z.number(),
  /** Locations that somebody asked to count once more. */
  again: z.number(),
  /** Lines whose last count differs from the books; null for whoever counts blind. */
  differences: z.number().nullable(),
  refused: z.number(),
  /** Finds less losses in base currency; null before booking and for those who may not see costs. */
  value: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.string(),
  doneAt: z.string().nullable(),
});
export type CountRow = z.output<typeof countRow>;

const COUNTERS = ['506', '509:count'] as const;

export const listCounts = defineCall({
  method: 'GET',
  path: '/seller/warehouse/count/list',
  access: [...COUNTERS],
  summary: 'Counts, newest first.',
  input: countFilter.extend(paging),
  result: pageOf(countRow),
});
export const countTabs = defineCall({
  method: 'GET',
  path: '/seller/warehouse/count/tabs',
  access: [...COUNTERS],
  summary: 'How many counts are in each open state, and how many locations wait to be counted.',
  input: z.strictObject({ warehouseId: id().optional() }),
  result: z.object({ counts: z.record(z.string(), z.number()), tasks: z.number() }),
});

const countLine = z.object({
  id: z.number(),
  locationId: z.number(),
  locationCode: z.string(),
  round: z.number(),
  /** The last one, which is booked. */
  last: z.boolean(),
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  batchId: z.number(),
  batchCode: z.string().nullable(),
  condition: stockCondition,
  /** null for whoever counts blind. */
  expected: z.number().nullable(),
  counted: z.number(),
  difference: z.number().nullable(),
  /** Of the difference; what was booked, before that at the last cost. Null for those who may not see costs. */
  value: z.string().nullable(),
  outcome: z.enum(['booked', 'refused']).nullable(),
  reason: z.string().nullable(),
  actor: z.string(),
  countedAt: z.string(),
});
export type CountLine = z.output<typeof countLine>;
const countPlace = z.object({
  locationId: z.number(),
  code: z.string(),
  round: z.number(),
  again: z.boolean(),
  actor: z.string().nullable(),
  countedAt: z.string().nullable(),
});
export type CountPlace = z.output<typeof countPlace>;

export const getCount = defineCall({
  method: 'GET',
  path: '/seller/warehouse/count/detail',
  access: [...COUNTERS],
  summary: 'A count with its locations along the walking path, its lines and differences.',
  input: z.strictObject({ id: id() }),
  result: countRow.extend({
    /** While it is counted or waits: what differs by now at the last costs; null for whoever may not see books or costs. */
    valueSoFar: z.string().nullable(),
    products: z.array(z.object({ id: z.number(), sku: z.string() })),
    /** The first 2,000 along the walking path. */
    places: z.array(countPlace),
    /** Every round of the first 2,000. */
    lines: z.array(countLine),
    history: documentHistory,
  }),
});

export const addCount = defineCall({
  method: 'POST',
  path: '/seller/warehouse/count/add',
  access: ['506:add'],
  summary:
    'A new count. full: every location; cycle: areas, or the locations counted the longest ago; risk: the worst of what waits to be counted; chosen: locations or products.',
  input: z.strictObject({
    warehouseId: id(),
    kind: countKind,
    blind: flag().default(true),
    remark: text(200).default(''),
    areas: list(text(10), 50).optional(),
    locationCodes: list(text(60), 1000).optional(),
    productIds: list(id(), 200).optional(),
    /** What waits to be counted: these, or the worst `most`. */
    taskIds: list(id(), 1000).optional(),
    most: integer(1, 1000).default(20),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), number: z.string(), locations: z.number() }),
});
export const startCount = defineCall({
  method: 'POST',
  path: '/seller/warehouse/count/start',
  access: ['506:start'],
  summary: 'Counting begins. A full count stops everything else in its warehouse from now on.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: ok,
});

export const countedItem = z.strictObject({
  /** SKU, barcode or FNSKU. */
  code: requiredText(80),
  quantity: integer(0, 1_000_000),
  /** Without it the number is spread over the conditions the books know there, what is not for sale first. */
  condition: stockCondition.optional(),
  /** Without it the number is spread over the batches that lie there, what runs out first first. */
  batch: text(60).optional(),
});
export const countLocationCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/count/location',
  access: ['506:start', '509:count'],
  summary:
    'What lies in a location, all of it: what is not told is not there. A second count of it has to be asked for.',
  input: z.strictObject({
    countId: id(),
    locationCode: requiredText(60),
    items: z.array(countedItem).max(500),
    /** How long the counting took: what differs and moved meanwhile is counted once more. */
    seconds: integer(0, 604_800).optional(),
    ...idempotencyKey,
  }),
  result: z.object({
    locationId: z.number(),
    code: z.string(),
    round: z.number(),
    /** Lines that differ; null where the counter counts blind. */
    differences: z.number().nullable(),
    /** Something moved while it was counted: it is to be counted once more, by the same person if need be. */
    again: z.boolean(),
    left: z.number(),
  }),
});
export const recountCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/count/recount',
  access: ['506:start', '506:submit'],
  summary: 'Asks for another count of locations, or of all that differ. Somebody else has to do it where there is one.',
  input: z.strictObject({ id: id(), locationIds: list(id(), 2000).optional(), ...idempotencyKey }),
  result: z.object({ locations: z.number() }),
});
export const submitCount = defineCall({
  method: 'POST',
  path: '/seller/warehouse/count/submit',
  access: ['506:submit'],
  summary: 'Counting is over: differences are booked, or wait for approval. Locations nobody counted stay as they are.',
  input: z.strictObject({
    id: id(),
    /** Although locations are not counted. */
    anyway: flag().default(false),
    ...idempotencyKey,
  }),
  result: z.object({ state: countState, booked: z.number(), refused: z.number(), value: z.string().nullable() }),
});
export const cancelCount = defineCall({
  method: 'POST',
  path: '/seller/warehouse/count/cancel',
  access: ['506:start'],
  summary: 'Throws a count away; nothing of it is booked.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: ok,
});
export const exportCounts = defineCall({
  method: 'POST',
  path: '/seller/warehouse/count/export',
  access: ['506:export'],
  summary: 'Queues an Excel file of the counted lines of the counts that match.',
  input: z.strictObject({ filter: countFilter }),
  result: exportQueued,
});
export const printCount = defineCall({
  method: 'GET',
  path: '/seller/warehouse/count/print',
  access: ['506'],
  summary: 'Count sheets as PDF along the walking path; blind ones tell no figures.',
  input: z.strictObject({ id: id() }),
  result: z.never(),
  download: true,
});

/** What a phone needs to count: where to go, and what lies there by the books where it may be told. */
export const countWork = defineCall({
  method: 'GET',
  path: '/seller/warehouse/count/work',
  access: ['506:start', '509:count'],
  summary: 'The locations of a count that are still to be counted, along the walking path.',
  input: z.strictObject({ id: id() }),
  result: z.object({
    id: z.number(),
    number: z.string(),
    blind: z.boolean(),
    total: z.number(),
    left: z.number(),
    places: z.array(
      countPlace.extend({
        /** Empty where the count is blind. */
        goods: z.array(
          z.object({
            sku: z.string(),
            barcode: z.string().nullable(),
            nameZh: z.string(),
            nameEn: z.string(),
            condition: z.string(),
            onHand: z.number(),
          }),
        ),
      }),
    ),
  }),
});

export const TASK_REASONS = ['short', 'refusedScan', 'refusedBooking', 'negative', 'drift', 'abc'] as const;
export const taskReason = z.enum(TASK_REASONS);
export type TaskReason = z.output<typeof taskReason>;
const taskRow = z.object({
  id: z.number(),
  warehouseId: z.number(),
  warehouseName: z.string(),
  locationId: z.number(),
  locationCode: z.string(),
  productId: z.number(),
  sku: z.string().nullable(),
  nameZh: z.string(),
  nameEn: z.string(),
  reason: taskReason,
  weight: z.number(),
  times: z.number(),
  detail: z.record(z.string(), z.unknown()).nullable(),
  createdAt: z.string(),
});
export type CountTaskRow = z.output<typeof taskRow>;
export const listCountTasks = defineCall({
  method: 'GET',
  path: '/seller/warehouse/count/tasks',
  access: ['506'],
  summary: 'Places where the books are in doubt and that nobody has begun to count, the worst first.',
  input: z.strictObject({ warehouseId: id().optional(), reason: taskReason.optional(), ...paging }),
  result: pageOf(taskRow),
});
const settingShape = {
  enabled: z.boolean(),
  basis: z.enum(['picks', 'value']),
  daysA: integer(1, 3650),
  daysB: integer(1, 3650),
  daysC: integer(1, 3650),
  most: integer(1, 1000),
};
export const getCountSetting = defineCall({
  method: 'GET',
  path: '/seller/warehouse/count/setting',
  access: ['506'],
  summary: 'How often what sells most (A), less (B) and least (C) is to be counted in a warehouse.',
  input: z.strictObject({ warehouseId: id() }),
  result: z.object(settingShape),
});
export const saveCountSetting = defineCall({
  method: 'POST',
  path: '/seller/warehouse/count/saveSetting',
  access: ['506:add'],
  summary: 'Sets the schedule of a warehouse; the daily job goes by it.',
  input: z.strictObject({ warehouseId: id(), ...settingShape }),
  result: ok,
});
