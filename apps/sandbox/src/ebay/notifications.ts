import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { type Context, isLoopbackUrl, param } from '../http/app.ts';
import { isRecord, text } from '../http/types.ts';
import { PushSender } from '../kit/pushes.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { type Call, type Desk, sellerOf } from './desk.ts';
import { notification } from './errors.ts';
import { closedAccount, iso, listingOf } from './views.ts';

const CHALLENGE_MS = 5000;
/** By topic: whether a seller's own permission is needed. */
const TOPICS: Readonly<Record<string, 'SELLER' | 'APPLICATION'>> = {
  ORDER_CONFIRMATION: 'SELLER',
  AUTHORIZATION_REVOCATION: 'APPLICATION',
  MARKETPLACE_ACCOUNT_DELETION: 'APPLICATION',
};

interface Destination {
  id: string;
  name: string;
  status: string;
  endpoint: string;
  token: string;
}
interface Subscription {
  id: string;
  /** '' where it is the application's own. */
  seller: string;
  topicId: string;
  status: string;
  destinationId: string;
}
interface Saved {
  alertEmail: string;
  destinations: Destination[];
  subscriptions: Subscription[];
  addresses: unknown;
}

/** What our application has set up to be told, and the telling. Source: commerce_notification_v1 (1.2). */
export class Notifications {
  readonly pushes: PushSender;
  readonly #ctx: Context;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  readonly #kid = randomUUID();
  #alertEmail = '';
  #destinations: Destination[] = [];
  #subscriptions: Subscription[] = [];

