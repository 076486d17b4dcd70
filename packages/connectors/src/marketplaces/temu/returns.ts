import { z } from 'zod';
import type { PlatformReturn, ReturnPage } from '../../capabilities/returns.ts';
import { createPages, keysOf } from '../../pages.ts';
import { optionalText, Unfit, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import type { Instant, ShopAccess } from '../../types.ts';
import { PLATFORM, type TemuClient } from './client.ts';
import { moment } from './orderShape.ts';

const PAGE_SIZE = 50;
const LINES_SIZE = 200;

/** By Temu's number; the refund of goods that are back is on its way in 4 and 9. */
const STATE: Readonly<Record<number, PlatformReturn['state']>> = {
  1: 'requested',
  2: 'shipped',
  3: 'received',
  4: 'received',
  5: 'refunded',
  6: 'closed',
  7: 'rejected',
  8: 'requested',
  9: 'received',
  10: 'requested',
  11: 'requested',
};
const REFUND_ONLY = 1;

const returnShape = z.object({
  parentAfterSalesSn: z.string().min(1),
  parentOrderSn: z.string().min(1),
  parentAfterSalesStatus: z.number().int(),
  afterSalesType: z.number().int().nullish(),
  createAt: moment,
  updateAt: moment,
});
const pageShape = z.object({ total: wholeNumber, data: z.array(z.unknown()).nullish() });
const linesShape = z.object({
  total: wholeNumber,
  data: z
    .array(
      z.object({
        parentAfterSalesSn: z.string(),
        applyAfterSalesGoodsNumber: wholeNumber,
        productList: z.array(z.object({ extCode: optionalText })).nullish(),
      }),
    )
    .nullish(),
});

const pages = createPages({ platform: PLATFORM, size: PAGE_SIZE, overlapMs: 60_000 });
const seconds = (ms: number): number => Math.floor(ms / 1000);

export function readReturnState(status: number, type: number | null | undefined): PlatformReturn['state'] {
  const state = STATE[status];
  if (!state) throw new Unfit('parentAfterSalesStatus', `"${status}" is unknown`);
  // Where nothing has to come back, nothing is received.
  return state === 'received' && type === REFUND_ONLY ? 'approved' : state;
}

export function createReturns({ call }: TemuClient, now: () => number) {
  async function linesOf(access: ShopAccess, numbers: readonly string[]) {
    const lines = new Map<string, PlatformReturn['lines']>();
    for (let page = 1, more = numbers.length > 0; more; page++) {
      const { total, data } = await call(access, {
        type: 'bg.aftersales.aftersales.list.get',
        params: { parentAfterSalesSnList: numbers, pageNo: page, pageSize: LINES_SIZE },
        effect: 'read',
        shape: linesShape,
      });
      for (const one of data ?? []) {
        const sku = one.productList?.[0]?.extCode;
        const line = { ...(sku ? { sellerSku: sku } : {}), quantity: one.applyAfterSalesGoodsNumber };
        lines.set(one.parentAfterSalesSn, [...(lines.get(one.parentAfterSalesSn) ?? []), line]);
      }
      more = Boolean(data?.length) && page * LINES_SIZE < total;
    }
    return lines;
  }

  return async function listReturns(
    access: ShopAccess,
    input: { updatedAfter: Instant; cursor?: string },
  ): Promise<ReturnPage> {
    const window = { after: input.updatedAfter, before: now(), cursor: input.cursor };
    const { page, ...rest } = await pages.read(window, async (place) => {
      const { total, data } = await call(access, {
        type: 'bg.aftersales.parentaftersales.list.get',
        params: {
          pageNo: place.page,
          pageSize: PAGE_SIZE,
          updateAtStart: seconds(place.from),
          updateAtEnd: seconds(place.to),
        },
        effect: 'read',
        shape: pageShape,
      });
      const rows = data ?? [];
      return { rows, keys: keysOf(rows, 'parentAfterSalesSn'), total };
    });
    const result: ReturnPage = { returns: [], unreadable: [], ...rest };
    await readEach(returnShape, page.rows, result.unreadable, (one) =>
      result.returns.push({
        returnNo: one.parentAfterSalesSn,
        platformOrderNo: one.parentOrderSn,
        state: readReturnState(one.parentAfterSalesStatus, one.afterSalesType),
        // Temu tells why only case by case.
        reason: '',
        lines: [],
        createdAt: one.createAt,
        updatedAt: one.updateAt,
      }),
    );
    const lines = await linesOf(
      access,
      result.returns.map((one) => one.returnNo),
    );
    for (const one of result.returns) one.lines = lines.get(one.returnNo) ?? [];
    return result;
  };
}
