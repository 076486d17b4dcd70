import { timeOfCell } from '../../../core/cell-time.ts';
import type { ImportColumn } from '../../../core/imports.ts';

const upper = (text: string) => text.toUpperCase();
const FIRST = [
  '首行必填，同一订单的其他行可留空',
  'Required in the first row of an order, optional in its other rows',
] as const;
const OPTIONAL = ['选填，写在订单的首行', 'Optional, in the first row of an order'] as const;
const AMOUNT = ['数字，最多 4 位小数，例如 12.50', 'A number with at most 4 decimals, for example 12.50'] as const;

/** One row per order line. Order-level values belong in the order's first row. */
export const columns: readonly ImportColumn[] = [
  {
    key: 'orderNo',
    title: ['订单号', 'Order number'],
    required: true,
    example: 'A-1001',
    hint: ['同一店铺内唯一；同一订单的多个商品写多行', 'Unique in the shop. Use one row per item of an order'],
  },
  {
    key: 'shop',
    title: ['店铺', 'Shop'],
    required: true,
    example: 'Demo shop',
    hint: ['店铺名称', 'Shop name'],
  },
  {
    key: 'orderedAt',
    title: ['下单时间', 'Ordered at'],
    example: '2026-11-22 08:30',
    hint: [
      '首行必填，公司所在时区，例如 2026-11-22 08:30',
      "Required in the first row, in the company's time zone, for example 2026-11-22 08:30",
    ],
    read: timeOfCell,
  },
  {
    key: 'sku',
    title: ['店铺SKU', 'Seller SKU'],
    required: true,
    example: 'LAMP-1',
    hint: ['区分大小写', 'Case-sensitive'],
  },
  {
    key: 'title',
    title: ['商品名称', 'Title'],
    example: 'Desk lamp',
    hint: ['选填，默认为 SKU', 'Optional, defaults to the SKU'],
  },
  {
    key: 'quantity',
    title: ['数量', 'Quantity'],
    required: true,
    example: '2',
    hint: ['1 以上的整数', 'A whole number, 1 or more'],
  },
  { key: 'unitPrice', title: ['单价', 'Unit price'], required: true, example: '12.50', hint: AMOUNT },
  { key: 'discount', title: ['行折扣', 'Line discount'], example: '', hint: AMOUNT },
  { key: 'tax', title: ['行税额', 'Line tax'], example: '', hint: AMOUNT },
  {
    key: 'currency',
    title: ['币种', 'Currency'],
    example: 'USD',
    hint: ['三位字母，默认为店铺币种', 'Three letters, defaults to the shop’s currency'],
    read: upper,
  },
  { key: 'shippingAmount', title: ['运费收入', 'Shipping paid'], example: '4.99', hint: AMOUNT },
  { key: 'name', title: ['收件人', 'Recipient'], example: 'Ann Buyer', hint: FIRST },
  { key: 'line1', title: ['地址1', 'Address line 1'], example: '1 Elm St', hint: FIRST },
  { key: 'line2', title: ['地址2', 'Address line 2'], example: '', hint: OPTIONAL },
  { key: 'city', title: ['城市', 'City'], example: 'Austin', hint: FIRST },
  { key: 'state', title: ['州/省', 'State'], example: 'TX', hint: OPTIONAL },
  { key: 'postalCode', title: ['邮编', 'Postal code'], example: '78701', hint: OPTIONAL },
  {
    key: 'country',
    title: ['国家', 'Country'],
    example: 'US',
    hint: ['首行必填，两位字母，例如 US', 'Required in the first row, two letters, for example US'],
    read: upper,
  },
  { key: 'phone', title: ['电话', 'Phone'], example: '+1 512 555 0100', hint: OPTIONAL },
  { key: 'email', title: ['邮箱', 'Email'], example: 'ann@example.test', hint: OPTIONAL },
  { key: 'note', title: ['买家留言', "Buyer's note"], example: '', hint: OPTIONAL },
  {
    key: 'lineId',
    title: ['平台行号', 'Line id'],
    example: '',
    hint: [
      '选填；为平台店铺补录订单时填写平台的商品行编号，否则无法标发',
      'Optional. For orders of a platform shop, enter the platform’s line ID, or the shipment cannot be confirmed',
    ],
  },
  {
    key: 'updatedAt',
    title: ['更新时间', 'Updated at'],
    example: '',
    hint: [
      '选填，默认为下单时间；修改已有订单时须晚于上次的更新时间',
      'Optional, defaults to the order time. To change an existing order, enter a time later than its last update',
    ],
    read: timeOfCell,
  },
];
