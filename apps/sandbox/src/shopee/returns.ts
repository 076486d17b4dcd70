import type { Context } from '../http/app.ts';
import { pageOf } from '../kit/listing.ts';
import type { SandboxReturn } from '../world/returns.ts';
import type { Shop } from '../world/shop.ts';
import { articleOf } from './articles.ts';
import { ShopeeError, wrongParameter } from './errors.ts';
import { integer, NAME, type OperationBook, type ShopCall, seconds, windowOf } from './operations.ts';

const STATUS: Readonly<Record<SandboxReturn['state'], string>> = {
  requested: 'REQUESTED',
  approved: 'PROCESSING',
  shipped: 'PROCESSING',
  received: 'PROCESSING',
  refunded: 'ACCEPTED',
  rejected: 'CLOSED',
};
const LOGISTICS: Partial<Record<SandboxReturn['state'], string>> = {
  approved: 'LOGISTICS_PENDING_ARRANGE',
  shipped: 'LOGISTICS_PICKUP_DONE',
  received: 'LOGISTICS_DELIVERY_DONE',
};

/** What buyers send back. Source: v2.returns.* */
export function registerReturns(book: OperationBook): void {
  book.add(
    {
      method: 'GET',
      path: 'returns/get_return_list',
      query: [
        ...['page_no', 'page_size', 'create_time_from', 'create_time_to', 'update_time_from', 'update_time_to'],
        ...['status', 'negotiation_status', 'seller_proof_status', 'seller_compensation_status'],
      ],
    },
    getReturnList,
  );
  book.add({ method: 'GET', path: 'returns/get_return_detail', query: ['return_sn'] }, getReturnDetail);
  book.add({ method: 'POST', path: 'returns/confirm', body: ['return_sn'] }, confirm);
}

function getReturnList({ ctx, shop, query }: ShopCall) {
  const field = query.has('update_time_from') ? 'update_time' : 'create_time';
  const [from, before] = windowOf(query, [`${field}_from`, `${field}_to`], () =>
    wrongParameter(`The period between ${field}_from and ${field}_to must not more than 15 days`),
  );
  const size = integer('page_size', query.get('page_size'), 1, 100);
  const pageNo = integer('page_no', query.get('page_no'), 0, 1_000_000);
  const status = query.get('status');
  const found = shop.returns.filter((one) => {
    const at = field === 'update_time' ? one.updatedAt : one.createdAt;
    return at >= from && at < before && (!status || STATUS[one.state] === status);
  });
  const page = pageOf(ctx, NAME, found, pageNo * size, size);
  return { more: page.next !== undefined, return: page.rows.map((one) => view(ctx, shop, one)) };
}

function returnOf(shop: Shop, answered: unknown): SandboxReturn {
  const found = shop.returns.find((one) => one.id === answered);
  if (!found) throw new ShopeeError('error_data', "The return you queried doesn't exist.");
  return found;
}

/** The buyer gets all of it, whether the goods are back or not. */
function confirm({ ctx, shop, body }: ShopCall) {
  const found = returnOf(shop, body.return_sn);
  if (STATUS[found.state] !== 'REQUESTED' && STATUS[found.state] !== 'PROCESSING')
    throw new ShopeeError('error_param', 'Wrong parameters, detail: the return is in no state to be confirmed.');
  found.refundedCents = found.refundCents;
  ctx.world.moveReturn(shop.id, found.id, 'refunded');
  return { return_sn: found.id };
}

function getReturnDetail({ ctx, shop, query }: ShopCall) {
  const found = returnOf(shop, query.get('return_sn'));
  const logistics = LOGISTICS[found.state] ?? '';
  return { ...view(ctx, shop, found), logistics_status: logistics, reverse_logistics_status: logistics };
}

function view(ctx: Context, shop: Shop, one: SandboxReturn) {
  const order = shop.byId.get(one.orderId);
  return {
    return_sn: one.id,
    order_sn: one.orderId,
    status: STATUS[one.state],
    reason: 'CHANGE_MIND',
    text_reason: one.reason,
    refund_amount: one.refundCents / 100,
    currency: shop.currency,
    create_time: seconds(one.createdAt),
    update_time: seconds(one.updatedAt),
    due_date: seconds(one.createdAt) + 3 * 86_400,
    tracking_number: one.tracking,
    needs_logistics: true,
    user: { username: order?.buyerName ?? '', email: '', portrait: '' },
    item: one.lines.flatMap(({ lineId, quantity }) => {
      const line = order?.lines.find((candidate) => candidate.id === lineId);
      if (!line) return [];
      const { itemId, modelId, itemSku, modelSku } = articleOf(shop, line);
      return [
        {
          item_id: itemId,
          model_id: modelId,
          name: line.title,
          amount: quantity,
          item_price: line.priceCents / 100,
          item_sku: itemSku,
          variation_sku: modelSku,
        },
      ];
    }),
    ...(ctx.faults.of(NAME).newField ? { moon_phase: 'waxing' } : {}),
  };
}
