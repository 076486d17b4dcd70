import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
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
  requiredText,
  text,
} from '../call.ts';
import { type DocumentActs, mayBy } from '../document-acts.ts';
import { stockCondition } from '../stock.ts';

/** full: every location, with all other work stopped; the others freeze nothing. */
export const COUNT_KINDS = ['full', 'cycle', 'risk', 'chosen'] as const;
export const countKind = z.enum(COUNT_KINDS);
export const COUNT_STATES = ['open', 'counting', 'waiting', 'done', 'cancelled'] as const;
export const countState = z.enum(COUNT_STATES);
export type CountState = z.output<typeof countState>;
/** Whether an act applies to a document in its current state. */
export const countMay = mayBy({
  start: ['open'],
  recount: ['counting'],
  submit: ['counting'],
  cancel: ['open', 'counting'],
} satisfies DocumentActs<CountState>);

export const countFilter = z.strictObject({
  state: countState.optional(),
  kind: countKind.optional(),
  warehouseId: id().optional(),
  from: day().optional(),
  to: day().optional(),
  /** Prefix of a number. */
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
  /** Locations with a requested second count. */
  again: z.number(),
  /** Lines whose last count differs from the system quantity; null in a blind count. */
  differences: z.number().nullable(),
  refused: z.number(),
  /** Finds less losses in base currency; null before booking and without the right to see costs. */
  value: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.string(),
  doneAt: z.string().nullable(),
});
export type CountRow = z.output<typeof countRow>;

const COUNTERS = [rights.count.view, rights.scanStation.count] as const;

export const listCounts = defineCall({
  method: 'GET',
  path: '/seller/warehouse/count/list',
  access: [...COUNTERS],
  summary: 'Lists stock counts, newest first.',
  input: countFilter.extend(paging),
  result: pageOf(countRow),
});
export const countTabs = defineCall({
  method: 'GET',
  path: '/seller/warehouse/count/tabs',
  access: [...COUNTERS],
  summary: 'Returns the number of stock counts by open status, and of locations that wait to be counted.',
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
  /** null in a blind count. */
  expected: z.number().nullable(),
  counted: z.number(),
  difference: z.number().nullable(),
  /** Of the difference: the booked cost, before booking the last cost. Null without the right to see costs. */
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
  summary: 'Returns a stock count with its locations along the pick path, its lines and variances.',
  input: z.strictObject({ id: id() }),
  result: countRow.extend({
    /** While it is counted or waits: what differs by now at the last costs; null without the right to see costs. */
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
  access: [rights.count.add],
  summary:
    'Creates a count. full: everything; cycle: areas or oldest counts; risk: worst tasks; chosen: locations, products.',
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
  result: z.object({
    id: z.number(),
    number: z.string(),
    locations: z.number(),
    /** Unfinished counts with some of these locations: whoever counts second there is refused. */
    elsewhere: z.array(z.object({ number: z.string(), locations: z.number(), codes: z.array(z.string()) })),
  }),
});
export const startCount = defineCall({
  method: 'POST',
  path: '/seller/warehouse/count/start',
  access: [rights.count.start],
  summary: 'Starts a stock count. A full count stops all other work in its warehouse from then on.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: ok,
});

export const countedItem = z.strictObject({
  /** SKU, barcode or FNSKU. */
  code: requiredText(80),
  quantity: integer(0, 1_000_000),
  /** Without it the number is spread over the known conditions, first those that are not for sale. */
  condition: stockCondition.optional(),
  /** Without it the number is spread over the batches in the location, first the one that expires first. */
  batch: text(60).optional(),
});
export const countLocationCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/count/location',
  access: [rights.count.start, rights.scanStation.count],
  summary:
    'Records all units in a location; omitted products count as missing. A second count must be requested first.',
  input: z.strictObject({
    countId: id(),
    locationCode: requiredText(60),
    items: z.array(countedItem).max(500),
    /** The duration of the counting: a difference in goods that moved meanwhile needs a second count. */
    seconds: integer(0, 604_800).optional(),
    ...idempotencyKey,
  }),
  result: z.object({
    locationId: z.number(),
    code: z.string(),
    round: z.number(),
    /** Lines that differ; null in a blind count. */
    differences: z.number().nullable(),
    /** Goods moved during the count: it needs a second one, by the same person if necessary. */
    again: z.boolean(),
    left: z.number(),
  }),
});
export const recountCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/count/recount',
  access: [rights.count.start, rights.count.submit],
  summary: 'Requests a recount of locations, or of all with variances. Another person must do it where there is one.',
  input: z.strictObject({ id: id(), locationIds: list(id(), 2000).optional(), ...idempotencyKey }),
  result: z.object({ locations: z.number() }),
});
export const submitCount = defineCall({
  method: 'POST',
  path: '/seller/warehouse/count/submit',
  access: [rights.count.submit],
  summary: 'Ends counting: variances are booked or wait for approval. Uncounted locations stay unchanged.',
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
  access: [rights.count.start],
  summary: 'Cancels a stock count. Nothing of it is booked.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: ok,
});
export const exportCounts = exportCall(
  '/seller/warehouse/count/export',
  [rights.count.export],
  'Exports the counted lines of the matching stock counts to an Excel file in the background.',
  z.strictObject({ filter: countFilter }),
);
export const printCount = defineCall({
  method: 'GET',
  path: '/seller/warehouse/count/print',
  access: [rights.count.view],
  summary: 'Prints count sheets as PDF along the pick path. Blind sheets show no quantities.',
  input: z.strictObject({ id: id() }),
  result: z.never(),
  download: true,
});

/** The data for counting with a phone: where to go, and the system quantity unless the count is blind. */
export const countWork = defineCall({
  method: 'GET',
  path: '/seller/warehouse/count/work',
  access: [rights.count.start, rights.scanStation.count],
  summary: 'Lists the locations of a stock count that are still to be counted, along the pick path.',
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
  access: [rights.count.view],
  summary: 'Lists count tasks: locations with a suspected variance that nobody has started to count, worst first.',
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
  access: [rights.count.view],
  summary: 'Returns how often products of high (A), medium (B) and low turnover (C) are counted in a warehouse.',
  input: z.strictObject({ warehouseId: id() }),
  result: z.object(settingShape),
});
export const saveCountSetting = defineCall({
  method: 'POST',
  path: '/seller/warehouse/count/saveSetting',
  access: [rights.count.add],
  summary: 'Sets the cycle count schedule of a warehouse, which the daily job follows.',
  input: z.strictObject({ warehouseId: id(), ...settingShape }),
  result: ok,
});
