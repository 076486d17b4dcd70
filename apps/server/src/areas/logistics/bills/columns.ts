import { BILL_FIELDS, type BillField, type BillMapping } from '@tradewind/contract/logistics.ts';

/** How invoices call their columns: without blanks and signs, the likeliest first. */
const NAMES: Record<BillField, readonly string[]> = {
  trackingNumber: [
    'trackingnumber',
    'trackingno',
    'tracking',
    'waybill',
    'awb',
    'leadshipmentnumber',
    'piecenumber',
    '跟踪号',
    '运单号',
    '快递单号',
    '物流单号',
    '转单号',
  ],
  reference: [
    'reference',
    'customerreference',
    'orderno',
    'ordernumber',
    'shipperreference',
    'ref',
    '参考号',
    '客户单号',
    '订单号',
    '客户订单号',
    '出库单号',
    '业务单号',
    '单号',
  ],
  service: ['service', 'servicetype', 'product', 'servicename', '服务', '渠道', '产品', '运输方式', '物流产品'],
  day: [
    'shipmentdate',
    'shipdate',
    'date',
    'pickupdate',
    'transactiondate',
    '日期',
    '发货日期',
    '收货日期',
    '签入时间',
  ],
  weight: ['billedweight', 'chargeableweight', 'ratedweight', 'weight', '计费重', '计费重量', '结算重', '重量'],
  length: ['length', '长'],
  width: ['width', '宽'],
  height: ['height', '高'],
  zone: ['zone', '分区', '区域'],
  charge: ['chargedescription', 'chargetype', 'chargename', 'feetype', '费用类型', '费用名称', '费用项'],
  amount: [
    'totalamount',
    'totalcharge',
    'total',
    'netamount',
    'amount',
    'invoiceamount',
    '总金额',
    '总费用',
    '合计',
    '金额',
    '费用',
  ],
  claimReference: [
    'claimreference',
    'claimnumber',
    'claimno',
    'casenumber',
    'disputenumber',
    '索赔号',
    '理赔单号',
    '索赔单号',
  ],
};
/** Columns of single charges, where no column says which charge a row is. */
const PARTS = /surcharge|correction|residential|fee$|freight|charge$|tax$|运费$|附加费$|燃油|税$|费$/;
const plain = (title: string) => title.toLowerCase().replaceAll(/\([^)]*\)|（[^）]*）|[^a-z0-9\p{Script=Han}]/gu, '');
const HEAD_WITHIN = 20;

/** The line of the titles: of the first ones the one that knows most columns. */
export function headOf(rows: readonly string[][]): number {
  const known = new Set(Object.values(NAMES).flat());
  const hits = rows.slice(0, HEAD_WITHIN).map((row) => row.filter((cell) => known.has(plain(cell))).length);
  const most = Math.max(0, ...hits);
  return most === 0 ? 0 : hits.indexOf(most);
}

/** What each column says by its name. A remembered mapping counts if the file still has all of its columns. */
export function proposed(titles: readonly string[], remembered: BillMapping | null) {
  if (
    remembered &&
    [...Object.values(remembered.columns), ...remembered.parts].every((title) => titles.includes(title ?? ''))
  )
    return { mapping: remembered, remembered: true };
  const columns: BillMapping['columns'] = {};
  const used = new Set<string>();
  for (const field of BILL_FIELDS) {
    const title = NAMES[field].flatMap((name) => titles.find((one) => plain(one) === name && !used.has(one)) ?? [])[0];
    if (title === undefined) continue;
    columns[field] = title;
    used.add(title);
  }
  const parts = columns.charge
    ? []
    : titles.filter((title) => !used.has(title) && PARTS.test(plain(title))).slice(0, 30);
  const unit = (field: BillField) => columns[field]?.toLowerCase() ?? '';
  const weightUnit = /lb|磅/.test(unit('weight'))
    ? 'lb'
    : /oz|盎司/.test(unit('weight'))
      ? 'oz'
      : /[(（](g|克)[)）]/.test(unit('weight'))
        ? 'g'
        : 'kg';
  const sideUnit = /\bin\b|inch|英寸/.test(unit('length')) ? 'in' : /mm|毫米/.test(unit('length')) ? 'mm' : 'cm';
  return { mapping: { columns, parts, weightUnit, sideUnit } satisfies BillMapping, remembered: false };
}