  constructor(ctx: Context, desk: Desk) {
    this.#ctx = ctx;
    this.pushes = new PushSender(ctx, 'ebay', (event, order) => {
      const answered = event === 'paid' || (event === 'create' && order.status !== 'pending');
      return answered ? [this.#letter('ORDER_CONFIRMATION', this.#dataOf(order))] : [];
    });
    this.#register(desk);
  }

  save(): Saved {
    return {
      alertEmail: this.#alertEmail,
      destinations: this.#destinations,
      subscriptions: this.#subscriptions,
      addresses: this.pushes.save(),
    };
  }

  load(saved: Saved): void {
    this.#alertEmail = saved.alertEmail;
    this.#destinations = saved.destinations;
    this.#subscriptions = saved.subscriptions;
    this.pushes.load(saved.addresses);
  }

  /** Every application that subscribed hears of it, whether or not the buyer ever bought of its sellers. */
  closeAccount(order: SandboxOrder): void {
    const topic = 'MARKETPLACE_ACCOUNT_DELETION';
    for (const one of this.#subscriptions.filter((each) => each.topicId === topic && each.status === 'ENABLED')) {
      const endpoint = this.#destinations.find((each) => each.id === one.destinationId)?.endpoint;
      if (endpoint) this.pushes.send(endpoint, this.#letter(topic, closedAccount(order)));
    }
  }

  #dataOf(order: SandboxOrder) {
    const shop = this.#ctx.world.shop(order.shop);
    return {
      user: { userId: shop.id, username: sellerOf(shop).username },
      order: {
        orderId: order.id,
        orderLineItems: order.lines.map((line) => ({
          orderLineItemId: line.id,
          listingId: listingOf(shop, line),
          quantity: line.quantity,
        })),
      },
    };
  }

  /** Signed over its bytes (ECDSA with SHA-1); the key is told by its id. */
  #letter(topic: string, data: unknown) {
    const at = iso(this.#ctx.world.clock.now());
    const body = Buffer.from(
      JSON.stringify({
        metadata: { topic, schemaVersion: '1.0', deprecated: false },
        notification: {
          notificationId: `${randomUUID()}_${randomUUID()}`,
          eventDate: at,
          publishDate: at,
          publishAttemptCount: 1,
          data,
        },
      }),
    );
    const signature = sign('sha1', body, this.#keys.privateKey).toString('base64');
    const answered = JSON.stringify({ alg: 'ecdsa', kid: this.#kid, signature, digest: 'SHA1' });
    const header = Buffer.from(answered).toString('base64');
    return { topic, body, headers: { 'content-type': 'application/json', 'x-ebay-signature': header } };
  }

  #register(desk: Desk): void {
    const ours = { api: 'notification' } as const;
    const anybody = {
      api: 'notification',
      scopes: ['commerce.notification.subscription', SCOPE_OF_ALL],
      anybody: true,
    } as const;
    desk.add({
      ...ours,
      method: 'GET',
      path: '/public_key/:keyId',
      name: 'getPublicKey',
      handle: ({ request, reply }) => {
        if (param(request, 'keyId') !== this.#kid) throw notification(404, 195001, 'The specified key id is invalid.');
        const pem = this.#keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
        // The frame comes without its line breaks.
        return reply.send({ key: pem.replaceAll('\n', ''), algorithm: 'ECDSA', digest: 'SHA1' });
      },
    });
    desk.add({ ...ours, method: 'GET', path: '/config', name: 'getConfig', handle: (call) => this.#config(call) });
    desk.add({
      ...ours,
      method: 'PUT',
      path: '/config',
      name: 'updateConfig',
      handle: (call) => this.#configure(call),
    });
    desk.add({
      ...ours,
      method: 'GET',
      path: '/topic/:topicId',
      name: 'getTopic',
      handle: ({ request, reply }) => {
        const topicId = param(request, 'topicId');
        const context = TOPICS[topicId];
        if (!context) throw notification(404, 195002, 'Invalid or missing topic id.');
        const payload = { schemaVersion: '1.0', format: ['JSON'], deliveryProtocol: 'HTTPS', deprecated: false };
        return reply.send({ topicId, context, status: 'ENABLED', supportedPayloads: [payload] });
      },
    });
    const pages = ['limit', 'continuation_token'];
    desk.add({
      ...ours,
      method: 'GET',
      path: '/destination',
      name: 'getDestinations',
      params: pages,
      handle: ({ reply }) =>
        reply.send({
          total: this.#destinations.length,
          destinations: this.#destinations.map(({ id, name, status, endpoint, token }) => ({
            destinationId: id,
            name,
            status,
            deliveryConfig: { endpoint, verificationToken: token },
          })),
        }),
    });
    desk.add({
      ...ours,
      method: 'POST',
      path: '/destination',
      name: 'createDestination',
      handle: (call) => this.#createDestination(call),
    });
    desk.add({
      ...ours,
      method: 'PUT',
      path: '/destination/:id',
      name: 'updateDestination',
      handle: (call) => this.#updateDestination(call),
    });
    desk.add({
      ...anybody,
      method: 'GET',
      path: '/subscription',
      name: 'getSubscriptions',
      params: pages,
      handle: ({ reply, seller }) => {
        const mine = this.#subscriptions.filter((one) => one.seller === seller);
        return reply.send({
          total: mine.length,
          subscriptions: mine.map(({ id, topicId, status, destinationId }) => ({
            subscriptionId: id,
            topicId,
            status,
            destinationId,
          })),
        });
      },
    });
    desk.add({
      ...anybody,
      method: 'POST',
      path: '/subscription',
      name: 'createSubscription',
      handle: (call) => this.#createSubscription(call),
    });
    desk.add({
      ...anybody,
      method: 'PUT',
      path: '/subscription/:id',
      name: 'updateSubscription',
      handle: (call) => this.#updateSubscription(call),
    });
  }

  #config({ reply }: Call) {
    if (!this.#alertEmail) throw notification(404, 195026, 'Configuration Not Found.');
    return reply.send({ alertEmail: this.#alertEmail });
  }

  #configure({ body, reply }: Call) {
    const email = text(body.alertEmail);
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw notification(400, 195025, 'Invalid or missing email.');
    this.#alertEmail = email;
    return reply.code(204).send();
  }

  #readDestination({ body }: Call): Omit<Destination, 'id'> {
    if (!this.#alertEmail)
      throw notification(409, 195003, 'Please provide configurations required for notifications. Refer to /config');
    const config = isRecord(body.deliveryConfig) ? body.deliveryConfig : {};
    const name = text(body.name);
    const endpoint = text(config.endpoint);
    const token = text(config.verificationToken);
    const status = text(body.status);
    if (!name || name.length > 64)
      throw notification(400, 195016, 'Invalid name. Markups or lengths greater than 64 not supported');
    // The real one takes https addresses only.
    if (!isLoopbackUrl(endpoint)) throw notification(400, 195017, 'Invalid or missing endpoint.');
    if (!['ENABLED', 'DISABLED'].includes(status))
      throw notification(400, 195018, 'Invalid or missing destination status. Supported values:[ENABLED,DISABLED]');
    if (!/^[\w-]{32,80}$/.test(token))
      throw notification(400, 195019, 'Invalid or missing verification token for this endpoint.');
    return { name, status, endpoint, token };
  }

  async #createDestination(call: Call) {
    const desired = this.#readDestination(call);
    if (this.#destinations.some((one) => one.endpoint === desired.endpoint))
      throw notification(409, 195021, 'Destination exists for this endpoint');
    await this.#challenge(desired);
    const id = randomUUID();
    this.#destinations.push({ id, ...desired });
    return call.reply
      .code(201)
      .header('location', `https://api.ebay.com/commerce/notification/v1/destination/${id}`)
      .send({});
  }

  async #updateDestination(call: Call) {
    const known = this.#destinations.find((one) => one.id === param(call.request, 'id'));
    if (!known) throw notification(404, 195014, 'Invalid destination Id.');
    const desired = this.#readDestination(call);
    await this.#challenge(desired);
    Object.assign(known, desired);
    return call.reply.code(204).send();
  }

  async #challenge({ endpoint, token }: Omit<Destination, 'id'>): Promise<void> {
    if (!(await knowsToken(endpoint, token)))
      throw notification(409, 195020, 'Challenge verification failed for requested endpoint');
  }

  #readSubscription({ body }: Call): { status: string; destination: Destination } {
    const destination = this.#destinations.find((one) => one.id === text(body.destinationId));
    const payload = isRecord(body.payload) ? body.payload : {};
    const status = text(body.status);
    if (!['ENABLED', 'DISABLED'].includes(status))
      throw notification(400, 195006, 'Invalid or missing subscription status.');
    if (!destination) throw notification(400, 195007, 'Invalid or missing destination id.');
    if (payload.schemaVersion !== '1.0') throw notification(400, 195008, 'Invalid or missing schema version.');
    if (payload.format !== 'JSON') throw notification(400, 195009, 'Specified format is not supported for the topic.');
    if (payload.deliveryProtocol !== 'HTTPS') throw notification(400, 195010, 'Invalid or missing protocol');
    return { status, destination };
  }

  #createSubscription(call: Call) {
    const { body, reply, seller } = call;
    const topicId = text(body.topicId);
    const context = TOPICS[topicId];
    if (!context) throw notification(400, 195027, 'Invalid or missing topic id.');
    if ((context === 'SELLER') !== (seller !== '')) throw notification(403, 195011, 'Not authorized for this topic.');
    const { status, destination } = this.#readSubscription(call);
    if (this.#subscriptions.some((one) => one.seller === seller && one.topicId === topicId))
      throw notification(409, 195012, 'Subscription already exists');
    const one = { id: randomUUID(), seller, topicId, status, destinationId: destination.id };
    this.#subscriptions.push(one);
    this.#listen(one, destination);
    const location = `https://api.ebay.com/commerce/notification/v1/subscription/${one.id}`;
    return reply.code(201).header('location', location).send({});
  }

  #updateSubscription(call: Call) {
    const { request, reply, seller } = call;
    const known = this.#subscriptions.find((one) => one.id === param(request, 'id') && one.seller === seller);
    if (!known) throw notification(404, 195013, 'Invalid subscription Id.');
    const { status, destination } = this.#readSubscription(call);
    Object.assign(known, { status, destinationId: destination.id });
    this.#listen(known, destination);
    return reply.code(204).send();
  }

  #listen(one: Subscription, destination: Destination): void {
    if (one.seller === '') return;
    this.pushes.unsubscribe(one.seller);
    if (one.status === 'ENABLED') this.pushes.subscribe(one.seller, destination.endpoint);
  }
}

const SCOPE_OF_ALL = 'https://api.ebay.com/oauth/api_scope';

/** The address is asked a riddle that only who knows the token can solve. */
async function knowsToken(endpoint: string, token: string): Promise<boolean> {
  const code = randomUUID();
  const expected = createHash('sha256')
    .update(code + token + endpoint)
    .digest('hex');
  try {
    const answer = await fetch(`${endpoint}?challenge_code=${code}`, { signal: AbortSignal.timeout(CHALLENGE_MS) });
    const answered: unknown = await answer.json();
    return answer.status === 200 && isRecord(answered) && answered.challengeResponse === expected;
  } catch {
    return false;
  }
}
