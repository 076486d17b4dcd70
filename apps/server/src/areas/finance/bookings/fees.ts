import type { FeePage, PlatformFee } from '@tradewind/connectors/capabilities/settlements.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, systemContext } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Fail } from '../../../core/errors.ts';
import { addJob, defineJob, type Job } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { Decimal, money } from '../../../core/money.ts';
import { arrayOf } from '../../../core/scope.ts';
import { shopQueue, withShop } from '../../channels/public.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';
import { book, ESTIMATE, lockProfits, reverse } from '../ledger/book.ts';
import type { Entry } from '../ledger/entry.ts';
import { divideProfits } from '../ledger/product-profits.ts';
import { keepUnread, noteRead } from '../settlements/set-aside/keep.ts';
import { feeRule } from './fee-table.ts';

const FIRST_LOOK_DAYS = 30;
/** Platforms post late: rereads this period. Ignores what is booked already. */
const OVERLAP_MS = 2 * 86_400_000;
const PAGES_A_RUN = 50;

interface FeeShop {
  id: number;
  platform: string;
}

/**
 * Books platform fees, each once by the platform's reference. An order's first main fee (commission, payment) replaces
 * the estimate. Fees of unknown orders belong to their shop.
 */
export async function bookFees(tx: Tx, shop: FeeShop, fees: readonly PlatformFee[]): Promise<number> {
  if (fees.length === 0) return 0;
  const { timeZone } = await companyOf(tx);
  const dayOf = (fee: PlatformFee) => localDay(new Date(fee.postedAt), timeZone);
  const orderIds = await ordersByNumber(tx, shop.id, [...new Set(fees.map((fee) => fee.platformOrderNo))]);
  const rates = await ratesOn(tx, [
    ...new Map(
      fees.map((fee) => [rateKey(fee.currency, dayOf(fee)), { currency: fee.currency, day: dayOf(fee) }]),
    ).values(),
  ]);
  const known = [...new Set(orderIds.values())].map((orderId) => ({
    orderId,
    shopId: shop.id,
    onDay: localDay(tx.now, timeZone),
  }));
  await lockProfits(tx, known);
  const booked = await book(
    tx,
    fees.map((fee): Entry => {
      const orderId = orderIds.get(fee.platformOrderNo);
      const plain = { currency: fee.currency, rate: rates.get(rateKey(fee.currency, dayOf(fee))) ?? '1' };
      return {
        docKind: 'shop',
        docId: shop.id,
        step: `fee:${fee.reference}`,
        onDay: dayOf(fee),
        text: `fee.${fee.kind}`,
        ...(orderId === undefined ? {} : { order: { id: orderId, shopId: shop.id } }),
        lines: [
          { account: 'platform_fee', amount: fee.amount, ...plain },
          {
            account: 'platform_unsettled',
            partyKind: 'shop',
            partyId: shop.id,
            amount: money(new Decimal(fee.amount).neg()),
            ...plain,
          },
        ],
      };
    }),
  );
  const main = fees.filter((fee) => fee.kind === feeRule(shop.platform).settledBy);
  await settleFees(tx, [...new Set(main.flatMap((fee) => orderIds.get(fee.platformOrderNo) ?? []))]);
  return booked;
}

async function ordersByNumber(tx: Tx, shopId: number, numbers: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: number; no: string }>(sql`select id, platform_order_no as no from sales_order
    where company_id = ${sql.company} and shop_id = ${shopId} and platform_order_no = any(${arrayOf(numbers)}::text[])`);
  return new Map(rows.map((row) => [row.no, row.id]));
}

/** The platform's own main fee replaces the estimate of these orders, on the estimate's day: its month keeps no guess. */
export async function settleFees(tx: Tx, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await reverse(
    tx,
    orderIds.map((docId) => ({ docKind: 'sales_order', docId, step: ESTIMATE })),
    'own',
    'feeEstimateReplaced',
  );
  await tx.rows(sql`update order_profit set fee_state = 'settled', updated_at = ${tx.now}, divided_at = ${tx.now}
    where company_id = ${sql.company} and order_id = any(${arrayOf(orderIds)}::bigint[]) and fee_state <> 'settled'`);
  await divideProfits(tx, orderIds);
}

const feeJob: Job<{ shopId: number }> = defineJob('finance.readFees', ['同步平台费用', 'Sync platform fees'], readFees);

