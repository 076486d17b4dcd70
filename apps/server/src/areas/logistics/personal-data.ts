import { sql } from '../../core/database/sql.ts';
import { definePersonalData } from '../../core/personal-data.ts';

definePersonalData(
  {
    ...{ table: 'parcel', whose: 'buyer', term: 'order' },
    what: [
      '印有地址的面单和报关单、承运商的报错',
      'Labels and customs papers with the address, errors in the carrier’s words',
    ],
    columns: { label_file: 'file', label_raw_file: 'file', customs_file: 'file', last_error: 'null' },
    // The beginning of the postal code serves delivery times.
    harmless: [
      ...['reference', 'order_no', 'country', 'postal_prefix', 'state', 'carrier', 'service_code', 'service_name'],
      ...['shipment_id', 'tracking_number', 'label_currency', 'duty_estimate', 'quotes', 'remarks', 'invoice_paper'],
      ...['invoice_error', 'stage', 'last_scan'],
    ],
    ofOrders: (ids) => sql`order_id = any(${ids})`,
  },
  {
    ...{ table: 'parcel_piece', whose: 'buyer', term: 'order' },
    what: ['印有地址的面单', 'Labels with the address'],
    columns: { label_raw_file: 'file' },
    harmless: ['tracking_number', 'shipment_id'],
    ofOrders: (ids) =>
      sql`parcel_id in (select id from parcel where company_id = ${sql.company} and order_id = any(${ids}))`,
  },
  {
    ...{ table: 'address_check', whose: 'buyer', term: 'order' },
    what: ['承运商给出的地址建议', 'Addresses that a carrier suggested'],
    columns: { suggestions: 'none', detail: 'empty', address_key: 'empty' },
    harmless: ['carrier', 'verdict'],
    erasesRows: true,
    ofOrders: (ids) => sql`order_id = any(${ids})`,
  },
  {
    ...{ table: 'tracking_event', whose: 'buyer', term: 'record' },
    what: ['承运商的扫描记录，可能含签收人姓名', 'Scans of carriers, which may name who signed'],
    columns: { description: 'stays' },
    harmless: ['stage', 'place', 'raw_code', 'source'],
    ofOrders: (ids) =>
      sql`parcel_id in (select id from parcel where company_id = ${sql.company} and order_id = any(${ids}))`,
  },
);
