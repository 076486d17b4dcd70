import { z } from 'zod';
import type { ReturnAnswer, ReturnName, ReturnRefund } from '../../capabilities/returns.ts';
import { isZero, negate, sum } from '../../money.ts';
import { optionalText } from '../../read.ts';
import { ConnectorError, type Decimal, type ShopAccess } from '../../types.ts';
import { PLATFORM, type TiktokClient } from './client.ts';
import { pageShape, returnShape, type TiktokReturn } from './returns.ts';

const RETURNS = '/return_refund/202309/returns';
const COMMENT_LENGTH = 200;

const reasonsShape = z.object({
  reasons: z.array(z.object({ name: z.string().min(1), text: optionalText })).nullish(),
});

const refuse = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });
const isRequested = (one: TiktokReturn) => one.return_status.endsWith('_REQUEST_PENDING');
const isBack = (one: TiktokReturn) => one.return_status === 'BUYER_SHIPPED_ITEM';
/** The seller's yes is given: the money goes without them. */
const GRANTED = new Set([
  'RETURN_OR_REFUND_REQUEST_SUCCESS',
  'RETURN_OR_REFUND_REQUEST_COMPLETE',
  'REPLACEMENT_REQUEST_REFUND_SUCCESS',
]);
const isGranted = (one: TiktokReturn) => GRANTED.has(one.return_status);

/** What is approved or rejected depends on what the buyer asks for. */
const OBJECTS: Readonly<Record<string, string>> = {
  REFUND: 'REFUND',
  RETURN_AND_REFUND: 'RETURN',
  REPLACEMENT: 'REPLACEMENT',
};

function objectOf(answered: TiktokReturn): string {
  const object = Object.hasOwn(OBJECTS, answered.return_type) ? OBJECTS[answered.return_type] : undefined;
  if (!object) throw refuse('UNKNOWN_TYPE', `a request of type ${answered.return_type} is answered in Seller Center`);
  return object;
}

/** TikTok gives money back when a request for it is approved, or the package that came back: all of it, never a part. */
export function createReturnDesk(call: TiktokClient) {
  async function read(access: ShopAccess, { returnNo, platformOrderNo }: ReturnName): Promise<TiktokReturn> {
    const page = await call(access, {
      operation: 'searchReturns',
      method: 'POST',
      path: `${RETURNS}/search`,
      query: { page_size: 50 },
      json: { order_ids: [platformOrderNo] },
      effect: 'read',
      shape: pageShape,
    });
    for (const raw of page.return_orders ?? []) {
      const one = returnShape.safeParse(raw);
      if (one.success && one.data.return_id === returnNo) return one.data;
    }
    throw refuse('NO_SUCH_RETURN', `TikTok knows no return ${returnNo} of order ${platformOrderNo}`);
  }

  const decide = (access: ShopAccess, returnNo: string, how: 'approve' | 'reject', json: Record<string, unknown>) =>
    call(access, {
      operation: how === 'approve' ? 'approveReturn' : 'rejectReturn',
      method: 'POST',
      path: `${RETURNS}/${encodeURIComponent(returnNo)}/${how}`,
      // One decision of a kind for a return, however often it is told.
      query: { idempotency_key: `${returnNo}-${String(json.decision)}` },
      json,
      effect: 'repeatable',
      shape: z.unknown(),
    });

  /** Sellers choose among reasons of TikTok's; what they say themselves goes along as a comment. */
  async function rejectReason(access: ShopAccess, returnNo: string): Promise<string> {
    const { reasons } = await call(access, {
      operation: 'getRejectReasons',
      method: 'GET',
      path: '/return_refund/202309/reject_reasons',
      query: { return_or_cancel_id: returnNo },
      effect: 'read',
      shape: reasonsShape,
    });
    const found = reasons?.find((one) => /other/i.test(one.name)) ?? reasons?.[0];
    if (!found) throw refuse('NO_REASON', 'TikTok offers no reason to reject this return');
    return found.name;
  }

  return {
    async answerReturn(access: ShopAccess, answer: ReturnAnswer): Promise<void> {
      const answered = await read(access, answer);
      // Answered already, by us or in Seller Center.
      if (!isRequested(answered)) return;
      const object = objectOf(answered);
      // Approving would give the money back: that is a refund, and told as one.
      if (answer.approve && object === 'REFUND')
        throw refuse('REFUND_ANSWERS', 'The buyer wants money alone: a refund is the answer that TikTok waits for');
      if (answer.approve) await decide(access, answer.returnNo, 'approve', { decision: `APPROVE_${object}` });
      else
        await decide(access, answer.returnNo, 'reject', {
          decision: `REJECT_${object}`,
          reject_reason: await rejectReason(access, answer.returnNo),
          ...(answer.note ? { comment: answer.note.slice(0, COMMENT_LENGTH) } : {}),
        });
    },

    refundsWhole: true as const,
    async refundReturn(access: ShopAccess, refund: ReturnRefund): Promise<void> {
      const answered = await read(access, refund);
      const whole = answered.refund_amount?.refund_total;
      if (whole && !isZero(sum([whole, negate(refund.amount)])))
        throw refuse('WHOLE_ONLY', `TikTok gives back ${whole} for this return, no other amount`);
      if (isGranted(answered)) return;
      const decision = isBack(answered)
        ? 'APPROVE_RECEIVED_PACKAGE'
        : isRequested(answered) && `APPROVE_${objectOf(answered)}`;
      if (decision !== 'APPROVE_RECEIVED_PACKAGE' && decision !== 'APPROVE_REFUND')
        throw refuse(
          'NOT_BACK',
          `TikTok refunds when the goods are on their way back; the return is ${answered.return_status}`,
        );
      await decide(access, refund.returnNo, 'approve', { decision });
    },
    async returnRefunded(access: ShopAccess, which: ReturnName): Promise<Decimal> {
      const answered = await read(access, which);
      return isGranted(answered) ? (answered.refund_amount?.refund_total ?? '0') : '0';
    },
  };
}
