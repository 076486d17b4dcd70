import type { FastifyInstance, FastifyReply } from 'fastify';
import { buildSchema, type DocumentNode, execute, GraphQLError, getOperationAST, parse, validate } from 'graphql';
import { type Context, header, param, rawBody } from '../http/app.ts';
import { Bucket } from '../http/bucket.ts';
import { isRecord, parseJson, text } from '../http/types.ts';
import { actualCost, requestedCost } from './cost.ts';
import { inventoryMutations } from './inventory.ts';
import { mutationRoot } from './mutations.ts';
import { productMutations } from './products.ts';
import { queryRoot } from './queries.ts';
import { refundMutations } from './refunds.ts';
import { SDL } from './schema.ts';
import type { StoreView } from './stockViews.ts';
import type { ShopifyStore } from './store.ts';
import type { ShopifyGrant, ShopifyTokens } from './tokens.ts';

export const VERSIONS = ['2026-01', '2026-04', '2026-07', '2026-10'];
const MAXIMUM = 2000;
const RESTORE = 100;
const SINGLE = 1000;
const schema = buildSchema(SDL);
const parsed = new Map<string, { document: DocumentNode; errors: readonly GraphQLError[] }>();

/** Too old falls forward to the oldest served; unknown is not found. Source: "API versioning". */
export function servedVersion(question: string): string | undefined {
  if (question === 'unstable' || VERSIONS.includes(question)) return question;
  return /^\d{4}-\d{2}$/.test(question) && question < VERSIONS[0]! ? VERSIONS[0] : undefined;
}

export function refuse401(reply: FastifyReply): FastifyReply {
  return reply
    .code(401)
    .send({ errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' });
}

export function storeView(store: ShopifyStore, grant: ShopifyGrant): StoreView {
  return {
    store,
    shop: grant.shop,
    scopes: [...grant.scopes],
    may: (...scopes) => scopes.some((scope) => grant.scopes.has(scope)),
  };
}

export function registerGraphql(app: FastifyInstance, ctx: Context, tokens: ShopifyTokens, store: ShopifyStore): void {
  const buckets = new Map<string, Bucket>();
  ctx.world.onReset(() => buckets.clear());

  app.post('/shopify/:shop/admin/api/:version/graphql.json', async (request, reply) => {
    const shopId = param(request, 'shop');
    request.note = 'graphql';
    reply.header('x-request-id', crypto.randomUUID());
    const version = servedVersion(param(request, 'version'));
    const shop = ctx.world.shops.get(shopId);
    if (!version || !shop || shop.platform !== 'shopify') return reply.code(404).send({ errors: 'Not Found' });
    reply.header('x-shopify-api-version', version);
    const grant = tokens.grant(header(request, 'x-shopify-access-token'), shopId);
    if (!grant) return refuse401(reply);
    const body = header(request, 'content-type').includes('application/graphql')
      ? { query: rawBody(request)?.toString('utf8') }
      : parseJson(rawBody(request));
    if (!isRecord(body) || typeof body.query !== 'string') return reply.code(400).send({ errors: 'query is missing' });
    const variables = isRecord(body.variables) ? body.variables : {};
    const { document, errors } = read(body.query);
    if (errors.length > 0) return reply.send({ errors: errors.map((error) => error.toJSON()) });
    const operation = getOperationAST(document, text(body.operationName) || undefined);
    if (!operation) return reply.send({ errors: [{ message: 'An operation name is required' }] });
    const mutation = operation.operation === 'mutation';
    request.note = `graphql ${rootFields(operation.selectionSet.selections)}`;

    const now = ctx.world.clock.now();
    const rate = RESTORE * ctx.world.settings.rateFactor;
    const bucket = buckets.get(shopId) ?? new Bucket(MAXIMUM, now);
    buckets.set(shopId, bucket);
    const requested = requestedCost(schema, document, operation, variables);
    const cost = (actual: number | null) => ({
      requestedQueryCost: requested,
      actualQueryCost: actual,
      throttleStatus: {
        maximumAvailable: MAXIMUM,
        currentlyAvailable: Math.floor(bucket.level(rate, MAXIMUM, ctx.world.clock.now())),
        restoreRate: rate,
      },
    });
    if (requested > SINGLE) {
      const message = `Query cost is ${requested}, which exceeds the single query max cost limit (${SINGLE}).`;
      return reply.send({
        errors: [{ message, extensions: { code: 'MAX_COST_EXCEEDED', cost: requested, maxCost: SINGLE } }],
        extensions: { cost: cost(null) },
      });
    }
    if (!bucket.take(requested, rate, MAXIMUM, now)) return throttled(reply, cost(null));

    const view = storeView(store, grant);
    const rootValue = {
      ...queryRoot(view, shop),
      ...mutationRoot(view, shop),
      ...inventoryMutations(view, version),
      ...refundMutations(view, shop, version),
      ...productMutations(view),
    };
    const result = await execute({
      schema,
      document,
      rootValue,
      variableValues: variables,
      operationName: operation.name?.value,
    });
    const actual = Math.min(requested, actualCost(result.data, mutation));
    bucket.give(requested - actual);
    return reply.send({ ...result, extensions: { ...result.extensions, cost: cost(actual) } });
  });
}

/** Throttled is HTTP 200 with an error. Source: "GraphQL Admin API rate limits". */
export function throttled(reply: FastifyReply, cost: unknown): FastifyReply {
  return reply.send({
    errors: [
      {
        message: 'Throttled',
        extensions: { code: 'THROTTLED', documentation: 'https://shopify.dev/api/usage/rate-limits' },
      },
    ],
    ...(cost !== undefined && { extensions: { cost } }),
  });
}

export const emptyCost = {
  requestedQueryCost: 100,
  actualQueryCost: null,
  throttleStatus: { maximumAvailable: MAXIMUM, currentlyAvailable: 0, restoreRate: RESTORE },
};

function read(query: string): { document: DocumentNode; errors: readonly GraphQLError[] } {
  const known = parsed.get(query);
  if (known) return known;
  let entry: { document: DocumentNode; errors: readonly GraphQLError[] };
  try {
    const document = parse(query);
    entry = { document, errors: validate(schema, document) };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { document: { kind: parse('{shop{id}}').kind, definitions: [] }, errors: [error] };
  }
  if (parsed.size > 200) parsed.clear();
  parsed.set(query, entry);
  return entry;
}

function rootFields(selections: readonly { kind: string; name?: { value: string } }[]): string {
  return selections.map((selection) => selection.name?.value ?? selection.kind).join(',');
}
