import { z } from 'zod';
import { currency, day, decimal, defineCall, flag, id, integer, list, ok, pageOf, paging, text } from './call.ts';

const dated = z.object({
  currency: z.string(),
  /** Units of the base currency for one unit of `currency`. */
  toBase: z.string(),
  /** Valid from this day on, until the next dated rate. */
  onDay: z.string(),
  /** initial: what a new company began with; manual: a person. */
  source: z.enum(['initial', 'manual']),
});

export const getExchangeRateList = defineCall({
  method: 'GET',
  path: '/seller/exchangeRate/getExchangeRateList',
  access: 'user',
  summary: "Today's rates of the asked currencies, or of all that have one.",
  input: z.strictObject({ currencys: list(currency(), 200).default([]) }),
  result: z.object({ baseCurrency: z.string(), list: z.array(dated) }),
});
export const listExchangeRates = defineCall({
  method: 'GET',
  path: '/seller/settings/listExchangeRates',
  access: ['999'],
  summary: 'Each currency with its rate of today, the one before it and how many dated rates it has.',
  input: z.strictObject({ text: text(40).optional(), ...paging }),
  result: pageOf(
    dated.extend({
      previous: z.string().nullable(),
      /** Change against the previous rate in percent. */
      changePercent: z.string().nullable(),
      rates: z.number().int(),
      /** A dated rate lies in the future. */
      planned: z.object({ toBase: z.string(), onDay: z.string() }).nullable(),
    }),
  ).extend({ baseCurrency: z.string(), today: z.string() }),
});
export const listRateHistory = defineCall({
  method: 'GET',
  path: '/seller/settings/listRateHistory',
  access: ['999'],
  summary: 'All dated rates of a currency, newest first.',
  input: z.strictObject({ currency: currency(), ...paging }),
  result: pageOf(dated),
});
export const saveExchangeRate = defineCall({
  method: 'POST',
  path: '/seller/settings/saveExchangeRate',
  access: ['999:edit'],
  summary: 'Sets the rate of a currency from a day on. What is booked keeps the rate it was booked with.',
  input: z.strictObject({
    currency: currency(),
    onDay: day(),
    toBase: decimal(8).refine((value) => Number(value) > 0),
    /** Said after the question that a jump of more than 20 % raises. */
    sure: flag().default(false),
  }),
  result: ok,
});
export const deleteExchangeRate = defineCall({
  method: 'POST',
  path: '/seller/settings/deleteExchangeRate',
  access: ['999:edit'],
  summary: 'Removes a dated rate; the one before it is valid again. The last rate of a currency stays.',
  input: z.strictObject({ currency: currency(), onDay: day() }),
  result: ok,
});

// ---- audit log

export const auditFilter = z.strictObject({
  /** Company-local days, both included. */
  from: day().optional(),
  to: day().optional(),
  userId: integer(0).optional(),
  action: text(60).optional(),
  targetKind: text(60).optional(),
  targetId: text(60).optional(),
  /** The beginning of what the thing was called. */
  text: text(60).optional(),
});
const auditRow = z.object({
  id: z.number(),
  at: z.string(),
  userId: z.number(),
  actor: z.string(),
  action: z.string(),
  title: z.string(),
  targetKind: z.string(),
  targetId: z.string(),
  targetName: z.string(),
  detail: z.record(z.string(), z.unknown()).nullable(),
  address: z.string(),
});
export type AuditRow = z.output<typeof auditRow>;
export type AuditFilter = z.output<typeof auditFilter>;

export const listAudit = defineCall({
  method: 'GET',
  path: '/seller/settings/listAudit',
  access: ['1000'],
  summary: 'Who did what to what the company runs on, newest first. `before` goes on after a row without counting.',
  input: auditFilter.extend({ before: id().optional(), ...paging }),
  result: pageOf(auditRow),
});
export const auditChoices = defineCall({
  method: 'GET',
  path: '/seller/settings/auditChoices',
  access: ['1000'],
  summary: 'Acts and people that the log can be filtered by.',
  input: z.strictObject({}),
  result: z.object({
    actions: z.array(z.object({ name: z.string(), title: z.string() })),
    users: z.array(z.object({ userId: z.number(), name: z.string() })),
  }),
});
export const exportAudit = defineCall({
  method: 'POST',
  path: '/seller/settings/exportAudit',
  access: ['1000:export'],
  summary: 'Queues a file of the log.',
  input: z.strictObject({ filter: auditFilter.default({}) }),
  result: z.object({ exportId: z.number() }),
});
