import { z } from 'zod';
import { rights } from './access/modules.ts';
import {
  currency,
  day,
  decimal,
  defineCall,
  exportCall,
  flag,
  id,
  idOrNone,
  integer,
  list,
  ok,
  pageOf,
  paging,
  requiredText,
  saying,
  text,
} from './call.ts';

const dated = z.object({
  currency: z.string(),
  /** Units of the base currency for one unit of `currency`. */
  toBase: z.string(),
  /** Valid from this day on, until the next dated rate. */
  onDay: z.string(),
  /** initial: the rates of a new company; ecb: the European Central Bank; manual: a person. */
  source: z.enum(['initial', 'ecb', 'manual']),
});

export const getExchangeRateList = defineCall({
  method: 'GET',
  path: '/seller/exchangeRate/getExchangeRateList',
  access: 'user',
  summary: 'Returns today’s exchange rates of the requested currencies, or of all currencies that have one.',
  input: z.strictObject({ currencys: list(currency(), 200).default([]) }),
  result: z.object({ baseCurrency: z.string(), list: z.array(dated) }),
});
export const listExchangeRates = defineCall({
  method: 'GET',
  path: '/seller/settings/listExchangeRates',
  access: [rights.exchangeRate.view],
  summary: 'Lists each currency with its rate of today, the previous rate and the number of dated rates.',
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
  access: [rights.exchangeRate.view],
  summary: 'Lists all dated rates of a currency, newest first.',
  input: z.strictObject({ currency: currency(), ...paging }),
  result: pageOf(dated),
});
export const saveExchangeRate = defineCall({
  method: 'POST',
  path: '/seller/settings/saveExchangeRate',
  access: [rights.exchangeRate.edit],
  summary: 'Sets the exchange rate of a currency from a day on. Existing bookings keep their rate.',
  input: z.strictObject({
    currency: currency(),
    onDay: day(),
    toBase: decimal(8).refine((value) => Number(value) > 0),
    /** The confirmation for a jump of more than 20 %. */
    sure: flag().default(false),
  }),
  result: ok,
});
export const deleteExchangeRate = defineCall({
  method: 'POST',
  path: '/seller/settings/deleteExchangeRate',
  access: [rights.exchangeRate.edit],
  summary: 'Deletes a dated rate; the previous one applies again. The last rate of a currency cannot be deleted.',
  input: z.strictObject({ currency: currency(), onDay: day() }),
  result: ok,
});
export const syncExchangeRates = defineCall({
  method: 'POST',
  path: '/seller/settings/syncExchangeRates',
  access: [rights.exchangeRate.sync],
  summary: 'Fetches the European Central Bank’s reference rates now. Rates set manually for a day stay.',
  input: z.strictObject({}),
  result: z.object({
    /** The latest published day. */
    day: z.string(),
    saved: z.number().int(),
    /** Currencies whose rate moved by more than a fifth since the one before: left for a person to set. */
    doubtful: z.array(z.string()),
  }),
});

// ---- audit log

export const auditFilter = z.strictObject({
  /** Company-local days, both included. */
  from: day().optional(),
  to: day().optional(),
  userId: idOrNone().optional(),
  action: text(60).optional(),
  targetKind: text(60).optional(),
  targetId: text(60).optional(),
  /** Prefix of its name at that time. */
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
  access: [rights.auditLog.view],
  summary:
    'Lists the audit log, newest first: who did what to which record. `before` continues after a row without counting.',
  input: auditFilter.extend({ before: id().optional(), ...paging }),
  result: pageOf(auditRow),
});
export const auditChoices = defineCall({
  method: 'GET',
  path: '/seller/settings/auditChoices',
  access: [rights.auditLog.view],
  summary: 'Lists the actions and users that the audit log can be filtered by.',
  input: z.strictObject({}),
  result: z.object({
    actions: z.array(z.object({ name: z.string(), title: z.string() })),
    users: z.array(z.object({ userId: z.number(), name: z.string() })),
  }),
});
export const exportAudit = exportCall(
  '/seller/settings/exportAudit',
  [rights.auditLog.export],
  'Exports the audit log to a file in the background.',
  z.strictObject({ filter: auditFilter.default({}) }),
);

// ---- dropdown options: choices that a company extends

const dropOption = z.object({
  id: z.number(),
  zootId: z.string(),
  /** In lists of two levels: the parent option. */
  rid: z.number().nullable(),
  /** The value stored with documents; never changes. */
  value: z.string(),
  labelZh: z.string(),
  labelEn: z.string(),
  /** In the reader's language. */
  label: z.string(),
  place: z.number().int(),
  /** Off: nobody can choose it any more; records that have it keep it. */
  enabled: z.boolean(),
  builtIn: z.boolean(),
});
export type DropOption = z.output<typeof dropOption>;

