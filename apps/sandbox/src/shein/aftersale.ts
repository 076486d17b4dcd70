import { exact } from '../kit/exact.ts';
import { pageOf } from '../kit/listing.ts';
import { moneyBetween, type SandboxMoney } from '../world/money.ts';
import { dollars } from '../world/orders.ts';
import type { ReturnState, SandboxReturn } from '../world/returns.ts';
import type { Shop } from '../world/shop.ts';
import type { Call, Operation } from './api.ts';
import { refused } from './errors.ts';
import { clock, integer, pageIn, texts, windowIn } from './params.ts';
import { SHEIN } from './signing.ts';
import { SITE, skuCodeOf } from './views.ts';

const STATUS: Record<ReturnState, number> = {
  requested: 2,
  approved: 7,
  shipped: 6,
  received: 5,
  refunded: 9,
  rejected: 3,
};

function returnList({ ctx, shop, body }: Call) {
  const kind = integer('queryType', body.queryType, 1, 3);
  const [from, before] = windowIn(body, ['startTime', 'endTime'], 48);
  const { offset, size } = pageIn(body, 30);
  const timeOf = (one: SandboxReturn) => (kind === 3 ? one.updatedAt : one.createdAt);
  const found = shop.returns.filter((one) => timeOf(one) >= from && timeOf(one) < before);
  const page = pageOf(ctx, SHEIN, found, offset, size);
  return {
    count: page.total,
    returnOrderList: page.rows.map((one) => ({
      returnOrderNo: one.id,
      returnOrderStatus: STATUS[one.state],
      addTime: clock(one.createdAt),
      requestReturnTime: clock(one.createdAt),
      updateTime: clock(one.updatedAt),
    })),
  };
}

/** One entry for each piece. */
const returnView = (shop: Shop, one: SandboxReturn) => ({
  returnOrderNo: one.id,
  returnOrderStatus: STATUS[one.state],
  orderNo: one.orderId,
  site: SITE,
  platformExpressNo: one.tracking,
  memberExpressNo: '',
  refundOrderNos: one.state === 'refunded' ? [`RF${one.id}`] : [],
  requestReturnTime: clock(one.createdAt),
  lastUpdateTime: clock(one.updatedAt),
  sellerSignedTime: '',
  returnGoodsInfoList: one.lines.flatMap((line) =>
    Array.from({ length: line.quantity }, (_, index) => ({
      goodsId: exact(`${line.lineId}${String(index + 1).padStart(3, '0')}`),
      sku: skuCodeOf(shop, line.sku),
      goodsSn: line.sku,
      skuSn: line.sku,
      currency: shop.currency,
      saleCurrency: null,
      sellerCurrencyPrice: exact(dollars(priceOf(shop, one, line.lineId))),
      returnReasonList: [
        { language: 'CN', reason: '不合适' },
        { language: 'EN', reason: one.reason },
      ],
    })),
  ),
});

const priceOf = (shop: Shop, one: SandboxReturn, lineId: string): number =>
  shop.byId.get(one.orderId)?.lines.find((line) => line.id === lineId)?.priceCents ?? 0;

/** Statements: one for what an order brought in, one for each refund. */
function statements(shop: Shop, from: number, before: number): Map<string, SandboxMoney[]> {
  return Map.groupBy(moneyBetween(shop, from, before), (one) =>
    one.kind === 'refund' ? `BR${one.id.split('-').at(-1)}` : `B${one.order.id}`,
  );
}

function head(shop: Shop, checkOrderNo: string, money: SandboxMoney[]) {
  const refund = money.some((one) => one.kind === 'refund');
  const of = (kind: SandboxMoney['kind']) =>
    Math.abs(money.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.cents, 0));
  const sale = refund ? of('refund') : of('sale');
  const income = sale - of('commission') - of('payment');
  const [first] = money;
  return {
    sale,
    commission: of('commission'),
    service: of('payment'),
    income,
    view: {
      checkOrderNo,
      checkStatus: 1,
      secondOrderType: refund ? 2 : 1,
      incomeExpenditureType: refund ? 2 : 1,
      bzOrderNo: first?.order.id ?? '',
      businessCompletedTime: clock(first?.postedAt ?? 0),
      completedPayTime: '',
      site: SITE,
      currencyCode: shop.currency,
      estimateIncomeMoneyTotal: exact(dollars(income)),
      reportOrderNo: null,
      estimatePayTime: clock((first?.postedAt ?? 0) + 7 * 86_400_000),
    },
  };
}

function checkOrderList({ ctx, shop, body }: Call) {
  const [from, before] = windowIn(body, ['startAddTime', 'endAddTime'], 7 * 24);
  const { offset, size } = pageIn(body, 30);
  if (body.checkStatus !== undefined) integer('checkStatus', body.checkStatus, 1, 4);
  const page = pageOf(ctx, SHEIN, [...statements(shop, from, before)], offset, size);
  return { count: page.total, list: page.rows.map(([no, money]) => head(shop, no, money).view) };
}

function checkOrderDetail({ shop, query }: Call) {
  const no = query.checkOrderNo ?? '';
  const money = statements(shop, 0, Number.MAX_SAFE_INTEGER).get(no);
  if (!money) throw refused('The statement does not exist');
  const { sale, commission, service, income, view } = head(shop, no, money);
  return {
    ...view,
    itemList: [
      {
        skuCode: skuCodeOf(shop, money[0]?.order.lines[0]?.sku ?? ''),
        sellerCurrencyPrice: exact(dollars(sale)),
        costPrice: exact('0.0'),
        couponAmount: exact('0.0'),
        sellerRealTax: exact('0.0'),
        commissionRate: exact('12.0'),
        commissionAmount: exact(dollars(commission)),
        performanceCost: exact('0.0'),
        serviceFee: exact(dollars(service)),
        subjectAmountList: [],
        incomeAmount: exact(dollars(income)),
      },
    ],
  };
}

/** Source: the Refunds and Finance APIs. */
export const aftersale: Operation[] = [
  {
    path: 'return-order/list',
    body: ['queryType', 'startTime', 'endTime', 'page', 'pageSize', 'returnOrderStatus'],
    handle: returnList,
  },
  {
    path: 'return-order/details',
    body: ['returnOrderNoList'],
    handle: ({ shop, body }) => {
      const desired = texts('returnOrderNoList', body.returnOrderNoList, 30);
      return shop.returns.filter((one) => desired.includes(one.id)).map((one) => returnView(shop, one));
    },
  },
  {
    path: 'finance/get-check-order-list',
    body: ['startAddTime', 'endAddTime', 'page', 'pageSize', 'checkStatus', 'bzOrderNos', 'secondOrderTypes'],
    handle: checkOrderList,
  },
  { method: 'GET', path: 'finance/get-check-order-detail', query: ['checkOrderNo'], handle: checkOrderDetail },
];
