import { z } from 'zod';
import type { SettlementPage } from '../../capabilities/settlements.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { amount, optionalText, reasonOf } from '../../read.ts';
import type { Instant, ShopAccess } from '../../types.ts';
import { PLATFORM, type ShopeeClient } from './client.ts';
import { incomeLines, incomeShape, walletLine } from './income.ts';
import { answerOf, epoch, id } from './shapes.ts';
import { readShop } from './shop.ts';
import { after, listedUntil, windowOf } from './window.ts';

/** As many as Shopee recommends to ask the details of at once. */
const ESCROW_PAGE = 20;
const WALLET_PAGE = 100;

const releaseShape = z.object({ order_sn: z.string().min(1), payout_amount: amount, escrow_release_time: epoch });
const escrowShape = answerOf(z.object({ escrow_list: z.array(z.unknown()).nullish(), more: z.boolean() }));
const detailShape = z.object({
  response: z
    .array(z.object({ escrow_detail: z.object({ order_sn: z.string(), order_income: z.unknown() }).nullish() }))
    .nullish(),
});
const transaction = z.object({
  transaction_type: z.string().min(1),
  status: optionalText,
  amount,
  money_flow: optionalText,
  create_time: epoch,
  order_sn: optionalText,
  refund_sn: optionalText,
  withdrawal_id: id.nullish(),
});
const walletShape = answerOf(z.object({ transaction_list: z.array(z.unknown()).nullish(), more: z.boolean() }));

/** First every release, then every other movement of the wallet, both up to the same moment. */
const place = z.object({
  part: z.enum(['escrow', 'wallet']),
  since: z.string(),
  end: z.string(),
  currency: z.string(),
  crossBorder: z.boolean(),
  at: z.string().optional(),
});
type Place = z.output<typeof place>;

export function createSettlements(client: ShopeeClient, now: () => number) {
  const { call } = client;

  async function begin(access: ShopAccess, since: Instant): Promise<Place> {
    const { currency, crossBorder } = await readShop(client, access);
    return { part: 'escrow', since, end: new Date(now()).toISOString(), currency, crossBorder };
  }

  /** What each order's release is made of, by the order's number. */
  async function incomesOf(access: ShopAccess, numbers: readonly string[]): Promise<Map<string | undefined, unknown>> {
    if (numbers.length === 0) return new Map();
    const { response } = await call(access, {
      method: 'POST',
      path: 'payment/get_escrow_detail_batch',
      json: { order_sn_list: numbers },
      effect: 'read',
      shape: detailShape,
    });
    return new Map(response?.map((one) => [one.escrow_detail?.order_sn, one.escrow_detail?.order_income]));
  }

  async function escrow(
    access: ShopAccess,
    window: ReturnType<typeof windowOf>,
    currency: string,
    page: SettlementPage,
  ) {
    const pageNo = Number(window.page) || 1;
    const { response } = await call(access, {
      method: 'GET',
      path: 'payment/get_escrow_list',
      query: { release_time_from: window.from, release_time_to: window.to, page_no: pageNo, page_size: ESCROW_PAGE },
      shape: escrowShape,
    });
    const released: z.output<typeof releaseShape>[] = [];
    for (const raw of response.escrow_list ?? []) {
      const read = releaseShape.safeParse(raw);
      if (read.success) released.push(read.data);
      else page.unreadable.push({ raw, reason: reasonOf(read.error) });
    }
    const incomes = await incomesOf(
      access,
      released.map((one) => one.order_sn),
    );
    for (const one of released) {
      const read = incomeShape.safeParse(incomes.get(one.order_sn));
      if (!read.success) {
        page.unreadable.push({ raw: incomes.get(one.order_sn) ?? one, reason: reasonOf(read.error) });
        continue;
      }
      const release = {
        orderSn: one.order_sn,
        releasedAt: one.escrow_release_time,
        payout: one.payout_amount,
        currency,
      };
      page.lines.push(...incomeLines(release, read.data));
    }
    return response.more ? String(pageNo + 1) : undefined;
  }

  async function wallet(
    access: ShopAccess,
    window: ReturnType<typeof windowOf>,
    currency: string,
    page: SettlementPage,
  ) {
    const pageNo = Number(window.page);
    const { response } = await call(access, {
      method: 'GET',
      path: 'payment/get_wallet_transaction_list',
      query: { page_no: pageNo, page_size: WALLET_PAGE, create_time_from: window.from, create_time_to: window.to },
      shape: walletShape,
    });
    for (const raw of response.transaction_list ?? []) {
      const read = transaction.safeParse(raw);
      if (!read.success) {
        page.unreadable.push({ raw, reason: reasonOf(read.error) });
        continue;
      }
      const answered = read.data;
      const line = walletLine(
        {
          type: answered.transaction_type,
          status: answered.status,
          amount: answered.amount,
          flow: answered.money_flow,
          at: answered.create_time,
          orderSn: answered.order_sn,
          about: answered.refund_sn ?? answered.withdrawal_id ?? undefined,
        },
        currency,
      );
      if (line) page.lines.push(line);
    }
    return response.more ? String(pageNo + 1) : undefined;
  }

  return async function listSettlements(
    access: ShopAccess,
    input: { postedAfter: Instant; cursor?: string },
  ): Promise<SettlementPage> {
    const saved =
      input.cursor === undefined ? await begin(access, input.postedAfter) : readCursor(PLATFORM, place, input.cursor);
    const { at, ...where } = saved;
    const window = windowOf(saved.since, saved.end, at);
    const page: SettlementPage = { lines: [], unreadable: [], listedUntil: listedUntil(window) };
    const list = saved.part === 'escrow' ? escrow : wallet;
    const { nextCursor } = after(window, await list(access, window, saved.currency, page));
    if (nextCursor !== undefined) return { ...page, nextCursor: writeCursor({ ...where, at: nextCursor }) };
    // Sellers from abroad have no such wallet.
    if (saved.part === 'wallet' || saved.crossBorder) return page;
    return { ...page, nextCursor: writeCursor({ ...where, part: 'wallet' }) };
  };
}
