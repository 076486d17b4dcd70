import { exact } from '../kit/exact.ts';
import { pageOf } from '../kit/listing.ts';
import type { ReturnState, SandboxReturn } from '../world/returns.ts';
import { wrongParams } from './errors.ts';
import { type Call, type Operation, pageIn, seconds, texts, windowIn } from './router.ts';
import { skuIdOf } from './shops.ts';
import { TEMU } from './signing.ts';

const STATUS: Record<ReturnState, number> = {
  requested: 1,
  approved: 10,
  shipped: 2,
  received: 3,
  refunded: 5,
  rejected: 7,
};
const snOf = (one: SandboxReturn): string => `${one.orderId}-D${one.id.slice(-4)}`;

function parents({ ctx, shop, params }: Call) {
  const { offset, size } = pageIn(params, 'pageNo', 200);
  const window = windowIn(params, 'updateAtStart', 'updateAtEnd');
  const created = windowIn(params, 'createAtStart', 'createAtEnd');
  if (!window && !created) throw wrongParams('createAt or updateAt is required');
  const inside = (time: number, among: [number, number] | undefined) => !among || (time >= among[0] && time < among[1]);
  const found = shop.returns.filter((one) => inside(one.updatedAt, window) && inside(one.createdAt, created));
  const page = pageOf(ctx, TEMU, found, offset, size);
  return {
    total: page.total,
    pageNumber: params.pageNo,
    data: page.rows.map((one) => ({
      parentAfterSalesSn: snOf(one),
      parentOrderSn: one.orderId,
      afterSalesType: 2,
      parentAfterSalesStatus: STATUS[one.state],
      afterSalesStatusGroup: 1,
      createAt: seconds(one.createdAt),
      updateAt: seconds(one.updatedAt),
      availableOperateList: [1],
      operateExpireTimeMs: null,
      returnDeliveryType: null,
    })),
  };
}

function lines({ ctx, shop, params }: Call) {
  const desired = texts('parentAfterSalesSnList', params.parentAfterSalesSnList, 200);
  const { offset, size } = pageIn(params, 'pageNo', 200);
  const found = shop.returns
    .filter((one) => desired.includes(snOf(one)))
    .flatMap((one) => one.lines.map((line, index) => ({ one, line, index })));
  const page = pageOf(ctx, TEMU, found, offset, size);
  return {
    total: page.total,
    pageNumber: params.pageNo,
    data: page.rows.map(({ one, line, index }) => ({
      afterSalesSn: `${snOf(one)}-${index + 1}`,
      parentAfterSalesSn: snOf(one),
      skuId: exact(skuIdOf(shop, line.sku)),
      applyAfterSalesGoodsNumber: line.quantity,
      productList: [{ productSkuId: 1, extCode: line.sku }],
      afterSalesStatus: STATUS[one.state],
      afterSalesType: 2,
    })),
  };
}

/** Source: the Return and Refund API. */
export const aftersale: Operation[] = [
  {
    type: 'bg.aftersales.parentaftersales.list.get',
    params: [
      'pageNo',
      'pageSize',
      'updateAtStart',
      'updateAtEnd',
      'createAtStart',
      'createAtEnd',
      'afterSalesStatusGroup',
    ],
    handle: parents,
  },
  {
    type: 'bg.aftersales.aftersales.list.get',
    params: ['parentAfterSalesSnList', 'pageNo', 'pageSize'],
    handle: lines,
  },
];