export const getSelectZoot = defineCall({
  method: 'GET',
  path: '/seller/dropList/getSelectZoot',
  access: 'user',
  summary: 'Lists the options of a dropdown list, including disabled ones.',
  input: z.strictObject({ zootId: text(60).min(1) }),
  result: z.object({ list: z.array(dropOption) }),
});
export const getDropLists = defineCall({
  method: 'GET',
  path: '/seller/dropList/getDropLists',
  access: 'user',
  summary: 'Lists all dropdown lists, and the options of the list `sonId` (under its option `rid`).',
  input: z.strictObject({ sonId: text(60).optional(), rid: id().optional() }),
  result: z.object({
    lists: z.array(z.object({ zootId: z.string(), title: z.string(), options: z.number().int() })),
    list: z.array(dropOption),
  }),
});
const optionInput = z.strictObject({
  id: id().optional(),
  zootId: text(60).min(1),
  rid: id().nullable().optional(),
  /** Of a new option; its English or Chinese name where none is given. */
  value: text(60).optional(),
  labelZh: text(60).min(1),
  labelEn: text(60).default(''),
  place: integer(0, 9999).optional(),
  enabled: flag().default(true),
});
export type DropOptionInput = z.output<typeof optionInput>;
export const saveOnedropList = defineCall({
  method: 'POST',
  path: '/seller/dropList/saveOnedropList',
  access: [rights.dropdown.add, rights.dropdown.edit],
  summary: 'Adds an option, or changes its name, its position and whether it is enabled.',
  input: z.strictObject({ option: optionInput }),
  result: z.object({ id: z.number() }),
});
export const saveDropListData = defineCall({
  method: 'POST',
  path: '/seller/dropList/saveDropListData',
  access: [rights.dropdown.add, rights.dropdown.edit],
  summary: 'Adds or changes many options at once, all or none.',
  input: z.strictObject({ list: z.array(optionInput).min(1).max(500) }),
  result: z.object({ ids: z.array(z.number()) }),
});
export const delDropListData = defineCall({
  method: 'POST',
  path: '/seller/dropList/delDropListData',
  access: [rights.dropdown.delete],
  summary: 'Deletes options. Those that are built in, in use or have options under them are disabled instead.',
  input: z.strictObject({ ids: list(id(), 500).refine((ids) => ids.length > 0) }),
  result: z.object({ deleted: z.array(z.number()), disabled: z.array(z.number()) }),
});

// ---- other ERPs, by name (/ERPStoredocking)

export const listErpNames = defineCall({
  method: 'GET',
  path: '/seller/settings/listErpNames',
  access: [rights.salesChannel.view],
  summary: 'Lists the ERPs named for this company.',
  input: z.strictObject({}),
  result: z.object({ list: z.array(z.object({ id: z.number(), name: z.string() })) }),
});
export const saveErpName = defineCall({
  method: 'POST',
  path: '/seller/settings/saveErpName',
  access: [rights.salesChannel.authorize],
  summary: 'Adds or renames an ERP. The name must not contain Chinese characters.',
  input: z.strictObject({
    id: id().optional(),
    name: z
      .string(saying('settings.erpNameNeeded'))
      .trim()
      .max(60)
      .min(1, { error: saying('settings.erpNameNeeded') })
      .refine((name) => !/\p{Script=Han}/u.test(name), { error: saying('settings.erpNameChinese') }),
  }),
  result: z.object({ id: z.number() }),
});
export const deleteErpNames = defineCall({
  method: 'POST',
  path: '/seller/settings/deleteErpNames',
  access: [rights.salesChannel.authorize],
  summary: 'Removes ERPs from the list.',
  input: z.strictObject({
    ids: list(id(), 200, saying('settings.erpChooseOne')).refine((ids) => ids.length > 0, {
      error: saying('settings.erpChooseOne'),
    }),
  }),
  result: ok,
});

// ---- views of lists: filters that are kept by name

const viewQuery = z.record(z.string().max(40), z.string().max(500)).refine((query) => Object.keys(query).length <= 60);
const listId = requiredText(80);
export const listViews = defineCall({
  method: 'GET',
  path: '/seller/settings/listViews',
  access: 'user',
  summary: 'Lists saved views of a list: the user’s own first, then those that others share with the company.',
  input: z.strictObject({ listId }),
  result: z.object({
    list: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        query: viewQuery,
        shared: z.boolean(),
        own: z.boolean(),
        /** Who made it; empty once that account is gone. */
        by: z.string(),
        mayDelete: z.boolean(),
      }),
    ),
  }),
});
export const saveView = defineCall({
  method: 'POST',
  path: '/seller/settings/saveView',
  access: 'user',
  summary: 'Saves a view of a list. Replaces the user’s own view of the same name.',
  input: z.strictObject({ listId, name: requiredText(40), query: viewQuery, shared: flag().default(false) }),
  result: z.object({ id: z.number() }),
});
export const deleteView = defineCall({
  method: 'POST',
  path: '/seller/settings/deleteView',
  access: 'user',
  summary: 'Deletes a view. Allowed for its creator and, if it is shared, for main accounts.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
