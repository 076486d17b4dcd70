import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { subscribe } from '../../../core/jobs/jobs.ts';
import { Decimal, money } from '../../../core/money.ts';
import { arrayOf } from '../../../core/scope.ts';
import { heldChanged } from '../../channels/public.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';
import { book, lockProfits, reverse } from '../ledger/book.ts';
import type { Entry } from '../ledger/entry.ts';

const HELD_DOC = 'settlement_held';
const STEP = 'held';

interface Held extends Record<string, unknown> {
  id: number;
  shopId: number;
  orderId: number | null;
  amount: string;
  currency: string;
  postedAt: Date;
  released: boolean;
}

/**
 * What a platform holds back moves from not settled to held back, and back once it is let go: the lines that then come
 * settle it. No profit changes. `which`: a condition on settlement_held `h`.
 */
export async function bookHeld(tx: Tx, which: Sql): Promise<void> {
  const rows =
    await tx.rows<Held>(sql`select h.id, h.shop_id, (select min(o.id) from sales_order o where o.company_id = ${sql.company}
      and o.shop_id = h.shop_id and o.platform_order_no = h.platform_order_no) as order_id, h.amount, h.currency, h.posted_at,
      h.released_at is not null as released
    from settlement_held h where h.company_id = ${sql.company} and ${which} order by h.id for share of h`);
  if (rows.length === 0) return;
  const { timeZone } = await companyOf(tx);
  const today = localDay(tx.now, timeZone);
  const orders = rows.flatMap(({ orderId, shopId }) => (orderId === null ? [] : [{ orderId, shopId, onDay: today }]));
  if (orders.length > 0) await lockProfits(tx, [...new Map(orders.map((order) => [order.orderId, order])).values()]);
  const held = rows.filter((row) => !row.released).map((row) => ({ ...row, onDay: localDay(row.postedAt, timeZone) }));
  const rates = await ratesOn(tx, [
    ...new Map(held.map(({ currency, onDay: day }) => [rateKey(currency, day), { currency, day }])).values(),
  ]);
  await book(
    tx,
    held.map(({ id, shopId, orderId, amount, currency, onDay }): Entry => {
      const plain = { currency, rate: rates.get(rateKey(currency, onDay)) ?? '1' };
      const party = { partyKind: 'shop', partyId: shopId } as const;
      return {
        ...{ docKind: HELD_DOC, docId: id, step: STEP, onDay, text: 'held' },
        ...(orderId === null ? {} : { order: { id: orderId, shopId } }),
        lines: [
          { account: 'platform_deferred', ...party, amount, ...plain },
          { account: 'platform_unsettled', ...party, amount: money(new Decimal(amount).neg()), ...plain },
        ],
      };
    }),
  );
  await reverse(
    tx,
    rows.filter((row) => row.released).map(({ id }) => ({ docKind: HELD_DOC, docId: id, step: STEP })),
    today,
    'released',
  );
}

subscribe(heldChanged, 'finance.held', ['记账：平台暂扣款', 'Book money held by platforms'], (app, ctx, { heldIds }) =>
  app.database.inCompany(ctx, (tx) => bookHeld(tx, sql`h.id = any(${arrayOf(heldIds)}::bigint[])`)),
);
