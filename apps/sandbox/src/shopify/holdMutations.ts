import { isRecord, list, text } from '../http/types.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify, type Shop } from '../world/shop.ts';
import { type Hold, holdsOf, holdView } from './holds.ts';
import { type Args, accessDenied } from './queries.ts';
import { fulfillmentOrderId, idOf, orderOfFulfillmentOrder } from './status.ts';
import type { StoreView } from './stockViews.ts';
import { fulfillmentOrderStatus, fulfillmentOrderView } from './views.ts';

/** Ten holds an app may place on a fulfilment order, each by a handle of its own. Source: fulfillmentOrderHold. */
const HOLD_LIMIT = 10;

export function holdMutations(view: StoreView, shop: Shop) {
  const { store } = view;
  const { world } = store.ctx;
  const orderOf = (args: Args): SandboxOrder | undefined => {
    const id = idOf(args.id);
    const order = orderOfFulfillmentOrder(shop, id);
    return order && fulfillmentOrderId(order) === id ? order : undefined;
  };
  const need = (field: string) => {
    const scope = 'write_merchant_managed_fulfillment_orders';
    if (!view.may(scope, 'write_third_party_fulfillment_orders')) throw accessDenied(field, scope);
  };
  const missing = { code: 'FULFILLMENT_ORDER_NOT_FOUND', field: ['id'], message: 'Fulfillment order does not exist.' };

  return {
    fulfillmentOrderHold: (args: Args) => {
      need('fulfillmentOrderHold');
      const refuse = (error: object) => ({ fulfillmentHold: null, fulfillmentOrder: null, userErrors: [error] });
      const order = orderOf(args);
      if (!order || fulfillmentOrderStatus(order) === 'CLOSED') return refuse(missing);
      const input = isRecord(args.fulfillmentHold) ? args.fulfillmentHold : {};
      const ours = holdsOf(order).filter((one) => one.byApp);
      const handle = text(input.handle);
      const field = ['fulfillmentHold', 'handle'];
      if (ours.some((one) => one.handle === handle))
        return refuse({ code: 'DUPLICATE_FULFILLMENT_HOLD_HANDLE', field, message: 'Handle is already in use.' });
      if (ours.length >= HOLD_LIMIT)
        return refuse({ code: 'FULFILLMENT_ORDER_HOLD_LIMIT_REACHED', field, message: 'Too many holds.' });
      const hold: Hold = {
        id: store.nextNumber(7_100_000_000),
        handle,
        reason: text(input.reason),
        notes: text(input.reasonNotes),
        byApp: true,
      };
      notify(order, world.clock.now(), { kind: 'hold', via: 'fulfillmentOrderHold', ref: hold.id });
      world.touch(order, () => {
        order.extra.holds = [...holdsOf(order), hold];
      });
      return { fulfillmentHold: holdView(hold), fulfillmentOrder: fulfillmentOrderView(view, order), userErrors: [] };
    },

    fulfillmentOrderReleaseHold: (args: Args) => {
      need('fulfillmentOrderReleaseHold');
      const order = orderOf(args);
      if (!order) return { fulfillmentOrder: null, userErrors: [missing] };
      // Without ids all holds go, those of others, too.
      const ids =
        args.holdIds === undefined || args.holdIds === null ? undefined : new Set(list(args.holdIds).map(idOf));
      const gone = holdsOf(order).filter((one) => !ids || ids.has(one.id));
      for (const one of gone)
        notify(order, world.clock.now(), { kind: 'release', via: 'fulfillmentOrderReleaseHold', ref: one.id });
      world.touch(order, () => {
        order.extra.holds = holdsOf(order).filter((one) => !gone.includes(one));
      });
      return { fulfillmentOrder: fulfillmentOrderView(view, order), userErrors: [] };
    },
  };
}
