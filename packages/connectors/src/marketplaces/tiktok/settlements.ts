import { z } from 'zod';
import type { SettlementKind, SettlementLine, SettlementPage } from '../../capabilities/settlements.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { isZero, negate, sum } from '../../money.ts';
import { currencyCode, optionalText, reasonOf, Unfit } from '../../read.ts';
import { readEach } from '../../record.ts';
import type { Decimal, Instant, ShopAccess } from '../../types.ts';
import { PLATFORM, type TiktokClient } from './client.ts';
import { moment, optionalAmount } from './orderShape.ts';
import { instantOf, listedUntil, placeOf } from './paging.ts';

const STATEMENTS = 20;
const TRANSACTIONS = 100;

const amounts = z.record(z.string(), z.unknown()).nullish();
const orZero = optionalAmount.transform((value) => value ?? '0');
const transactionShape = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  order_id: optionalText,
  adjustment_order_id: optionalText,
  associated_order_id: optionalText,
  settlement_amount: orZero,
  revenue_amount: orZero,
  revenue_breakdown: amounts,
  shipping_cost_amount: orZero,
  shipping_cost_breakdown: amounts,
  fee_tax_amount: orZero,
  fee_tax_breakdown: z.object({ fee: amounts, tax: amounts }).nullish(),
  adjustment_amount: orZero,
  reserve_amount: orZero,
});
type Transaction = z.output<typeof transactionShape>;

const statementsShape = z.object({
  statements: z.array(z.unknown()).nullish(),
  next_page_token: optionalText,
});
const statementShape = z.object({ id: z.string().min(1), statement_time: moment });
const transactionsShape = z.object({
  currency: currencyCode,
  transactions: z.array(z.unknown()).nullish(),
  next_page_token: optionalText,
});

/** Statements still to be read, and how far the list of them and the first one's transactions have been. */
const placeShape = z.object({
  from: z.number().int(),
  to: z.number().int(),
  /** Undefined before the first page of statements, null after the last. */
  statements: z.string().nullish(),
  open: z.array(z.object({ id: z.string(), at: z.string() })),
  transactions: z.string().optional(),
  repeats: z.number().int().default(0),
});
type Place = z.output<typeof placeShape>;

const KINDS: Readonly<Record<string, SettlementKind>> = {
  subtotal_before_discount_amount: 'sale',
  refund_subtotal_before_discount_amount: 'refund',
  seller_discount_amount: 'discount',
  seller_discount_refund_amount: 'refund',
  customer_paid_shipping_fee_amount: 'shipping',
};

function kindOf(part: 'revenue' | 'shipping' | 'fee' | 'tax', name: string): SettlementKind {
  if (part === 'tax') return 'tax';
  if (Object.hasOwn(KINDS, name)) return KINDS[name] ?? 'other';
  if (part === 'revenue') return 'other';
  if (part === 'shipping') return 'fulfilment';
  if (/ads/.test(name)) return 'advertising';
  if (/commission|referral|affiliate/.test(name)) return 'commission';
  return /transaction_fee|handling_fee|paylater|credit_card/.test(name) ? 'payment' : 'other';
}

/**
 * TikTok's figures of what a sale costs are told below zero; its formula takes them off as if they were above. Which of
 * the two a transaction means, its own sum shows.
 */
function signOf(answered: Transaction): (amount: Decimal) => Decimal {
  const costs = sum([answered.shipping_cost_amount, answered.fee_tax_amount, answered.adjustment_amount]);
  const comesTo = (amount: Decimal) => isZero(sum([amount, negate(answered.settlement_amount)]));
  if (comesTo(sum([answered.revenue_amount, costs]))) return (amount) => amount;
  if (comesTo(sum([answered.revenue_amount, negate(costs)]))) return negate;
  throw new Unfit('settlement_amount', `${answered.settlement_amount} is not what the parts come to`);
}

interface Part {
  kind: SettlementKind;
  type: string;
  amount: Decimal;
}

/** The amounts of a breakdown, and what it leaves of the whole unnamed; nested notes ("supplementary") are no parts. */
function partsOf(part: 'revenue' | 'shipping' | 'fee' | 'tax', breakdown: z.output<typeof amounts>): Part[] {
  return Object.entries(breakdown ?? {}).flatMap(([type, value]) => {
    if (typeof value === 'object') return [];
    const read = optionalAmount.safeParse(value);
    if (!read.success) throw new Unfit(type, 'not a decimal amount');
    return read.data === undefined || isZero(read.data) ? [] : [{ kind: kindOf(part, type), type, amount: read.data }];
  });
}

function withRest(parts: Part[], whole: Decimal, type: string): Part[] {
  const rest = sum([whole, ...parts.map((one) => negate(one.amount))]);
  return isZero(rest) ? parts : [...parts, { kind: 'other', type, amount: rest }];
}

