import { z } from 'zod';
import type { SettlementKind, SettlementLine, SettlementPage } from '../../capabilities/settlements.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { id } from '../../iop/shapes.ts';
import { isZero, negate, sum } from '../../money.ts';
import { Unfit } from '../../read.ts';
import { readEach } from '../../record.ts';
import type { Decimal, Instant, ShopAccess } from '../../types.ts';
import { type Call, PLATFORM, rejected } from './client.ts';
import { fromPacific, toPacific } from './pacific.ts';
import { money, wrapped } from './shapes.ts';

const PAGE_SIZE = 100;
const DAY_MS = 86_400_000;
/** The last days are listed again next time: what was released on them may come late. */
const LATE_DAYS = 2;
/** Days on which nothing was released are passed over in one step, up to so many. */
const MOST_EMPTY = 14;

const optionalMoney = money.nullish();
const childShape = z.object({
  child_order_id: id,
  loan_amount: optionalMoney,
  real_loan_amount: money,
  escrow_fee: optionalMoney,
  affiliate_commission: optionalMoney,
  real_refund_amount: optionalMoney,
});
const orderShape = z.object({ order_id: id, son_order_list: wrapped('son_order_loan_vo', childShape) });
const pageShape = z.object({
  result: z.object({
    total_item: z.coerce.number().int().nonnegative().nullish(),
    order_list: wrapped('order_loan_item_vo', z.unknown()),
  }),
});

/** AliExpress does not say when it released an order's money, but lists by that time: so it is asked day by day. */
const place = z.object({ day: z.string(), end: z.string(), page: z.number().int().positive() });

const dayOf = (ms: number): string => toPacific(ms).slice(0, 10);
const later = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
const startOf = (day: string): Instant => fromPacific(`${day} 00:00:00`) ?? `${day}T08:00:00.000Z`;
/** "11/14/2023 00:00:00" */
const american = (day: string, time: string): string => {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year} ${time}`;
};

/**
 * What was paid out for one part of an order, taken apart: what it was sold for, what AliExpress and its advertisers
 * kept, what the buyer got back. Whatever is left between these and what was really paid out stands as `other`, so
 * that the lines always come to that.
 */
function linesOf(orderNo: string, answered: z.output<typeof childShape>, postedAt: Instant): SettlementLine[] {
  const { amount: paid, currency } = answered.real_loan_amount;
  const figure = (one: z.output<typeof optionalMoney>): Decimal => {
    if (one && one.currency !== currency) throw new Unfit('son_order_list', `${one.currency} beside ${currency}`);
    return one?.amount ?? '0';
  };
  const [fee, advertising, refund] = [
    answered.escrow_fee,
    answered.affiliate_commission,
    answered.real_refund_amount,
  ].map(figure);
  const back = refund ?? '0';
  const kept: [SettlementKind, string, Decimal][] = [
    ['sale', 'loan_amount', sum([figure(answered.loan_amount ?? answered.real_loan_amount), back])],
    ['commission', 'escrow_fee', negate(fee ?? '0')],
    ['advertising', 'affiliate_commission', negate(advertising ?? '0')],
    ['refund', 'real_refund_amount', negate(back)],
  ];
  const rest = sum([paid, ...kept.map(([, , amount]) => negate(amount))]);
  return [...kept, ['other', 'real_loan_amount', rest] as [SettlementKind, string, Decimal]]
    .filter(([, , amount]) => !isZero(amount))
    .map(([kind, type, amount]) => ({
      reference: `${orderNo}/${answered.child_order_id}/${type}`,
      platformOrderNo: orderNo,
      platformLineId: answered.child_order_id,
      kind,
      type,
      amount,
      currency,
      postedAt,
    }));
}

export function createSettlements(call: Call, now: () => number) {
  async function ask(access: ShopAccess, day: string, page: number) {
    const query = {
      create_date_start: american(day, '00:00:00'),
      create_date_end: american(day, '23:59:59'),
      loan_status: 'loan_ok',
      page,
      page_size: PAGE_SIZE,
    };
    const { result } = await call(access, {
      api: 'aliexpress.trade.redefining.findloanlistquery',
      params: { param1: { json: JSON.stringify(query) } },
      shape: pageShape,
    });
    const more = (result.total_item ?? 0) > page * PAGE_SIZE && result.order_list.length > 0;
    return { rows: result.order_list, more };
  }

  return async function listSettlements(
    access: ShopAccess,
    input: { postedAfter: Instant; cursor?: string },
  ): Promise<SettlementPage> {
    const since = Date.parse(input.postedAfter);
    if (Number.isNaN(since)) throw rejected('BAD_INSTANT', `not an instant: ${input.postedAfter}`);
    const today = dayOf(now());
    let at =
      input.cursor === undefined
        ? { day: dayOf(Math.min(since, now())), end: today, page: 1 }
        : readCursor(PLATFORM, place, input.cursor);
    let { rows, more } = await ask(access, at.day, at.page);
    for (let passed = 0; rows.length === 0 && at.day < at.end && passed < MOST_EMPTY; passed++) {
      at = { ...at, day: later(at.day, 1), page: 1 };
      ({ rows, more } = await ask(access, at.day, at.page));
    }
    const page: SettlementPage = { lines: [], unreadable: [], listedUntil: startOf(later(at.end, -LATE_DAYS)) };
    const postedAt = startOf(at.day);
    await readEach(orderShape, rows, page.unreadable, (answered) =>
      page.lines.push(...answered.son_order_list.flatMap((child) => linesOf(answered.order_id, child, postedAt))),
    );
    if (more) return { ...page, nextCursor: writeCursor({ ...at, page: at.page + 1 }) };
    return at.day < at.end ? { ...page, nextCursor: writeCursor({ ...at, day: later(at.day, 1), page: 1 }) } : page;
  };
}
