import { z } from 'zod';
import { rights } from './access/modules.ts';
import {
  day,
  defineCall,
  exportCall,
  id,
  idempotencyKey,
  integer,
  list,
  ok,
  pageOf,
  paging,
  positiveDecimal,
  text,
} from './call.ts';
import { type DocumentActs, mayBy } from './document-acts.ts';
import { importCalls } from './imports.ts';

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
const before = (step: DockState) => DOCK_STATES.filter((state) => DOCK_STEPS[state].includes(step));
/** Whether an act applies to an appointment in its current state. A step is named after the state that it leads to. */
export const dockMay = mayBy({
  edit: ['draft', 'refused', 'no_show'],
  delete: ['draft'],
  /** A line of a file changes or confirms it. */
  import: ['draft', 'requested'],
  /** It came to nothing: its orders may have another appointment. */
  replace: ['refused', 'no_show'],
  requested: before('requested'),
  confirmed: before('confirmed'),
  arrived: before('arrived'),
  received: before('received'),
  refused: before('refused'),
  no_show: before('no_show'),
} satisfies DocumentActs<DockState>);

const see = [rights.order.view, rights.dockOrder.view] as const;
const ship = [rights.order.ship, rights.dockOrder.ship] as const;
const bring = [rights.order.import, rights.dockOrder.import] as const;

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
  /** The state of the message to Home Depot: none, due, done, failed. */
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
  /** Prefix of a number, of an order's or of a facility's. */
  text: text(80).optional(),
};

export const listDockAppointments = defineCall({
  method: 'GET',
  path: '/seller/dock/appointments',
  access: see,
  summary: 'Lists appointments at the retailer’s docks, newest first.',
  input: z.strictObject({ ...paging, ...dockFilter }),
  result: pageOf(appointment),
});
export const getOrderDock = defineCall({
  method: 'GET',
  path: '/seller/dock/order',
  access: see,
  summary: 'Returns the store or distribution center of an order, its shipping window and its dock appointments.',
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
  summary: 'Creates a draft appointment for orders of one facility, or updates one that is a draft, refused or missed.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    /** Left out for an existing draft: it keeps its orders. */
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
  summary: 'Requests a dock appointment, also again after it was refused or missed.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: ok,
});
export const noteDockAppointment = defineCall({
  method: 'POST',
  path: '/seller/dock/note',
  access: ship,
  summary:
    'Records an appointment as confirmed (with its time), arrived, received, refused (with the reason) or missed.',
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
  summary: 'Deletes a draft appointment.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const exportDockAppointments = exportCall(
  '/seller/dock/export',
  [rights.order.export, rights.dockOrder.export],
  'Exports the appointments that match the filter to a file.',
  z.strictObject({ filter: z.strictObject(dockFilter).optional() }),
);
export const {
  template: dockTemplate,
  preview: previewDockImport,
  errors: dockImportErrors,
  commit: commitDockImport,
} = importCalls({
  of: 'dock orders',
  access: bring,
  paths: {
    template: '/seller/dock/importTemplate',
    preview: '/seller/dock/importPreview',
    errors: '/seller/dock/importErrors',
    commit: '/seller/dock/importCommit',
  },
  kinds: ['xls', 'xlsx', 'csv'],
});
