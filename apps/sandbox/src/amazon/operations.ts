import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { type Context, header, query } from '../http/app.ts';
import { Bucket } from '../http/bucket.ts';
import type { Shop } from '../world/shop.ts';
import { denied, quotaExceeded, SpApiError, sendError } from './errors.ts';
import type { AccessGrant, AmazonTokens } from './tokens.ts';

/** Sellers and vendors have doors of their own to the same interface. */
export interface Door {
  platform: string;
  /** Below which the operations lie. */
  prefix: string;
}
export const SELLER_DOOR: Door = { platform: 'amazon', prefix: '/amazon/spapi' };

/** Default rate (a second) and burst of each operation. Source: the usage plan tables in Amazon's models. */
const PLANS: Record<string, readonly [rate: number, burst: number]> = {
  getOrders: [0.0167, 20],
  getOrder: [0.5, 30],
  getOrderItems: [0.5, 30],
  getOrderAddress: [0.5, 30],
  getOrderBuyerInfo: [0.5, 30],
  getOrderItemsBuyerInfo: [0.5, 30],
  confirmShipment: [2, 10],
  searchOrders: [0.0056, 20],
  getOrder2026: [0.5, 30],
  createFeed: [0.0083, 15],
  getFeed: [2, 15],
  getFeeds: [0.0222, 10],
  cancelFeed: [2, 15],
  createFeedDocument: [0.5, 15],
  getFeedDocument: [0.0222, 10],
  listTransactions: [0.5, 10],
  createRestrictedDataToken: [1, 10],
  getMarketplaceParticipations: [0.016, 15],
  searchListingsItems: [5, 5],
  getListingsItem: [5, 10],
  patchListingsItem: [5, 5],
  createReport: [0.0167, 15],
  getReports: [0.0222, 10],
  getReport: [2, 15],
  cancelReport: [0.0222, 10],
  getReportDocument: [0.0167, 15],
  createInboundPlan: [2, 2],
  cancelInboundPlan: [2, 2],
  generatePackingOptions: [2, 2],
  confirmPackingOption: [2, 2],
  setPackingInformation: [2, 2],
  generatePlacementOptions: [2, 2],
  confirmPlacementOption: [2, 2],
  generateTransportationOptions: [2, 2],
  confirmTransportationOptions: [2, 2],
  updateShipmentTrackingDetails: [2, 2],
  listInboundPlans: [2, 6],
  getInboundPlan: [2, 6],
  listInboundPlanItems: [2, 6],
  listPackingOptions: [2, 6],
  listPlacementOptions: [2, 6],
  listTransportationOptions: [2, 6],
  getShipment: [2, 6],
  getInboundOperationStatus: [2, 6],
  listPrepDetails: [2, 6],
  listPackingGroupItems: [2, 30],
  listShipmentBoxes: [2, 30],
  listShipmentItems: [2, 30],
  listDeliveryWindowOptions: [2, 30],
  generateDeliveryWindowOptions: [2, 30],
  confirmDeliveryWindowOptions: [2, 30],
  setPrepDetails: [2, 30],
  getLabels: [2, 30],
  getShipmentItemsByShipmentId: [2, 30],
  getShipmentItems: [2, 30],
};

export interface Call {
  request: FastifyRequest;
  reply: FastifyReply;
  query: Record<string, string>;
  grant: AccessGrant;
  shop: Shop;
  /** Personal data named by the restricted token, for the operations that hide it. */
  personal: Set<string>;
}

export interface Operation {
  method: HTTPMethods;
  /** The path as in Amazon's model, with {braces}. */
  path: string;
  name: string;
  /** Whether the answer holds personal data that only a restricted token opens, and whether it is nothing without. */
  personal?: 'optional' | 'required';
  handle(call: Call): Promise<FastifyReply> | FastifyReply;
}

/** Registers operations behind what all of them share: token, usage plan, headers, errors. */
export class OperationBook {
  readonly #app: FastifyInstance;
  readonly #ctx: Context;
  readonly #tokens: AmazonTokens;
  readonly #door: Door;
  readonly #usual: readonly [rate: number, burst: number];
  readonly #buckets = new Map<string, Bucket>();

  /** `usual`: the plan of operations that have none of their own. */
  constructor(
    app: FastifyInstance,
    ctx: Context,
    tokens: AmazonTokens,
    door: Door = SELLER_DOOR,
    usual: readonly [rate: number, burst: number] = [1, 10],
  ) {
    this.#app = app;
    this.#ctx = ctx;
    this.#tokens = tokens;
    this.#door = door;
    this.#usual = usual;
    ctx.world.onReset(() => this.#buckets.clear());
  }

  add(operation: Operation): void {
    this.#app.route({
      method: operation.method,
      url: this.#door.prefix + operation.path.replace(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        request.note = operation.name;
        reply.header('x-amzn-RequestId', crypto.randomUUID());
        try {
          return await this.#run(operation, request, reply);
        } catch (error) {
          if (!(error instanceof SpApiError)) throw error;
          request.note += ` ${error.code}: ${error.message}`;
          return sendError(reply, error);
        }
      },
    });
  }

  #run(operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | FastifyReply {
    const grant = this.#authorize(header(request, 'x-amz-access-token'));
    const personal = this.#openedData(operation, request, grant);
    this.#spend(operation.name, grant.seller, reply);
    const shop = this.#ctx.world.shops.get(grant.seller);
    if (shop?.platform !== this.#door.platform) throw denied('The selling partner is not in this region.');
    return operation.handle({ request, reply, query: query(request), grant, shop, personal });
  }

  #authorize(token: string): AccessGrant {
    if (!token) throw denied('Access token is missing in the request header.');
    const grant = this.#tokens.grant(token);
    if (!grant) throw denied('The access token you provided is revoked, malformed or invalid.');
    if (grant.expiresAt <= this.#ctx.world.clock.now()) throw denied('The access token you provided has expired.');
    if (!grant.seller) throw denied('A grantless token does not open this operation.');
    return grant;
  }

  /** A restricted token only opens the exact paths it was made for; a trailing slash makes it another path. */
  #openedData(operation: Operation, request: FastifyRequest, grant: AccessGrant): Set<string> {
    if (!grant.restricted) {
      if (operation.personal === 'required') throw denied();
      return new Set();
    }
    const path = request.url.split('?')[0]!.slice(this.#door.prefix.length);
    const resource = grant.restricted.find(
      (candidate) =>
        candidate.method.toUpperCase() === request.method &&
        (candidate.path === path || candidate.path === operation.path),
    );
    if (!resource) throw denied();
    return new Set(resource.dataElements);
  }

  #spend(name: string, seller: string, reply: FastifyReply): void {
    const plan = PLANS[name] ?? this.#usual;
    const factor = this.#ctx.world.settings.rateFactor;
    const rate = plan[0] * factor;
    const burst = Math.max(1, plan[1] * factor);
    const now = this.#ctx.world.clock.now();
    const key = `${name}/${seller}`;
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      bucket = new Bucket(burst, now);
      this.#buckets.set(key, bucket);
    }
    // The header is often absent on a 429: seen so at Amazon, and so here.
    if (!bucket.take(1, rate, burst, now)) throw quotaExceeded();
    reply.header('x-amzn-RateLimit-Limit', String(Number(rate.toPrecision(4))));
  }
}
