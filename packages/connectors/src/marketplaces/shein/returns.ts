import { z } from 'zod';
import type { PlatformReturn, ReturnPage } from '../../capabilities/returns.ts';
import { sum } from '../../money.ts';
import { createPages, keysOf } from '../../pages.ts';
import { currencyCode, optionalText, Unfit, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import type { Instant, ShopAccess } from '../../types.ts';
import { PLATFORM, type SheinClient } from './client.ts';
import { optionalAmount } from './orderShape.ts';
import { beijing, moment } from './times.ts';

const PAGE_SIZE = 30;
const BY_UPDATE = 3;

const STATE: Readonly<Record<number, PlatformReturn['state']>> = {
  1: 'closed',
  2: 'requested',
  3: 'closed',
  5: 'received',
  // Delivered, and not yet signed for; on its way by SHEIN's own warehouse.
  6: 'shipped',
  7: 'approved',
  8: 'shipped',
  9: 'refunded',
};

const listShape = z.object({ count: wholeNumber, returnOrderList: z.array(z.unknown()).nullish() });
const numbered = z.object({ returnOrderNo: z.string().min(1) });
const returnShape = z.object({
  returnOrderNo: z.string().min(1),
  returnOrderStatus: z.coerce.number().int(),
  orderNo: z.string().min(1),
  platformExpressNo: optionalText,
  memberExpressNo: optionalText,
  requestReturnTime: moment,
  lastUpdateTime: moment,
  returnGoodsInfoList: z.array(
    z.object({
      sku: optionalText,
      skuSn: optionalText,
      currency: currencyCode.nullish(),
      sellerCurrencyPrice: optionalAmount,
      returnReasonList: z.array(z.object({ language: optionalText, reason: optionalText })).nullish(),
    }),
  ),
});

const pages = createPages({ platform: PLATFORM, size: PAGE_SIZE, longestMs: 48 * 3_600_000, overlapMs: 60_000 });

function toReturn(answered: z.output<typeof returnShape>): PlatformReturn {
  const state = STATE[answered.returnOrderStatus];
  if (!state) throw new Unfit('returnOrderStatus', `"${answered.returnOrderStatus}" is unknown`);
  const units = answered.returnGoodsInfoList;
  const currencies = new Set(units.map((unit) => unit.currency));
  const [currency] = currencies;
  const reasons = units[0]?.returnReasonList ?? [];
  const tracking = answered.platformExpressNo ?? answered.memberExpressNo;
  return {
    returnNo: answered.returnOrderNo,
    platformOrderNo: answered.orderNo,
    state,
    reason: (reasons.find((one) => one.language?.toUpperCase() === 'EN') ?? reasons[0])?.reason ?? '',
    // One entry a unit.
    lines: [...Map.groupBy(units, (unit) => unit.skuSn ?? unit.sku ?? '')].map(([sku, same]) => ({
      ...(sku ? { sellerSku: sku } : {}),
      quantity: same.length,
    })),
    ...(currency && currencies.size === 1
      ? { refundAmount: sum(units.map((unit) => unit.sellerCurrencyPrice ?? '0')), currency }
      : {}),
    ...(tracking ? { trackingNumber: tracking } : {}),
    createdAt: answered.requestReturnTime,
    updatedAt: answered.lastUpdateTime,
  };
}

export function createReturns({ call }: SheinClient, now: () => number) {
  return async function listReturns(
    access: ShopAccess,
    input: { updatedAfter: Instant; cursor?: string },
  ): Promise<ReturnPage> {
    const window = { after: input.updatedAfter, before: now(), cursor: input.cursor };
    const { page, ...rest } = await pages.read(window, async (place) => {
      const { count, returnOrderList } = await call(access, {
        path: 'return-order/list',
        json: {
          queryType: BY_UPDATE,
          startTime: beijing(place.from),
          endTime: beijing(place.to),
          page: place.page,
          pageSize: PAGE_SIZE,
        },
        effect: 'read',
        shape: listShape,
      });
      const rows = returnOrderList ?? [];
      return { rows, keys: keysOf(rows, 'returnOrderNo'), total: count };
    });
    const result: ReturnPage = { returns: [], unreadable: [], ...rest };
    const numbers: string[] = [];
    await readEach(numbered, page.rows, result.unreadable, (row) => numbers.push(row.returnOrderNo));
    if (numbers.length === 0) return result;
    const answered = await call(access, {
      path: 'return-order/details',
      json: { returnOrderNoList: numbers },
      effect: 'read',
      shape: z.array(z.unknown()).nullish(),
    });
    await readEach(returnShape, answered ?? [], result.unreadable, (one) => result.returns.push(toReturn(one)));
    return result;
  };
}
