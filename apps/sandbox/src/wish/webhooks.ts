import { createHmac } from 'node:crypto';
import { type Context, isLoopbackUrl } from '../http/app.ts';
import type { Letter } from '../kit/courier.ts';
import { PushSender } from '../kit/pushes.ts';
import type { SandboxOrder } from '../world/orders.ts';
import type { OrderEvent } from '../world/world.ts';
import { type Api, type Call, invalid } from './api.ts';
import { NAME } from './name.ts';
import { WISH_APP } from './oauth.ts';
import { orderView } from './views.ts';

/** What is told under a topic; everything about orders under the first. */
const TOPICS: Readonly<Record<string, readonly OrderEvent[]>> = {
  ORDER_ALL: ['create', 'update', 'paid', 'cancel', 'fulfill', 'partial'],
  ORDER_RELEASE: ['create', 'paid'],
  ORDER_TRACKING_UPDATE: ['fulfill', 'partial'],
  ORDER_REFUND: ['cancel'],
};
const topicId = (index: number): string => `60aa0000000000000000${String(index).padStart(4, '0')}`;
const NAMES = Object.keys(TOPICS);

interface Subscription {
  id: string;
  shop: string;
  topic: string;
  endpoint: string;
  status: 'ACTIVE' | 'INACTIVE';
}

/** Source: the webhook calls of the Marketplace API v3 and Wish's page about webhooks. */
export class Webhooks {
  readonly sender: PushSender;
  readonly #ctx: Context;
  #subscriptions: Subscription[] = [];

  constructor(ctx: Context, api: Api) {
    this.#ctx = ctx;
    this.sender = new PushSender(ctx, NAME, (event, order, uri) => this.#write(event, order, uri));
    const path = '/webhook/subscriptions';
    api.add({ method: 'GET', path: '/webhook/topics', scope: 'webhook:read' }, () =>
      NAMES.map((topic_name, index) => ({ id: topicId(index), topic_name, api_version: 'V3' })),
    );
    api.add({ method: 'GET', path, scope: 'webhook:read' }, ({ shop }) => this.#of(shop.id).map(view));
    api.add({ method: 'POST', path, scope: 'webhook:write', query: ['topic_id', 'endpoint'] }, (call) =>
      this.#begin(call),
    );
    api.add({ method: 'PUT', path: `${path}/:id`, scope: 'webhook:write', query: ['endpoint', 'status'] }, (call) =>
      this.#wake(call),
    );
    api.add({ method: 'DELETE', path: `${path}/:id`, scope: 'webhook:write' }, (call) => {
      const gone = this.#find(call);
      this.#subscriptions = this.#subscriptions.filter((one) => one !== gone);
      this.#listen(call.shop.id);
    });
  }

  save(): Subscription[] {
    return this.#subscriptions;
  }

  load(saved: Subscription[]): void {
    this.#subscriptions = saved;
    for (const shop of new Set(saved.map((one) => one.shop))) this.#listen(shop);
  }

  #of(shop: string): Subscription[] {
    return this.#subscriptions.filter((one) => one.shop === shop);
  }

  #find({ shop, id }: Call): Subscription {
    const found = this.#of(shop.id).find((one) => one.id === id);
    if (!found) throw invalid('There is no such subscription for the merchant.');
    return found;
  }

  #listen(shop: string): void {
    this.sender.unsubscribe(shop);
    for (const one of this.#of(shop)) if (one.status === 'ACTIVE') this.sender.subscribe(shop, one.endpoint);
  }

  #begin({ shop, query }: Call) {
    const topic = NAMES[NAMES.findIndex((_, index) => topicId(index) === query.get('topic_id'))];
    if (!topic) throw invalid('topic_id is not valid');
    const endpoint = query.get('endpoint') ?? '';
    // Really any public address; here this machine only.
    if (!isLoopbackUrl(endpoint)) throw invalid('endpoint is not a valid URL');
    if (this.#of(shop.id).some((one) => one.topic === topic && one.endpoint === endpoint))
      throw invalid('You have subscribed to this topic with this endpoint already.');
    const made: Subscription = {
      id: `60bb${String(this.#subscriptions.length + 1).padStart(20, '0')}`,
      shop: shop.id,
      topic,
      endpoint,
      status: 'ACTIVE',
    };
    this.#subscriptions.push(made);
    this.#listen(shop.id);
    return view(made);
  }

  #wake(call: Call) {
    const one = this.#find(call);
    const [status, endpoint] = [call.query.get('status'), call.query.get('endpoint')];
    if (status !== null && status !== 'ACTIVE') throw invalid('status is not one of the allowed values');
    if (endpoint !== null && !isLoopbackUrl(endpoint)) throw invalid('endpoint is not a valid URL');
    Object.assign(one, { status: 'ACTIVE', ...(endpoint === null ? {} : { endpoint }) });
    this.#listen(call.shop.id);
    return view(one);
  }

  #write(event: OrderEvent, order: SandboxOrder, uri: string): Letter[] {
    const shop = this.#ctx.world.shop(order.shop);
    const now = this.#ctx.world.clock.now();
    return this.#of(order.shop)
      .filter((one) => one.endpoint === uri && one.status === 'ACTIVE' && TOPICS[one.topic]?.includes(event))
      .map((one) => {
        const answered = [{ data: orderView(this.#ctx, shop, order), timestamp: Math.floor(now / 1000) }];
        const body = Buffer.from(JSON.stringify(answered), 'utf8');
        const headers = {
          'content-type': 'application/json',
          'wish-topic': one.topic,
          'wish-hmac-sha256': createHmac('sha256', WISH_APP.clientSecret).update(body).digest('base64'),
          'wish-api-version': 'V3',
          'wish-merchant-id': order.shop,
          'wish-subscription-id': one.id,
          'wish-retry-attempt': '0',
        };
        return { topic: one.topic, body, headers };
      });
  }
}

const view = ({ id, topic, endpoint, status }: Subscription) => ({
  id,
  topic_id: topicId(NAMES.indexOf(topic)),
  endpoint,
  status,
});
