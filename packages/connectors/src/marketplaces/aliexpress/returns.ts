import { z } from 'zod';
import type { PlatformReturn, ReturnPage } from '../../capabilities/returns.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { id, optionalId } from '../../iop/shapes.ts';
import { isZero } from '../../money.ts';
import { amount, currencyCode, optionalText, Unfit, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import type { Instant, ShopAccess } from '../../types.ts';
import { type Call, numeric, PLATFORM, rejected } from './client.ts';
import type { Listing } from './listing.ts';
import { lineIdOf } from './orders.ts';
import { pacific, wrapped } from './shapes.ts';

const PAGE_SIZE = 50;
const OVERLAP_MS = 300_000;
/** Disputes are listed by state and not by time. */
const STATUSES = ['processing', 'finish', 'canceled_issue'] as const;

const issueShape = z.object({
  issue_id: id,
  issue_status: z.string(),
  order_id: id,
  parent_order_id: optionalId,
  buyer_login_id: optionalText,
  reason_english: optionalText,
  reason_chinese: optionalText,
  gmt_create: pacific,
  gmt_modified: pacific,
});
type Issue = z.output<typeof issueShape>;
const pageShape = z.object({
  total_item: wholeNumber.nullish(),
  data_list: wrapped('issue_api_issue_dto', z.unknown()),
});

const solution = z.object({
  status: optionalText,
  solution_type: optionalText,
  refund_money: amount.nullish().catch(undefined),
  refund_money_currency: currencyCode.nullish().catch(undefined),
});
const detailShape = z.object({
  result_object: z.object({
    buyer_return_no: optionalText,
    platform_solution_list: wrapped('solution_api_dto', solution),
    seller_solution_list: wrapped('solution_api_dto', solution),
    buyer_solution_list: wrapped('solution_api_dto', solution),
  }),
});
type Detail = z.output<typeof detailShape>['result_object'];
/** Both sides have agreed, or AliExpress has decided. */
const SETTLED = new Set(['reached', 'perform']);
const RETURN = 'return_and_refund';

const place = z.object({
  since: z.number().int(),
  end: z.number().int(),
  status: z.number().int().nonnegative(),
  page: z.number().int().positive(),
});

const solutionsOf = (answered: Detail) => [
  ...answered.platform_solution_list,
  ...answered.seller_solution_list,
  ...answered.buyer_solution_list,
];

function stateOf(status: string, answered: Detail): PlatformReturn['state'] {
  const agreed = solutionsOf(answered).find((one) => SETTLED.has(one.status ?? ''));
  switch (status) {
    case 'canceled_issue':
      return 'closed';
    case 'finish':
      return agreed?.refund_money && isZero(agreed.refund_money) ? 'rejected' : 'refunded';
    case 'processing':
      if (agreed?.solution_type === RETURN && answered.buyer_return_no) return 'shipped';
      return agreed ? 'approved' : 'requested';
    default:
      throw new Unfit('issue_status', `"${status}" is unknown`);
  }
}

export function createReturns(call: Call, listing: Listing, now: () => number) {
  /** A dispute is about one part of an order, which it names, and the order as its parent. */
  async function read(access: ShopAccess, issue: Issue): Promise<PlatformReturn> {
    const orderNo = issue.parent_order_id && issue.parent_order_id !== '0' ? issue.parent_order_id : issue.order_id;
    const { result_object: answered } = await call(access, {
      api: 'aliexpress.issue.detail.get',
      params: { issue_id: numeric(issue.issue_id), buyer_login_id: issue.buyer_login_id },
      shape: detailShape,
    });
    const order = await listing.readDetail(access, orderNo);
    const parts = order.child_order_list.filter((child) => lineIdOf(child) === issue.order_id);
    const [first] = solutionsOf(answered).toSorted(
      (a, b) => Number(SETTLED.has(b.status ?? '')) - Number(SETTLED.has(a.status ?? '')),
    );
    return {
      returnNo: issue.issue_id,
      platformOrderNo: orderNo,
      state: stateOf(issue.issue_status, answered),
      reason: issue.reason_english ?? issue.reason_chinese ?? '',
      lines: (parts.length > 0 ? parts : order.child_order_list).map((child) => ({
        platformLineId: lineIdOf(child),
        ...(child.sku_code ? { sellerSku: child.sku_code } : {}),
        quantity: child.product_count,
      })),
      ...(first?.refund_money && first.refund_money_currency
        ? { refundAmount: first.refund_money, currency: first.refund_money_currency }
        : {}),
      ...(answered.buyer_return_no ? { trackingNumber: answered.buyer_return_no } : {}),
      createdAt: issue.gmt_create,
      updatedAt: issue.gmt_modified,
    };
  }

  /** Whether a page shows that the list goes from new to old, and has come to what is known already. */
  function isOld(rows: readonly unknown[], since: number): boolean {
    const times = rows.flatMap((row) => {
      const answered = issueShape.shape.gmt_modified.safeParse(Reflect.get(Object(row), 'gmt_modified'));
      return answered.success ? [Date.parse(answered.data)] : [];
    });
    const falling = times.every((time, index) => index === 0 || time <= (times[index - 1] ?? time));
    return falling && times.length > 1 && (times.at(-1) ?? since) < since;
  }

  return async function listReturns(
    access: ShopAccess,
    input: { updatedAfter: Instant; cursor?: string },
  ): Promise<ReturnPage> {
    const since = Date.parse(input.updatedAfter);
    if (Number.isNaN(since)) throw rejected('BAD_INSTANT', `not an instant: ${input.updatedAfter}`);
    const at =
      input.cursor === undefined
        ? { since, end: now(), status: 0, page: 1 }
        : readCursor(PLATFORM, place, input.cursor);
    const query = { current_page: at.page, page_size: PAGE_SIZE, issue_status: STATUSES[at.status] };
    const answered = await call(access, {
      api: 'aliexpress.issue.issuelist.get',
      params: { query_dto: { json: JSON.stringify(query) } },
      shape: pageShape,
    });
    const rows = answered.data_list;
    const page: ReturnPage = {
      returns: [],
      unreadable: [],
      listedUntil: new Date(Math.max(at.since, at.end - OVERLAP_MS)).toISOString(),
    };
    await readEach(issueShape, rows, page.unreadable, async (issue) => {
      if (Date.parse(issue.gmt_modified) >= at.since - OVERLAP_MS) page.returns.push(await read(access, issue));
    });
    const more =
      (answered.total_item ?? 0) > at.page * PAGE_SIZE && rows.length > 0 && !isOld(rows, at.since - OVERLAP_MS);
    if (more) return { ...page, nextCursor: writeCursor({ ...at, page: at.page + 1 }) };
    if (at.status + 1 >= STATUSES.length) return page;
    return { ...page, nextCursor: writeCursor({ ...at, status: at.status + 1, page: 1 }) };
  };
}
