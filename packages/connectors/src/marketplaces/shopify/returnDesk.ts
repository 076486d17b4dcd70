import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ReturnAnswer, ReturnName, ReturnRefund } from '../../capabilities/returns.ts';
import { isPositive, least, negate, sum } from '../../money.ts';
import { amount, currencyCode } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { gidOf, PLATFORM, type ShopifyClient } from './client.ts';
import { APPROVE_RETURN, DECLINE_RETURN, REFUND, RETURN_MONEY, RETURN_STATUS } from './queries.ts';
import { isFor, noteOf, refundShape } from './refundNote.ts';

/** Shopify refuses longer ones. */
const NOTE_LENGTH = 255;

const userErrors = z.array(z.object({ field: z.array(z.string()).nullish(), message: z.string() }));
const payload = z.object({ userErrors });
const statusShape = z.object({ return: z.object({ status: z.string() }).nullable() });
const transactionShape = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.string(),
  gateway: z.string().nullish(),
  amountSet: z.object({ shopMoney: z.object({ amount }) }),
  parentTransaction: z.object({ id: z.string() }).nullish(),
});
type Transaction = z.output<typeof transactionShape>;
const moneyShape = z.object({
  order: z
    .object({
      currencyCode,
      presentmentCurrencyCode: currencyCode,
      refunds: z.array(refundShape),
      transactions: z.array(transactionShape),
    })
    .nullable(),
});

const refuse = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });

function assertTaken(what: string, { userErrors }: z.output<typeof payload>): void {
  if (userErrors.length > 0) throw refuse('USER_ERROR', `${what}: ${userErrors.map((one) => one.message).join('; ')}`);
}

/** Shopify wants the key as a UUID. */
function uuidOf(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

const amountOf = (one: Transaction) => one.amountSet.shopMoney.amount;

/** The money goes back the way it came: from each payment at most what is left of it. */
export function partsOf(transactions: readonly Transaction[], desired: string) {
  const done = transactions.filter((one) => one.status === 'SUCCESS');
  const parts: { payment: Transaction; amount: string }[] = [];
  let open = desired;
  for (const payment of done.filter((one) => one.kind === 'SALE' || one.kind === 'CAPTURE')) {
    const back = done.filter((one) => one.kind === 'REFUND' && one.parentTransaction?.id === payment.id).map(amountOf);
    const part = least(open, sum([amountOf(payment), ...back.map(negate)]));
    if (!isPositive(part)) continue;
    parts.push({ payment, amount: part });
    open = sum([open, negate(part)]);
  }
  return { parts, missing: isPositive(open) };
}

/** What a seller does with a return: answer the buyer who asks for it, and give money back. */
export function createReturnDesk(graphql: ShopifyClient) {
  async function moneyOf(access: ShopAccess, { platformOrderNo }: ReturnName) {
    const variables = { id: gidOf('Order', platformOrderNo) };
    const { order } = await graphql(access, { query: RETURN_MONEY, variables, shape: moneyShape, effect: 'read' });
    if (!order) throw refuse('NotFound', `order ${platformOrderNo} is not known`);
    return order;
  }

  return {
    async answerReturn(access: ShopAccess, answer: ReturnAnswer): Promise<void> {
      const id = gidOf('Return', answer.returnNo);
      const found = await graphql(access, {
        query: RETURN_STATUS,
        variables: { id },
        shape: statusShape,
        effect: 'read',
      });
      if (!found.return) throw refuse('NotFound', `return ${answer.returnNo} is not known`);
      // Answered already, by us or in Shopify.
      if (found.return.status !== 'REQUESTED') return;
      if (answer.approve) {
        const shape = z.object({ returnApproveRequest: payload });
        const answered = await graphql(access, {
          query: APPROVE_RETURN,
          variables: { id },
          shape,
          effect: 'repeatable',
        });
        return assertTaken('returnApproveRequest', answered.returnApproveRequest);
      }
      const note = answer.note?.slice(0, NOTE_LENGTH) ?? null;
      const shape = z.object({ returnDeclineRequest: payload });
      const answered = await graphql(access, {
        query: DECLINE_RETURN,
        variables: { id, note },
        shape,
        effect: 'repeatable',
      });
      assertTaken('returnDeclineRequest', answered.returnDeclineRequest);
    },

    async refundReturn(access: ShopAccess, refund: ReturnRefund): Promise<void> {
      const order = await moneyOf(access, refund);
      if (order.currencyCode !== refund.currency || order.presentmentCurrencyCode !== refund.currency)
        throw refuse('OTHER_CURRENCY', `the buyer paid in ${order.presentmentCurrencyCode}: refund it in Shopify`);
      const { parts, missing } = partsOf(order.transactions, refund.amount);
      if (missing) throw refuse('NOTHING_LEFT', 'Shopify has less of the payment left than is to be refunded');
      const orderId = gidOf('Order', refund.platformOrderNo);
      const input = {
        orderId,
        note: noteOf(refund.returnNo, refund.note).slice(0, NOTE_LENGTH),
        notify: true,
        transactions: parts.map(({ payment, amount }) => ({
          orderId,
          parentId: payment.id,
          amount,
          gateway: payment.gateway ?? '',
          kind: 'REFUND',
        })),
      };
      const { refundCreate } = await graphql(access, {
        query: REFUND,
        variables: { input, key: uuidOf(refund.key) },
        shape: z.object({ refundCreate: payload }),
        // Safe by its key, as long as Shopify keeps that.
        effect: 'repeatable',
      });
      assertTaken('refundCreate', refundCreate);
    },

    async returnRefunded(access: ShopAccess, which: ReturnName): Promise<string> {
      const { refunds } = await moneyOf(access, which);
      return sum(refunds.filter(isFor(which.returnNo)).map((one) => one.totalRefundedSet.shopMoney.amount));
    },
  };
}
