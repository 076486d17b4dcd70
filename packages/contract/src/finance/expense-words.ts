import type { TextPair } from '../words.ts';
import type { EXPENSE_ACCOUNTS, EXPENSE_STATES } from './expenses.ts';

/** Of an expense; an income says received instead of paid. */
export const EXPENSE_STATE_WORDS = {
  draft: ['草稿', 'Draft'],
  reviewing: ['审批中', 'In review'],
  approved: ['已通过', 'Approved'],
  booked: ['已入账', 'Booked'],
  paid: ['已付款', 'Paid'],
  void: ['已作废', 'Void'],
} satisfies Record<(typeof EXPENSE_STATES)[number], TextPair>;

export const EXPENSE_ACCOUNT_WORDS = {
  operating_expense: ['运营费用', 'Operating expenses'],
  advertising: ['广告费', 'Advertising'],
  storage_fee: ['仓储费', 'Storage fees'],
  bank_fee: ['银行手续费', 'Bank fees'],
  other_income: ['其他收入', 'Other income'],
} satisfies Record<(typeof EXPENSE_ACCOUNTS)[number], TextPair>;
