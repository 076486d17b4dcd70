import { definePersonalData } from '../../core/personal-data.ts';

definePersonalData({
  ...{ table: 'dead_letter', whose: 'buyer', term: 'order' },
  what: ['未能读取的平台订单原文', 'Orders of platforms that could not be read, as they came'],
  columns: { raw: 'null' },
  harmless: ['platform_order_no', 'raw_hash', 'reason'],
});
