import type { BALANCE_PARTIES, PROFIT_FIGURES, STATEMENT_RESULTS, STATEMENT_STATES } from '../finance.ts';
import type { TextPair } from '../words.ts';
import type { MATCH_KINDS } from './banking.ts';
import type { PlatformClaimReason, PlatformClaimState } from './platform-claims.ts';
import type { DebtStage, LineKind } from './settlements.ts';

export const PROFIT_FIGURE_WORDS = {
  goods: ['商品收入', 'Sales'],
  shipping: ['运费收入', 'Shipping income'],
  discount: ['折扣', 'Discount'],
  platformFee: ['平台费用', 'Platform fees'],
  goodsCost: ['商品成本', 'Cost of goods'],
  labelCost: ['尾程运费', 'Shipping cost'],
  refund: ['退款', 'Refunds'],
} satisfies Record<(typeof PROFIT_FIGURES)[number], TextPair>;

export const BALANCE_PARTY_WORDS = {
  warehouse: ['仓储服务商', 'Warehouse providers'],
  supplier: ['供应商', 'Suppliers'],
  carrier_account: ['承运商', 'Carriers'],
  shop: ['平台店铺', 'Platforms by shop'],
  wholesale_customer: ['批发客户', 'Wholesale customers'],
  member: ['员工', 'Members'],
  money_account: ['资金账户', 'Money accounts'],
  none: ['未指定', 'Not assigned'],
} satisfies Record<(typeof BALANCE_PARTIES)[number], TextPair>;
export const STATEMENT_STATE_WORDS = {
  open: ['待确认', 'To confirm'],
  confirmed: ['已确认', 'Confirmed'],
} satisfies Record<(typeof STATEMENT_STATES)[number], TextPair>;
export const STATEMENT_RESULT_WORDS = {
  different: ['金额不一致', 'Different amount'],
  theirs: ['仅对方有', 'Only theirs'],
  ours: ['仅我方有', 'Only ours'],
  duplicate: ['重复', 'Duplicate'],
  matched: ['一致', 'Matched'],
} satisfies Record<(typeof STATEMENT_RESULTS)[number], TextPair>;
export const MATCH_KIND_WORDS = {
  payout: ['平台打款', 'Platform payout'],
  document: ['已登记收付款', 'Recorded payment'],
  transfer: ['账户间转账', 'Transfer'],
  exchange: ['换汇', 'Currency exchange'],
  fee: ['银行手续费', 'Bank fee'],
  account: ['手工记账', 'Booked by hand'],
  rule: ['规则记账', 'Booked by rule'],
} satisfies Record<(typeof MATCH_KINDS)[number], TextPair>;
export const PLATFORM_CLAIM_STATE_WORDS = {
  open: ['待赔付', 'Open'],
  settled: ['已赔付', 'Paid'],
  refused: ['未获赔付', 'Not paid'],
} satisfies Record<PlatformClaimState, TextPair>;
export const PLATFORM_CLAIM_REASON_WORDS = {
  lost: ['仓内丢失', 'Lost in warehouse'],
  damaged: ['仓内损坏', 'Damaged in warehouse'],
  receivedShort: ['入库少收', 'Received short'],
  returnMissing: ['退款未退货', 'Refunded, not returned'],
  wrongFee: ['费用多收', 'Wrong fee'],
  other: ['其他', 'Other'],
} satisfies Record<PlatformClaimReason, TextPair>;
export const DEBT_STAGE_WORDS = {
  unsettled: ['未结算', 'Not settled'],
  deferred: ['暂扣', 'Held back'],
  settled: ['已结算', 'Settled'],
  reserve: ['预留金', 'Reserve'],
  inTransit: ['在途打款', 'In transit'],
} satisfies Record<DebtStage, TextPair>;

export const LINE_KIND_WORDS = {
  sale: ['商品款', 'Item price'],
  shipping: ['运费', 'Shipping'],
  tax: ['税', 'Tax'],
  discount: ['优惠', 'Discount'],
  commission: ['佣金', 'Commission'],
  fulfilment: ['配送费', 'Fulfillment fee'],
  payment: ['收款手续费', 'Payment processing fee'],
  advertising: ['广告费', 'Advertising'],
  storage: ['仓储费', 'Storage fee'],
  refund: ['退款', 'Refund'],
  adjustment: ['赔偿与调整', 'Reimbursement or adjustment'],
  reserve: ['预留金', 'Reserve'],
  loan: ['贷款', 'Loan'],
  feeTax: ['费用税', 'Tax on fees'],
  importTax: ['进口税费', 'Import VAT and duty'],
  payout: ['打款', 'Payout'],
  other: ['其他', 'Other'],
} satisfies Record<LineKind, TextPair>;
