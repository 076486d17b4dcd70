import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, id, idempotencyKey, integer, list, ok, pageOf, paging, requiredText, text } from '../call.ts';
import { EXPORT_FORMATS, EXPORT_STATES } from '../catalog/exports.ts';
import { linkKey } from '../links.ts';
import { REPORT_NAMES, requestedReport } from '../reports.ts';

// The report centre: the files that a person had made in the background, schedules that make them, links that share them.
const { view, add } = rights.reportCentre;
const BASE = '/seller/reportFormsRequest';

const request = z.object({
  id: z.number(),
  name: z.string(),
  /** Which of the reports; null for the file of any other page. */
  report: z.enum(REPORT_NAMES).nullable(),
  state: z.enum(EXPORT_STATES),
  format: z.enum(EXPORT_FORMATS),
  rowsDone: z.number(),
  rowsTotal: z.number().nullable(),
  bytes: z.number().nullable(),
  error: z.string().nullable(),
  at: z.string(),
  finishedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  /** The schedule that requested it. */
  schedule: z.string().nullable(),
  rerunOf: z.number().nullable(),
  /** The titles of its columns, once it is there. */
  columns: z.array(z.string()).nullable(),
  /** Links to it that are open. */
  links: z.number().int(),
});
export type ReportRequest = z.output<typeof request>;
const requestFilter = z.strictObject({
  state: z.enum(EXPORT_STATES).optional(),
  report: z.enum(REPORT_NAMES).optional(),
  text: text(80).optional(),
});
export type RequestFilter = z.output<typeof requestFilter>;

export const listReportRequests = defineCall({
  ...{ method: 'GET', path: `${BASE}/list`, access: [view] },
  summary: 'Lists the files that the user had made in the background, newest first.',
  input: requestFilter.extend(paging),
  result: pageOf(request),
});
export const getReportFormsRequestPage = defineCall({
  ...{ method: 'GET', path: `${BASE}/getReportFormsRequestPage`, access: [view] },
  summary: 'Lists the files that the user had made in the background, newest first.',
  input: z.strictObject({ pageNum: integer(1, 100_000).default(1), pageSize: integer(1, 200).default(30) }),
  result: z.object({ list: z.array(request), total: z.number().int() }),
});

const format = z.enum(EXPORT_FORMATS).default('xlsx');
/** A name alone: as the report is usually grouped, of its usual days. */
const chosenReport = z.union([z.enum(REPORT_NAMES), requestedReport]);
const queued = z.object({ exportId: z.number() });
export const addReportFormsRequest = defineCall({
  ...{ method: 'POST', path: `${BASE}/addReportFormsRequest`, access: [add] },
  summary: 'Makes a report into a file in the background. It is downloaded when it is done.',
  input: z.strictObject({ report: chosenReport, format, ...idempotencyKey }),
  result: queued,
});
export const rerunReportRequest = defineCall({
  ...{ method: 'POST', path: `${BASE}/rerun`, access: [add] },
  summary: 'Makes a file again. Days that move, as the last 30, are those of today; the rights are those of now.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: queued,
});
export const deleteReportRequest = defineCall({
  ...{ method: 'POST', path: `${BASE}/delete`, access: [view] },
  summary: 'Deletes one of the user’s finished requests with its file and its links.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const getReportCentre = defineCall({
  ...{ method: 'GET', path: `${BASE}/centre`, access: [view] },
  summary: 'Returns the reports that the user may make into files, and for how many days files can be downloaded.',
  input: z.strictObject({}),
  result: z.object({
    days: z.number().int(),
    maySaveDays: z.boolean(),
    /** As they are usually grouped. */
    reports: z.array(z.object({ report: requestedReport, title: z.string() })),
  }),
});
export const saveFileDays = defineCall({
  ...{ method: 'POST', path: `${BASE}/saveDays`, access: [add] },
  summary: 'Sets for how many days files can be downloaded that are made from now on. Main accounts only.',
  input: z.strictObject({ days: integer(1, 365) }),
  result: ok,
});

