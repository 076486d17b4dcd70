import { z } from 'zod';
import {
  day,
  defineCall,
  exportQueued,
  id,
  idempotencyKey,
  integer,
  list,
  ok,
  pageOf,
  paging,
  positiveDecimal,
  text,
  UPLOAD_LIMIT_BYTES,
} from './call.ts';
import { importPreview, importResult } from './imports.ts';

export const DOCK_STATES = ['draft', 'requested', 'confirmed', 'arrived', 'received', 'refused', 'no_show'] as const;
export type DockState = (typeof DOCK_STATES)[number];
export const FACILITY_TYPES = ['store', 'RDC', 'SDC', 'BDC', 'DFC'] as const;
/** What may follow each state. */
export const DOCK_STEPS: Readonly<Record<DockState, readonly DockState[]>> = {
  draft: ['requested', 'confirmed'],
  requested: ['confirmed', 'refused'],
  confirmed: ['arrived', 'received', 'refused', 'no_show'],
  arrived: ['received', 'refused'],
  received: [],
  refused: ['requested', 'confirmed'],
  no_show: ['requested', 'confirmed'],
};

const see = ['401', '415'] as const;
const ship = ['401:ship', '415:ship'] as const;
const bring = ['401:import', '415:import'] as const;

/** A day and a time by the clock of the place, without a zone: 2026-11-30T08:00. */
const localTime = () => z.string().regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/);
const scac = () => z.string().regex(/^([A-Z]{2,4})?$/);
const count = () => integer(0, 100_000);

const appointment = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(DOCK_STATES),
  shopId: z.number(),
  shopName: z.string(),
  facility: z.string(),
  facilityType: z.enum(FACILITY_TYPES),
  timeZone: z.string(),
  readyDay: z.string(),
  /** Both by the clock of the place. */
  wantedAt: z.string().nullable(),
  appointmentAt: z.string().nullable(),
  routingId: z.string(),
  scac: z.string(),
  proNumber: z.string(),
  trailer: z.string(),
  dockDoor: z.string(),
  pallets: z.number(),
  cartons: z.number(),
  weightLb: z.string(),
  reason: z.string(),
  source: z.enum(['manual', 'csv', 'edi']),
  /** What became of telling Home Depot: none, due, done, failed. */
  toldState: z.enum(['none', 'due', 'done', 'failed']),
  toldError: z.string().nullable(),
  version: z.number(),
  orders: z.array(
    z.object({ id: z.number(), poNumber: z.string(), platformOrderNo: z.string(), received: z.boolean() }),
  ),
});
export type DockAppointment = z.output<typeof appointment>;

export const dockFilter = {
  state: z.enum(DOCK_STATES).optional(),
  /** The beginning of a number, of an order's or of a facility's. */
  text: text(80).optional(),
};

export const listDockAppointments = defineCall({
  method: 'GET',
  path: '/seller/dock/appointments',
  access: see,
  summary: "Appointments at the retailer's docks, newest first.",
  input: z.strictObject({ ...paging, ...dockFilter }),
  result: pageOf(appointment),
});
export const getOrderDock = defineCall({
  method: 'GET',
  path: '/seller/dock/order',
  access: see,
  summary: 'Where an order for a store or distribution centre goes to, when it may be sent, and its appointments.',
  input: z.strictObject({ id: id() }),
  result: z.object({
    facility: z.string(),
    facilityType: z.enum(FACILITY_TYPES),
    timeZone: z.string(),
    shipFrom: z.string().nullable(),
    shipBy: z.string().nullable(),
    appointments: z.array(appointment),
  }),
});
export const saveDockAppointment = defineCall({
  method: 'POST',
  path: '/seller/dock/save',
  access: ship,
  summary: 'Drafts an appointment for orders of one facility, or changes the one of this id before it is asked for.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    /** Left out where a draft is changed: it keeps its orders. */
    orderIds: list(id(), 200).optional(),
    readyDay: day(),
    wantedAt: localTime(),
    scac: scac().default(''),
    proNumber: text(40).default(''),
    trailer: text(40).default(''),
    pallets: count().default(0),
    cartons: count().default(0),
    weightLb: positiveDecimal(2).default('0'),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), number: z.string() }),
});
export const requestDockAppointment = defineCall({
  method: 'POST',
  path: '/seller/dock/request',
  access: ship,
  summary: 'Asks for an appointment; also once more, after it was refused or missed.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: ok,
});
export const noteDockAppointment = defineCall({
  method: 'POST',
  path: '/seller/dock/note',
  access: ship,
  summary:
    'Notes what was agreed or what happened: confirmed (with its time), arrived, received, refused (with why), missed.',
  input: z.strictObject({
    id: id(),
    to: z.enum(['confirmed', 'arrived', 'received', 'refused', 'no_show']),
    appointmentAt: localTime().optional(),
    routingId: text(40).optional(),
    dockDoor: text(20).optional(),
    reason: text(300).optional(),
    ...idempotencyKey,
  }),
  result: ok,
});
export const deleteDockAppointment = defineCall({
  method: 'POST',
  path: '/seller/dock/delete',
  access: ship,
  summary: 'Deletes a draft.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const exportDockAppointments = defineCall({
  method: 'POST',
  path: '/seller/dock/export',
  access: ['401:export', '415:export'],
  summary: 'Writes the appointments of a filter into a file.',
  input: z.strictObject({ filter: z.strictObject(dockFilter).optional() }),
  result: exportQueued,
});
export const dockTemplate = defineCall({
  method: 'GET',
  path: '/seller/dock/importTemplate',
  access: bring,
  summary: 'The template for appointments: a row for each order.',
  input: z.strictObject({}),
  result: z.unknown(),
  download: true,
});
export const previewDockImport = defineCall({
  method: 'POST',
  path: '/seller/dock/importPreview',
  access: bring,
  summary: 'Reads a filled template or a .csv with its titles and says row by row what would happen.',
  input: z.strictObject({}),
  result: importPreview,
  upload: { maxBytes: UPLOAD_LIMIT_BYTES, kinds: ['xls', 'xlsx', 'csv'] },
});
export const dockImportErrors = defineCall({
  method: 'GET',
  path: '/seller/dock/importErrors',
  access: bring,
  summary: 'The rows of a previewed file that have errors, with what is wrong.',
  input: z.strictObject({ importId: id() }),
  result: z.unknown(),
  download: true,
});
export const commitDockImport = defineCall({
  method: 'POST',
  path: '/seller/dock/importCommit',
  access: bring,
  summary: 'Takes over the good rows of a previewed file, once.',
  input: z.strictObject({ importId: id(), ...idempotencyKey }),
  result: importResult,
});
