import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, numeric, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  belongsTo,
  companyKeyedTable,
  companyTable,
  instant,
  keyOf,
  rawText,
  reference,
} from '../../core/database/table.ts';
import { shop } from '../channels/channels.tables.ts';
import { salesOrder } from '../orders/orders.tables.ts';

const FACILITY_TYPES = sql.raw(`facility_type in ('store', 'RDC', 'SDC', 'BDC', 'DFC')`);

/** The destination of an order for a retailer's stores and distribution centers, as the retailer sent it. */
export const dockOrder = companyKeyedTable(
  'dock_order',
  {
    orderId: reference('order_id').notNull(),
    facility: rawText('facility').notNull(),
    facilityType: text('facility_type').notNull(),
    timeZone: text('time_zone').notNull(),
    /** The earliest ship date. */
    shipFrom: instant('ship_from'),
  },
  (t) => [
    keyOf(t.companyId, t.orderId),
    belongsTo([t.companyId, t.orderId], [salesOrder.companyId, salesOrder.id]),
    check('dock_order_facility_type', FACILITY_TYPES),
  ],
);

export const dockAppointment = companyTable(
  'dock_appointment',
  {
    number: rawText('number').notNull(),
    shopId: reference('shop_id').notNull(),
    facility: rawText('facility').notNull(),
    facilityType: text('facility_type').notNull(),
    /** The facility's time zone: appointments use its local time. */
    timeZone: text('time_zone').notNull(),
    state: text('state').notNull().default('draft'),
    readyDay: date('ready_day').notNull(),
    wantedAt: instant('wanted_at'),
    appointmentAt: instant('appointment_at'),
    routingId: text('routing_id').notNull().default(''),
    scac: text('scac').notNull().default(''),
    proNumber: text('pro_number').notNull().default(''),
    trailer: text('trailer').notNull().default(''),
    dockDoor: text('dock_door').notNull().default(''),
    pallets: integer('pallets').notNull().default(0),
    cartons: integer('cartons').notNull().default(0),
    weightLb: numeric('weight_lb', { precision: 12, scale: 2 }).notNull().default('0'),
    /** Why it was refused. */
    reason: text('reason').notNull().default(''),
    /** manual, csv, edi: the last source of the agreed time. */
    source: text('source').notNull().default('manual'),
    /** Number of requests; each has its own reference. */
    asked: integer('asked').notNull().default(0),
    requestedAt: instant('requested_at'),
    /** none, due, done, failed */
    toldState: text('told_state').notNull().default('none'),
    toldError: text('told_error'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('dock_appointment_number').on(t.companyId, t.number),
    index('dock_appointment_shop').on(t.companyId, t.shopId, t.state),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]),
    check('dock_appointment_facility_type', FACILITY_TYPES),
    check(
      'dock_appointment_state_known',
      sql`state in ('draft', 'requested', 'confirmed', 'arrived', 'received', 'refused', 'no_show')`,
    ),
    check(
      'dock_appointment_known',
      sql`source in ('manual', 'csv', 'edi') and told_state in ('none', 'due', 'done', 'failed')`,
    ),
    check('dock_appointment_sense', sql`pallets >= 0 and cartons >= 0 and weight_lb >= 0`),
    check(
      'dock_appointment_has_time',
      sql`state not in ('confirmed', 'arrived', 'received', 'no_show') or appointment_at is not null`,
    ),
    check('dock_appointment_says_why', sql`state <> 'refused' or reason <> ''`),
  ],
);

export const dockAppointmentOrder = companyKeyedTable(
  'dock_appointment_order',
  {
    appointmentId: reference('appointment_id').notNull(),
    orderId: reference('order_id').notNull(),
    /** False after a refused or missed appointment: the order can be scheduled again. */
    live: boolean('live').notNull().default(true),
    receivedAt: instant('received_at'),
  },
  (t) => [
    keyOf(t.companyId, t.appointmentId, t.orderId),
    uniqueIndex('dock_appointment_order_once').on(t.companyId, t.orderId).where(sql`live`),
    index('dock_appointment_order_order').on(t.companyId, t.orderId),
    belongsTo([t.companyId, t.appointmentId], [dockAppointment.companyId, dockAppointment.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.orderId], [dockOrder.companyId, dockOrder.orderId]),
  ],
);