/** Channels reports shops without authorization; nothing to retry here. */
export async function readFees(app: App, ctx: Ctx, { shopId }: { shopId: number }): Promise<void> {
  try {
    await readPages(app, ctx, shopId);
  } catch (error) {
    const closed = error instanceof Fail || (error instanceof ConnectorError && error.kind === 'unauthorized');
    if (!closed) throw error;
  }
}

interface Place {
  postedUntil: Date | null;
  pageCursor: string | null;
  /** Of the listing in progress. */
  beganAt: Date | null;
}

/** Reads new platform fees page by page; books each page with its end position. */
async function readPages(app: App, ctx: Ctx, shopId: number): Promise<void> {
  for (let pages = 0; pages < PAGES_A_RUN; pages++) {
    const at = await app.database.inCompany(ctx, (tx) =>
      tx.row<Place>(sql`select posted_until, page_cursor, began_at from fee_sync
        where company_id = ${sql.company} and shop_id = ${shopId}`),
    );
    const began = at?.pageCursor ? (at.beganAt ?? new Date(0)) : new Date();
    const from = at?.postedUntil
      ? new Date(at.postedUntil.getTime() - OVERLAP_MS)
      : new Date(Date.now() - FIRST_LOOK_DAYS * 86_400_000);
    const answered = await withShop(app, ctx, shopId, async (connector, access, shop) => {
      const page = await connector.listFees?.(access, {
        postedAfter: from.toISOString(),
        ...(at?.pageCursor ? { cursor: at.pageCursor } : {}),
      });
      return page ? { page, shop } : undefined;
    });
    if (!answered) return;
    const { page, shop } = answered;
    await app.database.inCompany(ctx, async (tx) => {
      await bookFees(tx, shop, page.fees);
      await remember(tx, shopId, began, page);
      if (page.unreadable.length > 0) await keepUnread(tx, 'fee', { shopId, since: from, records: page.unreadable });
      if (!page.nextCursor) await noteRead(tx, 'fee', { shopId, since: from, began });
    });
    if (!page.nextCursor) return;
  }
  // More pages: the shop's queue runs other work first.
  await app.database.inCompany(ctx, (tx) => requestFees(tx, [shopId]));
}

async function remember(tx: Tx, shopId: number, began: Date, { nextCursor, listedUntil, unreadable }: FeePage) {
  const posted = nextCursor ? null : new Date(listedUntil);
  await tx.rows(sql`insert into fee_sync (company_id, shop_id, posted_until, page_cursor, began_at, last_error, updated_at)
    values (${sql.company}, ${shopId}, ${posted}, ${nextCursor ?? null}, ${began}, ${unreadable[0]?.reason ?? null}, ${tx.now})
    on conflict (company_id, shop_id) do update set posted_until = coalesce(excluded.posted_until, fee_sync.posted_until),
      page_cursor = excluded.page_cursor, began_at = excluded.began_at, last_error = excluded.last_error,
      updated_at = excluded.updated_at`);
}

/** Lists fees since then once more; booked ones change nothing. A listing that begins earlier stays as it is. */
export async function relistFees(tx: Tx, shopId: number, since: Date): Promise<void> {
  await tx.rows(sql`update fee_sync set page_cursor = null,
      posted_until = least(posted_until, ${new Date(since.getTime() + OVERLAP_MS)}::timestamptz)
    where company_id = ${sql.company} and shop_id = ${shopId}`);
  await requestFees(tx, [shopId]);
}

/** Runs in the shop's own queue: calls to its platform run one at a time. */
export async function requestFees(tx: Tx, shopIds: readonly number[]): Promise<void> {
  for (const shopId of shopIds)
    await addJob(
      tx,
      feeJob,
      { shopId },
      { queue: shopQueue(shopId), key: `fees:${shopId}`, priority: 10, maxAttempts: 5 },
    );
}

export function shopsWithFees(tx: Tx): Promise<{ id: number }[]> {
  return tx.rows<{ id: number }>(
    sql`select id from shop where company_id = ${sql.company} and state = 'authorized' order by id`,
  );
}

defineSchedule({
  name: 'finance.fees',
  cron: '17 * * * *',
  work: async (app) => {
    const due = await app.database.asOwner<{ companyId: number; shopIds: number[] }>(
      sql`select company_id, array_agg(id::int) as shop_ids from shop where state = 'authorized' group by company_id`,
    );
    for (const { companyId, shopIds } of due)
      await app.database.inCompany(systemContext(companyId, 'finance.fees'), (tx) => requestFees(tx, shopIds));
  },
});
