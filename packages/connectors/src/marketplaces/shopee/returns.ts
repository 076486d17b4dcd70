import { z } from 'zod';
import type { PlatformReturn, ReturnName, ReturnPage, ReturnRefund } from '../../capabilities/returns.ts';
import { isZero, negate, sum } from '../../money.ts';
import { amount, currencyCode, optionalText, Unfit, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import { ConnectorError, type Decimal, type Instant, type ShopAccess } from '../../types.ts';
import { PLATFORM, type ShopeeClient } from './client.ts';
import { answerOf, epoch, id, optionalEpoch } from './shapes.ts';
import { after, listedUntil, placeOf } from './window.ts';

const PAGE_SIZE = 50;

const returnShape = z.object({
  return_sn: id,
  order_sn: z.string().min(1),
  status: z.string(),
  reason: optionalText,
  text_reason: optionalText,
  refund_amount: amount.nullish(),
  currency: currencyCode.nullish(),
  tracking_number: optionalText,
  due_date: optionalEpoch,
  create_time: epoch,
  update_time: epoch,
  item: z.array(z.object({ amount: wholeNumber, item_sku: optionalText, variation_sku: optionalText })).nullish(),
});
type Reply = z.output<typeof returnShape>;
const pageShape = answerOf(z.object({ more: z.boolean(), return: z.array(z.unknown()).nullish() }));
const detailShape = answerOf(z.object({ reverse_logistics_status: optionalText, logistics_status: optionalText }));

const STATES: Readonly<Record<string, PlatformReturn['state']>> = {
  REQUESTED: 'requested',
  // Not decided yet: Shopee judges.
  JUDGING: 'requested',
  SELLER_DISPUTE: 'requested',
  ACCEPTED: 'refunded',
  CANCELLED: 'closed',
  CLOSED: 'closed',
};
/** The goods are to come back before the money goes: how far they are is told apart. */
const PROCESSING = 'PROCESSING';
const ON_THE_WAY = new Set(['LOGISTICS_PICKUP_DONE', 'LOGISTICS_DELIVERY_FAILED', 'LOGISTICS_LOST']);

function onTheWay(logistics: string | undefined): PlatformReturn['state'] {
  if (logistics === 'LOGISTICS_DELIVERY_DONE' || logistics === 'Delivered') return 'received';
  return logistics !== undefined && ON_THE_WAY.has(logistics) ? 'shipped' : 'approved';
}

export function createReturns({ call }: ShopeeClient, now: () => number) {
  async function stateOf(access: ShopAccess, answered: Reply): Promise<PlatformReturn['state']> {
    if (answered.status !== PROCESSING) {
      const state = STATES[answered.status];
      if (!state) throw new Unfit('status', `"${answered.status}" is unknown`);
      return state;
    }
    const { response } = await call(access, {
      method: 'GET',
      path: 'returns/get_return_detail',
      query: { return_sn: answered.return_sn },
      shape: detailShape,
    });
    return onTheWay(response.reverse_logistics_status ?? response.logistics_status);
  }

  async function read(access: ShopAccess, answered: Reply): Promise<PlatformReturn> {
    const state = await stateOf(access, answered);
    return {
      returnNo: answered.return_sn,
      platformOrderNo: answered.order_sn,
      state,
      reason: [answered.reason, answered.text_reason].filter(Boolean).join(': '),
      lines: (answered.item ?? []).map((item) => {
        const sellerSku = item.variation_sku ?? item.item_sku;
        return { ...(sellerSku ? { sellerSku } : {}), quantity: item.amount };
      }),
      ...(answered.refund_amount && answered.currency
        ? { refundAmount: answered.refund_amount, currency: answered.currency }
        : {}),
      ...(answered.tracking_number ? { trackingNumber: answered.tracking_number } : {}),
      ...(answered.due_date && state === 'requested' ? { answerBy: answered.due_date } : {}),
      createdAt: answered.create_time,
      updatedAt: answered.update_time,
    };
  }

  return async function listReturns(
    access: ShopAccess,
    input: { updatedAfter: Instant; cursor?: string },
  ): Promise<ReturnPage> {
    const place = placeOf(input.updatedAfter, now(), input.cursor);
    const pageNo = Number(place.page);
    const { response } = await call(access, {
      method: 'GET',
      path: 'returns/get_return_list',
      query: {
        page_no: pageNo,
        page_size: PAGE_SIZE,
        update_time_from: place.from,
        update_time_to: place.to,
      },
      shape: pageShape,
    });
    const result: ReturnPage = {
      returns: [],
      unreadable: [],
      listedUntil: listedUntil(place),
      ...after(place, response.more ? String(pageNo + 1) : undefined),
    };
    await readEach(returnShape, response.return ?? [], result.unreadable, async (answered) =>
      result.returns.push(await read(access, answered)),
    );
    return result;
  };
}

const moneyShape = answerOf(z.object({ status: z.string(), refund_amount: amount.nullish() }));
const refuse = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });

/** What ends a return in the buyer's favour. Disputes need proofs and are raised in Seller Centre. */
export function createRefunds({ call }: ShopeeClient) {
  const read = async (access: ShopAccess, { returnNo }: ReturnName) => {
    const query = { return_sn: returnNo };
    const { response } = await call(access, {
      method: 'GET',
      path: 'returns/get_return_detail',
      query,
      shape: moneyShape,
    });
    return { given: response.status === 'ACCEPTED', amount: response.refund_amount };
  };

  return {
    refundsWhole: true as const,
    async refundReturn(access: ShopAccess, refund: ReturnRefund): Promise<void> {
      const answered = await read(access, refund);
      if (answered.amount && !isZero(sum([answered.amount, negate(refund.amount)])))
        throw refuse('WHOLE_ONLY', `Shopee gives back ${answered.amount} for this return, no other amount`);
      if (answered.given) return;
      await call(access, {
        method: 'POST',
        path: 'returns/confirm',
        json: { return_sn: refund.returnNo },
        shape: z.unknown(),
      });
    },
    async returnRefunded(access: ShopAccess, which: ReturnName): Promise<Decimal> {
      const answered = await read(access, which);
      return answered.given ? (answered.amount ?? '0') : '0';
    },
  };
}
