import { z } from 'zod';
import type { SettlementKind, SettlementLine, SettlementPage } from '../../capabilities/settlements.ts';
import { isZero, negate, sum } from '../../money.ts';
import { amount, currencyCode, instant, optionalText, Unfit } from '../../read.ts';
import { readEach } from '../../record.ts';
import type { Instant, ShopAccess } from '../../types.ts';
import type { MiraklClient } from './client.ts';
import { continued, placeOf, type Seek } from './seek.ts';

const PAGE_SIZE = 1000;

const optionalAmount = amount.nullish().transform((value) => value ?? undefined);
const lineShape = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  amount: optionalAmount,
  amount_credited: optionalAmount,
  amount_debited: optionalAmount,
  currency_iso_code: currencyCode,
  date_created: instant,
  accounting_document_number: optionalText,
  seller_billing_cycle_id: optionalText,
  entities: z
    .object({ order: z.object({ id: optionalText }).nullish(), order_line: z.object({ id: optionalText }).nullish() })
    .nullish(),
});
type Reply = z.output<typeof lineShape>;
const pageShape = z.object({ data: z.array(z.unknown()), next_page_token: optionalText });

/** In this order: the first that fits counts. Words that are not known stay what they are, as `other`. */
const KINDS: readonly (readonly [RegExp, SettlementKind])[] = [
  [/^PAYMENT$/, 'payout'],
  [/COMMISSION/, 'commission'],
  [/^OPERATOR_REMITTED_/, 'tax'],
  [/^(OPERATOR_PAID_)?REFUND_/, 'refund'],
  [/^(OPERATOR_PAID_)?ORDER_SHIPPING_AMOUNT$/, 'shipping'],
  [/^ORDER_AMOUNT$/, 'sale'],
  [/^(MANUAL_|INVOICEABLE_|SELLER_PENALTY_)/, 'adjustment'],
  [/^(SUBSCRIPTION_|SELLER_FEE_|RESERVE_|ORDER_FEE_)/, 'other'],
  [/_(TAX|VAT)$/, 'tax'],
];

export const kindOf = (type: string): SettlementKind => KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';

/** Credited is the seller's; where a line names neither side, its amount has the sign. */
function amountOf(answered: Reply): string {
  const { amount_credited: credited, amount_debited: debited } = answered;
  if (credited !== undefined || debited !== undefined) {
    // A debit is told above zero or below it.
    const taken = debited === undefined ? '0' : debited.startsWith('-') ? debited : negate(debited);
    return sum([credited ?? '0', taken]);
  }
  if (answered.amount === undefined) throw new Unfit('amount', 'the line names no amount');
  return answered.amount;
}

function toLine(answered: Reply): SettlementLine[] {
  const value = amountOf(answered);
  if (isZero(value)) return [];
  const settlementId = answered.accounting_document_number ?? answered.seller_billing_cycle_id;
  const order = answered.entities?.order?.id;
  const line = answered.entities?.order_line?.id;
  return [
    {
      reference: answered.id,
      ...(settlementId ? { settlementId } : {}),
      ...(order ? { platformOrderNo: order } : {}),
      ...(line ? { platformLineId: line } : {}),
      kind: kindOf(answered.type),
      type: answered.type,
      amount: value,
      currency: answered.currency_iso_code,
      postedAt: answered.date_created,
    },
  ];
}

export function createSettlements({ call }: MiraklClient, seek: Seek) {
  return async function listSettlements(
    access: ShopAccess,
    input: { postedAfter: Instant; cursor?: string },
  ): Promise<SettlementPage> {
    const place = placeOf(seek, { ...input, from: input.postedAfter });
    const page = await call(access, {
      operation: 'TL02',
      method: 'GET',
      path: '/api/sellerpayment/transactions_logs',
      // A line changes when it is paid out: it comes again then, under the same id.
      query: { last_updated_from: place.from, sort: 'lastUpdated', limit: PAGE_SIZE, page_token: place.token },
      effect: 'read',
      shape: pageShape,
    });
    const result: SettlementPage = { lines: [], unreadable: [], listedUntil: place.until };
    await readEach(lineShape, page.data, result.unreadable, (answered) => result.lines.push(...toLine(answered)));
    return { ...result, ...continued(seek, place, page.next_page_token) };
  };
}
