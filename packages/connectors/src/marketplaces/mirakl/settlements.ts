import { z } from 'zod';
import type { SettlementKind, SettlementLine, SettlementPage } from '../../marketplace.ts';
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
type Told = z.output<typeof lineShape>;
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
function amountOf(told: Told): string {
  const { amount_credited: credited, amount_debited: debited } = told;
  if (credited !== undefined || debited !== undefined) {
    // A debit is told above zero or below it.
    const taken = debited === undefined ? '0' : debited.startsWith('-') ? debited : negate(debited);
    return sum([credited ?? '0', taken]);
  }
  if (told.amount === undefined) throw new Unfit('amount', 'the line names no amount');
  return told.amount;
}

function toLine(told: Told): SettlementLine[] {
  const value = amountOf(told);
  if (isZero(value)) return [];
  const settlementId = told.accounting_document_number ?? told.seller_billing_cycle_id;
  const order = told.entities?.order?.id;
  const line = told.entities?.order_line?.id;
  return [
    {
      reference: told.id,
      ...(settlementId ? { settlementId } : {}),
      ...(order ? { platformOrderNo: order } : {}),
      ...(line ? { platformLineId: line } : {}),
      kind: kindOf(told.type),
      type: told.type,
      amount: value,
      currency: told.currency_iso_code,
      postedAt: told.date_created,
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
    await readEach(lineShape, page.data, result.unreadable, (told) => result.lines.push(...toLine(told)));
    return { ...result, ...continued(seek, place, page.next_page_token) };
  };
}
