import { definePersonalData } from '../../core/personal-data.ts';

definePersonalData(
  {
    ...{ table: 'wholesale_customer', whose: 'contact', term: 'partner' },
    what: ['批发客户的联系人和地址', 'Contacts and address of a wholesale customer'],
    columns: { contacts: 'none', address: 'null' },
    harmless: ['name', 'tax_id', 'language', 'currency', 'remark'],
  },
  {
    ...{ table: 'wholesale_order', whose: 'contact', term: 'books' },
    what: ['批发订单的收货地址', 'Where a wholesale order goes'],
    columns: { ship_to: 'stays' },
    harmless: ['number', 'state', 'customer_ref', 'currency', 'incoterm', 'incoterm_place', 'remark'],
  },
);
