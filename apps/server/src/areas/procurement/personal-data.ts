import { definePersonalData } from '../../core/personal-data.ts';

definePersonalData(
  {
    ...{ table: 'supplier', whose: 'contact', term: 'partner' },
    what: ['供应商的联系人', 'Contact of a supplier'],
    columns: { contact: 'empty', phone: 'empty', email: 'empty', wechat: 'empty', address: 'empty' },
    harmless: [
      'code',
      'name_zh',
      'name_en',
      'currency',
      'terms',
      'tax_id',
      'shop1688',
      'remark',
      'state',
      'block_reason',
    ],
  },
  {
    ...{ table: 'supplier_answer', whose: 'contact', term: 'partner' },
    what: ['供应商答复人', 'Who answered for a supplier'],
    columns: { recipient: 'stays', remark: 'stays' },
    harmless: ['state', 'decided_by', 'decision'],
  },
  {
    ...{ table: 'supplier_packing', whose: 'contact', term: 'partner' },
    what: ['填写装箱单的供应商人员', 'Who filled in a packing list of a supplier'],
    columns: { recipient: 'stays', remark: 'stays' },
    harmless: [
      'carrier',
      'tracking_number',
      'goods',
      'boxes',
      'file_hash',
      'file_name',
      'state',
      'decided_by',
      'decision',
    ],
  },
  {
    ...{ table: 'sourcing_order', whose: 'member', term: 'books' },
    what: ['1688 采购单的收货地址', 'Where an order at 1688 is sent'],
    columns: { address: 'stays' },
    harmless: ['reference', 'state', 'address_id', 'placed_by', 'error'],
  },
);
