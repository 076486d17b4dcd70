import { sql } from '../../core/database/sql.ts';
import { definePersonalData } from '../../core/personal-data.ts';

definePersonalData({
  ...{ table: 'sales_return', whose: 'buyer', term: 'order' },
  what: ['买家的退货说明和我们的答复', 'What the buyer wrote about a return, and our answer'],
  columns: { reason_text: 'empty', answer_note: 'empty' },
  harmless: [
    ...['number', 'platform', 'platform_return_no', 'platform_state', 'kind', 'state', 'wanted', 'reason', 'remark'],
    ...['tracking_number', 'carrier', 'currency', 'answer_state', 'answer_error', 'created_by'],
  ],
  ofOrders: (ids) => sql`order_id = any(${ids})`,
});