// ---- schedules
export const EVERY = ['day', 'week', 'month'] as const;
export type Every = (typeof EVERY)[number];
export const READERS_AT_MOST = 20;
const plan = {
  every: z.enum(EVERY),
  /** Of weekly ones: 1 for Monday. */
  weekday: integer(1, 7).nullable().default(null),
  /** Of monthly ones. Where a month is shorter, its last day. */
  monthDay: integer(1, 31).nullable().default(null),
  /** Of the company's day. */
  hour: integer(0, 23),
};
const schedule = z.object({
  id: z.number(),
  version: z.number(),
  name: z.string(),
  report: requestedReport,
  format: z.enum(EXPORT_FORMATS),
  every: z.enum(EVERY),
  weekday: z.number().nullable(),
  monthDay: z.number().nullable(),
  hour: z.number(),
  state: z.enum(['active', 'paused']),
  /** Why it is paused: by a person, or because its owner's account is disabled or gone. */
  paused: z.enum(['', 'person', 'owner']),
  nextAt: z.string(),
  lastAt: z.string().nullable(),
  /** What became of the owner's last file. */
  lastState: z.enum(EXPORT_STATES).nullable(),
  lastError: z.string().nullable(),
  owner: z.string(),
  mine: z.boolean(),
  readers: z.array(z.object({ id: z.number(), name: z.string() })),
});
export type ReportSchedule = z.output<typeof schedule>;

export const listReportSchedules = defineCall({
  ...{ method: 'GET', path: `${BASE}/schedules`, access: [view] },
  summary: 'Lists the user’s own schedules of reports; a main account sees those of all.',
  input: z.strictObject({ text: text(80).optional(), ...paging }),
  result: pageOf(schedule),
});
export const saveReportSchedule = defineCall({
  ...{ method: 'POST', path: `${BASE}/saveSchedule`, access: [add] },
  summary: 'Creates a schedule that makes a report regularly, or changes one of the user’s own by `id` and `version`.',
  input: z
    .strictObject({
      id: id().optional(),
      version: integer(1).optional(),
      name: requiredText(80),
      report: requestedReport,
      format,
      ...plan,
      /** Members who get a file by their own rights, and a mail that says so. */
      readers: list(id(), READERS_AT_MOST).default([]),
      ...idempotencyKey,
    })
    .refine(({ every, weekday }) => every !== 'week' || weekday !== null, { path: ['weekday'] })
    .refine(({ every, monthDay }) => every !== 'month' || monthDay !== null, { path: ['monthDay'] }),
  result: z.object({ id: z.number() }),
});
export const pauseReportSchedule = defineCall({
  ...{ method: 'POST', path: `${BASE}/pauseSchedule`, access: [add] },
  summary: 'Pauses a schedule, or lets it go on from its next time.',
  input: z.strictObject({ id: id(), paused: z.boolean() }),
  result: ok,
});
export const deleteReportSchedule = defineCall({
  ...{ method: 'POST', path: `${BASE}/deleteSchedule`, access: [add] },
  summary: 'Deletes a schedule. Files that it has made stay.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const reportReaders = defineCall({
  ...{ method: 'GET', path: `${BASE}/readers`, access: [add] },
  summary: 'Finds members who may be readers of a schedule by their name.',
  input: z.strictObject({ text: text(60).default(''), ids: list(id(), READERS_AT_MOST).optional() }),
  result: z.array(z.object({ id: z.number(), name: z.string() })),
});

// ---- what a link shows. Links are made, listed and revoked by the calls of links.ts.
export const openReportFile = defineCall({
  ...{ method: 'POST', path: '/seller/link/reportFile', access: 'public' },
  summary: 'Returns what file a link shares: its name, size and columns.',
  input: z.strictObject({ key: linkKey() }),
  result: z.object({
    company: z.string(),
    recipient: z.string(),
    expiresAt: z.string(),
    name: z.string(),
    /** It is not there yet, it can be downloaded, or it will not be there. */
    state: z.enum(['waiting', 'ready', 'gone']),
    rows: z.number().nullable(),
    bytes: z.number().nullable(),
    columns: z.array(z.string()),
    madeBy: z.string(),
    madeAt: z.string(),
  }),
  secret: true,
});
export const sharedReportFile = defineCall({
  ...{ method: 'POST', path: '/seller/link/reportFile/download', access: 'public', download: true },
  summary: 'Returns the file that a link shares.',
  input: z.strictObject({ key: linkKey() }),
  result: z.unknown(),
  secret: true,
});
