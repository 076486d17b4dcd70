import { type Context, isLoopbackUrl } from '../http/app.ts';
import type { Letter } from '../kit/courier.ts';
import { PushSender } from '../kit/pushes.ts';
import type { SandboxOrder } from '../world/orders.ts';
import type { OrderEvent } from '../world/world.ts';
import { cancelIdOf } from './aftersale.ts';
import type { Call, Operation } from './api.ts';
import { badRequest } from './errors.ts';
import { oneOf, seconds } from './params.ts';
import { TIKTOK } from './shops.ts';
import { pushSignature } from './signature.ts';
import { statusOf } from './views.ts';

const TYPES = {
  ORDER_STATUS_CHANGE: 1,
  RECIPIENT_ADDRESS_UPDATE: 3,
  PACKAGE_UPDATE: 4,
  PRODUCT_STATUS_CHANGE: 5,
  SELLER_DEAUTHORIZATION: 6,
  UPCOMING_AUTHORIZATION_EXPIRATION: 7,
  CANCELLATION_STATUS_CHANGE: 11,
  RETURN_STATUS_CHANGE: 12,
} as const;
type EventType = keyof typeof TYPES;
const EVENT_TYPES = Object.keys(TYPES) as EventType[];

interface Webhook {
  address: string;
  createdAt: number;
  updatedAt: number;
}

/** One address for each kind of event of a shop. Source: the Event API 202309, "Webhooks configuration guide". */
export class Webhooks {
  readonly sender: PushSender;
  readonly #ctx: Context;
  #hooks = new Map<string, Map<EventType, Webhook>>();
  #number = 0;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.sender = new PushSender(ctx, TIKTOK, (event, order, uri) => this.#write(event, order, uri));
  }

  save(): [shop: string, hooks: [EventType, Webhook][]][] {
    return [...this.#hooks].map(([shop, hooks]) => [shop, [...hooks]]);
  }

  load(saved: ReturnType<Webhooks['save']>): void {
    this.#hooks = new Map(saved.map(([shop, hooks]) => [shop, new Map(hooks)]));
    for (const shop of this.#hooks.keys()) this.#listen(shop);
  }

  /** Whoever has an address hears of the shop; which events, is decided letter by letter. */
  #listen(shop: string): void {
    this.sender.unsubscribe(shop);
    for (const { address } of this.#of(shop).values()) this.sender.subscribe(shop, address);
  }

  #of(shop: string): Map<EventType, Webhook> {
    const hooks = this.#hooks.get(shop) ?? new Map<EventType, Webhook>();
    this.#hooks.set(shop, hooks);
    return hooks;
  }

  #letter(shop: string, type: EventType, uri: string, data: object): Letter[] {
    if (this.#of(shop).get(type)?.address !== uri) return [];
    const now = this.#ctx.world.clock.now();
    const answered = {
      type: TYPES[type],
      tts_notification_id: `73${now}${String(++this.#number).padStart(4, '0')}`,
      shop_id: shop,
      timestamp: seconds(now),
      data,
    };
    const body = Buffer.from(JSON.stringify(answered), 'utf8');
    const headers = { 'content-type': 'application/json', authorization: pushSignature(body) };
    return [{ topic: type, body, headers }];
  }

  #write(event: OrderEvent, order: SandboxOrder, uri: string): Letter[] {
    const updated = seconds(order.updatedAt);
    const asks = event === 'update' && order.cancelRequested;
    return [
      ...(event === 'update'
        ? []
        : this.#letter(order.shop, 'ORDER_STATUS_CHANGE', uri, {
            order_id: order.id,
            order_status: event === 'cancel' ? 'CANCEL' : statusOf(order),
            is_on_hold_order: false,
            update_time: updated,
          })),
      ...(asks || event === 'cancel'
        ? this.#letter(order.shop, 'CANCELLATION_STATUS_CHANGE', uri, {
            order_id: order.id,
            cancellations_role: order.cancelledBy === 'MERCHANT' ? 'SELLER' : 'BUYER',
            cancel_status: asks ? 'CANCELLATION_REQUEST_PENDING' : 'CANCELLATION_REQUEST_COMPLETE',
            cancel_id: cancelIdOf(order),
            create_time: updated,
          })
        : []),
    ];
  }

  readonly #eventIn = ({ body }: Call): EventType => {
    if (body.event_type === undefined) throw badRequest('Invalid parameter. event_type is required.');
    return oneOf('event_type', body.event_type, EVENT_TYPES, 'ORDER_STATUS_CHANGE');
  };

  readonly operations: Operation[] = [
    {
      method: 'GET',
      path: '/event/202309/webhooks',
      name: 'getWebhooks',
      handle: ({ shop }) => {
        const webhooks = [...this.#of(shop.id)].map(([event_type, { address, createdAt, updatedAt }]) => ({
          event_type,
          address,
          create_time: seconds(createdAt),
          update_time: seconds(updatedAt),
        }));
        return { webhooks, total_count: webhooks.length };
      },
    },
    {
      method: 'PUT',
      path: '/event/202309/webhooks',
      name: 'updateWebhook',
      body: ['address', 'event_type'],
      handle: (call) => {
        const type = this.#eventIn(call);
        const { address } = call.body;
        // Really a domain under https; here this machine only.
        if (typeof address !== 'string' || address.length > 255 || !isLoopbackUrl(address))
          throw badRequest('Invalid parameter. The webhook address is invalid.');
        const hooks = this.#of(call.shop.id);
        const now = this.#ctx.world.clock.now();
        hooks.set(type, { address, createdAt: hooks.get(type)?.createdAt ?? now, updatedAt: now });
        this.#listen(call.shop.id);
        return {};
      },
    },
    {
      method: 'DELETE',
      path: '/event/202309/webhooks',
      name: 'deleteWebhook',
      body: ['event_type'],
      handle: (call) => {
        this.#of(call.shop.id).delete(this.#eventIn(call));
        this.#listen(call.shop.id);
        return {};
      },
    },
  ];
}
