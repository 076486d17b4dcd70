import { sql } from '../../core/database/sql.ts';
import { definePersonalData } from '../../core/personal-data.ts';

definePersonalData(
  {
    ...{ table: 'sales_order', whose: 'buyer', term: 'order' },
    what: ['买家、收件人和地址、买家留言', 'Buyer, recipient with address, note of the buyer'],
    columns: { buyer_name: 'empty', buyer_email: 'empty', buyer_note: 'empty', buyer_ref: 'empty', ship_to: 'null' },
    // The country stays for taxes; remarks are what members wrote about the order.
    harmless: [
      ...[
        'platform',
        'platform_order_no',
        'display_no',
        'status',
        'exception',
        'resume_status',
        'fulfilled_by',
        'origin',
      ],
      ...['platform_lines', 'currency', 'country', 'summary', 'service_code', 'tracking_number'],
      ...['confirm_state', 'shipment', 'confirm_error', 'marketplace_id', 'fulfilment_refs', 'platform_hold'],
      ...['service_level', 'service_asked', 'remark'],
    ],
    ofOrders: (ids) => sql`id = any(${ids})`,
  },
  {
    ...{ table: 'order_term', whose: 'buyer', term: 'order' },
    what: ['按买家查找订单的搜索词', 'Words by which orders are found by their buyer'],
    columns: { term: 'empty' },
    harmless: [],
    erasesRows: true,
    ofOrders: (ids) => sql`order_id = any(${ids}) and buyer`,
  },
  {
    ...{ table: 'buyer_read', whose: 'member', term: 'reads' },
    what: ['谁在哪天看过哪个订单的买家', 'Who was shown the buyer of which order, and when'],
    columns: {},
    harmless: ['way'],
  },
  {
    ...{ table: 'buyer_read_day', whose: 'member', term: 'reads' },
    what: ['每人每天看过多少个买家', 'How many buyers a person was shown on a day'],
    columns: {},
    harmless: ['way'],
  },
);
