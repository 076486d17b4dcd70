import type { PlatformOrderStatus } from '../../capabilities/orders.ts';

export interface StatusReading {
  status: PlatformOrderStatus;
  hold?: string;
  cancelRequested?: boolean;
}

export interface StatusFacts {
  told: string;
  /** How far the goods are, where the order's own word says something else. */
  logistics?: string | undefined;
  fund?: string | undefined;
  endReason?: string | undefined;
  /** All that was paid went back. */
  refunded?: boolean;
}

const GONE = new Set(['SELLER_SEND_GOODS', 'BUYER_ACCEPT_GOODS']);
/** Paid or about to be, and not to be shipped for now. */
const HELD = new Set([
  ...['PAYMENT_PROCESSING', 'RISK_CONTROL', 'RISK_CONTROL_HOLD', 'WAIT_SELLER_EXAMINE_MONEY'],
  ...['IN_FROZEN', 'IN_ISSUE'],
]);
/** Why an order ended without having been delivered. */
const CALLED_OFF = new Set([
  ...['pay_timeout', 'buyer_pay_timeout', 'buyer_cancel_notpay_order', 'buyer_cancel_order'],
  ...['buyer_cancel_order_in_risk', 'cancel_order_close_trade', 'risk_reject_closed', 'risk_closed'],
  ...['send_goods_timeout', 'seller_send_goods_timeout', 'confirm_payamount_timeout', 'reject_payamount'],
  ...['suspicious_trade', 'security_close', 'trade_close'],
]);
/** The buyer was given the money without sending anything back. */
const REFUNDED = new Set(['seller_accept_issue_no_goods_return', 'seller_response_issue_timeout']);
const TAKEN = new Set([
  ...['buyer_accept_goods', 'buyer_accept_goods_timeout', 'buyer_confirm_goods', 'buyer_confirm_goods_timeout'],
]);

function progress(logistics: string | undefined): 'toShip' | 'partiallyShipped' | 'shipped' {
  if (logistics !== undefined && GONE.has(logistics)) return 'shipped';
  return logistics === 'SELLER_SEND_PART_GOODS' ? 'partiallyShipped' : 'toShip';
}

/** FINISH alone does not tell what was done from what was never paid. */
function ended({ logistics, fund, endReason, refunded }: StatusFacts): PlatformOrderStatus | undefined {
  const reason = endReason?.toLowerCase() ?? '';
  if (refunded || REFUNDED.has(reason)) return 'refunded';
  if (CALLED_OFF.has(reason) || fund === 'NOT_PAY') return 'cancelled';
  return TAKEN.has(reason) || progress(logistics) === 'shipped' ? 'shipped' : undefined;
}

/** Undefined for a word that nobody has told us of, and for an end that says nothing. */
export function readStatus(facts: StatusFacts): StatusReading | undefined {
  const { told: answered, logistics } = facts;
  if (HELD.has(answered)) {
    const status = progress(logistics);
    return status === 'toShip' ? { status, hold: answered } : { status };
  }
  switch (answered) {
    case 'PLACE_ORDER_SUCCESS':
      return { status: 'unpaid' };
    case 'WAIT_SELLER_SEND_GOODS':
      return { status: 'toShip' };
    case 'SELLER_PART_SEND_GOODS':
      return { status: 'partiallyShipped' };
    case 'WAIT_BUYER_ACCEPT_GOODS':
      return { status: 'shipped' };
    case 'IN_CANCEL':
      return { status: progress(logistics), cancelRequested: true };
    case 'FUND_PROCESSING':
      return { status: ended(facts) ?? 'shipped' };
    case 'FINISH':
    case 'ARCHIVE': {
      const status = ended(facts);
      return status && { status };
    }
    default:
      return undefined;
  }
}