function partsIn(answered: Transaction): Part[] {
  const sign = signOf(answered);
  const signed = (parts: Part[]) => parts.map((one) => ({ ...one, amount: sign(one.amount) }));
  const fees = [...partsOf('fee', answered.fee_tax_breakdown?.fee), ...partsOf('tax', answered.fee_tax_breakdown?.tax)];
  const single = (kind: SettlementKind, type: string, amount: Decimal): Part[] =>
    isZero(amount) ? [] : [{ kind, type, amount }];
  return [
    ...withRest(partsOf('revenue', answered.revenue_breakdown), answered.revenue_amount, 'revenue_amount'),
    ...signed(
      withRest(
        partsOf('shipping', answered.shipping_cost_breakdown),
        answered.shipping_cost_amount,
        'shipping_cost_amount',
      ),
    ),
    ...signed(withRest(fees, answered.fee_tax_amount, 'fee_tax_amount')),
    ...signed(single('adjustment', answered.type, answered.adjustment_amount)),
    // Kept back or let go: no part of what is settled, and yet of what is paid.
    ...single('other', 'RESERVE', answered.reserve_amount),
  ];
}

function linesOf(answered: Transaction, statement: { id: string; at: Instant }, currency: string): SettlementLine[] {
  const orderNo = answered.order_id ?? answered.adjustment_order_id ?? answered.associated_order_id;
  return partsIn(answered).map(({ kind, type, amount }) => ({
    reference: `${answered.id}/${type}`,
    settlementId: statement.id,
    ...(orderNo ? { platformOrderNo: orderNo } : {}),
    kind,
    type,
    amount,
    currency,
    postedAt: statement.at,
  }));
}

export function createSettlements(call: TiktokClient, now: () => number) {
  async function listStatements(access: ShopAccess, place: Place, result: SettlementPage): Promise<Place> {
    const page = await call(access, {
      operation: 'getStatements',
      method: 'GET',
      path: '/finance/202309/statements',
      query: {
        statement_time_ge: place.from,
        statement_time_lt: place.to,
        sort_field: 'statement_time',
        sort_order: 'ASC',
        page_size: STATEMENTS,
        page_token: place.statements ?? undefined,
      },
      effect: 'read',
      shape: statementsShape,
    });
    const open: Place['open'] = [];
    for (const raw of page.statements ?? []) {
      const read = statementShape.safeParse(raw);
      if (read.success) open.push({ id: read.data.id, at: read.data.statement_time });
      else result.unreadable.push({ raw, reason: reasonOf(read.error) });
    }
    const token = page.next_page_token ?? null;
    const repeats = countRepeats(PLATFORM, token !== null && token === place.statements, place.repeats);
    return { ...place, open, statements: token, repeats };
  }

  async function listTransactions(access: ShopAccess, place: Place, result: SettlementPage): Promise<Place> {
    const [statement, ...rest] = place.open;
    if (!statement) return place;
    const page = await call(access, {
      operation: 'getTransactions',
      method: 'GET',
      path: `/finance/202501/statements/${encodeURIComponent(statement.id)}/statement_transactions`,
      query: {
        sort_field: 'order_create_time',
        sort_order: 'ASC',
        page_size: TRANSACTIONS,
        page_token: place.transactions,
      },
      effect: 'read',
      shape: transactionsShape,
    });
    await readEach(transactionShape, page.transactions ?? [], result.unreadable, (answered) =>
      result.lines.push(...linesOf(answered, statement, page.currency)),
    );
    const token = page.next_page_token;
    const { transactions, ...kept } = place;
    const repeats = countRepeats(PLATFORM, token !== undefined && token === transactions, place.repeats);
    return token ? { ...kept, transactions: token, repeats } : { ...kept, open: rest, repeats: 0 };
  }

  /** A page is a page of statements, or one of the transactions of the first that is still open. */
  return async function listSettlements(
    access: ShopAccess,
    input: { postedAfter: Instant; cursor?: string },
  ): Promise<SettlementPage> {
    const window = input.cursor === undefined ? placeOf({ after: input.postedAfter }, now()) : undefined;
    const place: Place = window
      ? { from: window.from, to: window.to, open: [], repeats: 0 }
      : readCursor(PLATFORM, placeShape, input.cursor ?? '');
    const until = window ? listedUntil(window) : instantOf(Math.max(place.from, place.to - 60));
    const result: SettlementPage = { lines: [], unreadable: [], listedUntil: until };
    const next =
      place.open.length > 0
        ? await listTransactions(access, place, result)
        : await listStatements(access, place, result);
    if (next.open.length > 0 || next.statements !== null) result.nextCursor = writeCursor(next);
    return result;
  };
}
