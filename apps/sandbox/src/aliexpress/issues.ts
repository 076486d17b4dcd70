import { text } from '../http/types.ts';
import { pageOf } from '../kit/listing.ts';
import { dollars } from '../world/orders.ts';
import type { SandboxReturn } from '../world/returns.ts';
import type { Shop } from '../world/shop.ts';
import { type AeApi, type AeCall, BusinessError, integer, listed, NAME, query, wrong } from './api.ts';
import { written } from './pacific.ts';

const STATUSES = ['processing', 'canceled_issue', 'finish'];
const statusOf = ({ state }: SandboxReturn): string =>
  state === 'refunded' || state === 'rejected' ? 'finish' : 'processing';

interface Issue {
  id: number;
  of: SandboxReturn;
  line: SandboxReturn['lines'][number];
}

/** Buyers' disputes, one for each part of an order. Source: aliexpress.issue.* */
export function registerIssues(api: AeApi): void {
  api.add('aliexpress.issue.issuelist.get', ['query_dto'], issueList);
  api.add('aliexpress.issue.detail.get', ['issue_id', 'buyer_login_id'], issueDetail);
}

const issues = (shop: Shop): Issue[] =>
  shop.returns.flatMap((one) => one.lines.map((line, n) => ({ id: Number(one.id) * 100 + n, of: one, line })));
const buyerOf = (shop: Shop, one: Issue): string => `us${shop.byId.get(one.of.orderId)?.seq ?? 0}`;

function issueList(call: AeCall) {
  const { ctx, shop } = call;
  const answered = query(call, 'query_dto', [
    'current_page',
    'page_size',
    'issue_status',
    'buyer_login_id',
    'order_no',
  ]);
  const size = integer('page_size', answered.page_size, 1, 50);
  const desired = integer('current_page', answered.current_page, 1, 100_000);
  if (!STATUSES.includes(text(answered.issue_status))) throw wrong('issue_status is unknown');
  const found = issues(shop)
    .filter((one) => statusOf(one.of) === answered.issue_status)
    .sort((a, b) => b.of.updatedAt - a.of.updatedAt);
  const page = pageOf(ctx, NAME, found, (desired - 1) * size, size);
  return {
    current_page: desired,
    page_size: size,
    total_item: page.total,
    data_list: listed(
      'issue_api_issue_dto',
      page.rows.map((one) => ({
        issue_id: one.id,
        issue_status: statusOf(one.of),
        order_id: Number(one.line.lineId),
        parent_order_id: Number(one.of.orderId),
        buyer_login_id: buyerOf(shop, one),
        reason_chinese: one.of.reason,
        reason_english: one.of.reason,
        gmt_create: written(one.of.createdAt),
        gmt_modified: written(one.of.updatedAt),
      })),
    ),
  };
}

function issueDetail({ shop, params }: AeCall) {
  const one = issues(shop).find((candidate) => String(candidate.id) === params.issue_id);
  if (!one || buyerOf(shop, one) !== params.buyer_login_id)
    throw new BusinessError('isv.issue-not-exist', 'the issue does not exist');
  const order = shop.byId.get(one.of.orderId);
  const line = order?.lines.find((candidate) => candidate.id === one.line.lineId);
  const reached = !['requested', 'rejected'].includes(one.of.state);
  const cents = one.of.state === 'rejected' ? 0 : (line?.priceCents ?? 0) * one.line.quantity;
  return {
    result_object: {
      id: one.id,
      order_id: Number(one.line.lineId),
      parent_order_id: Number(one.of.orderId),
      issue_status: statusOf(one.of),
      issue_reason: one.of.reason,
      buyer_login_id: params.buyer_login_id,
      product_name: line?.title ?? '',
      ...(['shipped', 'received'].includes(one.of.state) ? { buyer_return_no: one.of.tracking || `RET${one.id}` } : {}),
      buyer_solution_list: listed('solution_api_dto', [
        {
          id: one.id,
          solution_owner: 'buyer',
          solution_type: 'return_and_refund',
          status: reached ? 'reached' : one.of.state === 'rejected' ? 'perform' : 'wait_seller_accept',
          refund_money: dollars(cents),
          refund_money_currency: shop.currency,
          gmt_modified: written(one.of.updatedAt),
        },
      ]),
      gmt_create: written(one.of.createdAt),
    },
  };
}
