import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, type ErrorForms, header, query, rawBody } from '../http/app.ts';
import { errorPage } from '../http/pages.ts';
import { parseFields } from '../http/types.ts';
import { pageOf } from '../kit/listing.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { TokenDesk } from '../kit/tokens.ts';
import { type BookLine, Books, DAY_MS, decimals, type LineType, type State } from './books.ts';
import { consentOf } from './consent.ts';
import { registerDoor } from './door.ts';

const NAME = 'airwallex';
const APP = { id: 'airwallex-app-demo', secret: 'airwallex-sandbox-secret' };
const OWN = { id: 'airwallex-own-demo', key: 'airwallex-own-api-key-demo' };
const SELLER = 'acct_Tradewind81';
const HALF_HOUR_S = 1800;

class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const fail = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).send({ code, message, source: '', details: null });
const errors: ErrorForms = {
  throttled: (reply) => fail(reply.header('retry-after', '2'), 429, 'too_many_requests', 'Too many requests'),
  broken: (reply) => fail(reply, 500, 'internal_error', 'Internal error'),
};

const SOURCES: Readonly<Record<LineType, string>> = {
  RECEIPT: 'DEPOSIT',
  TOPUP: 'ADJUSTMENT',
  TRANSFER: 'TRANSFER',
  WITHDRAWAL: 'PAYOUT',
  SUPPLIER: 'PAYOUT',
  CARD: 'CARD_PURCHASE',
  FX: 'CONVERSION',
  FEE: 'FEE',
  REVERSAL: 'PAYOUT_REVERSAL',
  ADJUSTMENT: 'ADJUSTMENT',
};
const STATES: Readonly<Record<State, string>> = {
  PENDING: 'PENDING',
  SUCCESS: 'SETTLED',
  FAILED: 'CANCELLED',
  REVERSED: 'CANCELLED',
  UNKNOWN: 'CLARIFYING',
};
/** A JSON number; a division by a power of ten is written as it should be. */
const numberOf = (minor: number, currency: string) => minor / 10 ** decimals(currency);

function itemsOf(line: BookLine) {
  const { currency, minor, fee, to } = line;
  const item = (mark: string, code: string, value: number, charge: number, more: object) => ({
    id: `ft_${line.id}${mark}`,
    amount: numberOf(value, code),
    net: numberOf(value - charge, code),
    fee: numberOf(charge, code),
    currency: code,
    source_id: line.id,
    source_type: SOURCES[line.type],
    transaction_type: SOURCES[line.type],
    status: STATES[line.state],
    batch_id: `bat_${line.id}`,
    created_at: new Date(line.at).toISOString().replace('Z', '+0000'),
    settled_at: line.state === 'PENDING' ? null : new Date(line.at + 60_000).toISOString().replace('Z', '+0000'),
    description:
      `${line.type === 'WITHDRAWAL' ? 'Withdrawal to own account ' : ''}${line.party} ${line.reference}`.trim(),
    ...more,
  });
  if (!to) return [item('', currency, minor, fee, {})];
  const deal = { client_rate: Number(to.rate), currency_pair: `${currency}${to.currency}` };
  return [
    item('s', currency, minor, fee, { ...deal, transaction_type: 'CONVERSION_SELL' }),
    item('b', to.currency, to.minor, 0, { ...deal, transaction_type: 'CONVERSION_BUY' }),
  ];
}

/** Airwallex's interface: consent or the seller's own key, balances, global accounts, financial transactions. */
function register(app: FastifyInstance, ctx: Context): PlatformSide {
  const books = new Books(ctx, { name: NAME, seller: SELLER, prefix: 'aw', reversal: 'line' });
  const desk = new TokenDesk(ctx, NAME, { accessSeconds: HALF_HOUR_S, refreshSeconds: 60 * 86_400 });

  const handled =
    (work: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        const answered = work(request, reply);
        if (ctx.faults.take(NAME, 'unknownResult'))
          return fail(reply, 200, 'operation_failed', 'The result is unknown');
        return reply.send(answered);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return fail(reply, error.status, error.code, error.message);
      }
    };

  app.get(`/${NAME}/oauth/authorize`, async (request, reply) => {
    const { client_id, redirect_uri = '', state = '', scope = '' } = query(request);
    if (client_id !== APP.id) return errorPage(reply, 'invalid_client', 'This client is not known.');
    return consentOf(request, reply, {
      brand: 'Airwallex',
      redirect: redirect_uri,
      state: { name: 'state', value: state },
      allow: () => ({ code: desk.code(SELLER, { redirect: redirect_uri, scope }) }),
    });
  });
  app.post(
    `/${NAME}/oauth/token`,
    handled((request) => {
      const fields = parseFields(rawBody(request), header(request, 'content-type'));
      if (fields.client_id !== APP.id || fields.client_secret !== APP.secret)
        throw new Refused(401, 'invalid_client', 'The client is not known');
      const byCode = fields.grant_type === 'authorization_code' ? desk.redeem(fields.code ?? '') : undefined;
      const grant = byCode ?? desk.ofRefresh(fields.refresh_token ?? '', true);
      if (!grant || (byCode && byCode.more.redirect !== fields.redirect_uri))
        throw new Refused(400, 'invalid_grant', 'The code or token is no longer good');
      const { scope = '' } = grant.more;
      return {
        access_token: desk.access(SELLER, { scope }),
        refresh_token: desk.refresh(SELLER, { scope }),
        ...{ token_type: 'Bearer', expires_in: desk.accessSeconds, scope },
      };
    }),
  );
  app.post(
    `/${NAME}/api/v1/authentication/login`,
    handled((request, reply) => {
      const key = header(request, 'x-api-key');
      if (header(request, 'x-client-id') !== OWN.id || key !== OWN.key)
        throw new Refused(401, 'credentials_invalid', `The API key ${key} is not valid`);
      reply.code(201);
      const ends = new Date(ctx.world.clock.now() + desk.accessSeconds * 1000).toISOString();
      return { token: desk.access(SELLER), expires_at: `${ends.slice(0, 19)}+0000` };
    }),
  );

  const serve = (path: string, work: (input: Record<string, string>) => unknown) =>
    app.get(
      `/${NAME}/api/v1/${path}`,
      handled((request) => {
        const token = /^Bearer (\S+)$/.exec(header(request, 'authorization'))?.[1] ?? '';
        if (desk.isExpired(token)) throw new Refused(401, 'credentials_expired', `The token ${token} has expired`);
        if (!desk.ofAccess(token) || ctx.faults.take(NAME, 'unauthorized'))
          throw new Refused(401, 'unauthorized', `The token ${token} is not valid`);
        return work(query(request));
      }),
    );
  function page<T>(all: readonly T[], { page_num = '0', page_size = '100' }: Record<string, string>) {
    const [number, size] = [Number(page_num), Number(page_size)];
    if (!(size >= 10 && size <= 1000 && number >= 0)) throw new Refused(400, 'invalid_argument', 'page_num, page_size');
    const { rows, next } = pageOf(ctx, NAME, all, number * size, size);
    return { has_more: next !== undefined, items: rows };
  }
  serve('account', () => ({ id: SELLER }));
  serve('balances/current', () =>
    books.balances().map(({ currency, total, held }) => ({
      currency,
      available_amount: numberOf(total - held, currency),
      pending_amount: 0,
      reserved_amount: numberOf(held, currency),
      total_amount: numberOf(total, currency),
    })),
  );
  serve('global_accounts', (input) =>
    page(
      books.accounts.map((one) => ({
        ...{ id: one.id, account_name: one.holder, account_number: one.number, country_code: one.country },
        ...{ currencies: [one.currency], institution: { name: one.bank }, status: one.closed ? 'CLOSED' : 'ACTIVE' },
      })),
      input,
    ),
  );
  serve('financial_transactions', (input) => {
    const now = ctx.world.clock.now();
    const from = input.from_created_at ? Date.parse(input.from_created_at) : now - 30 * DAY_MS;
    const to = input.to_created_at ? Date.parse(input.to_created_at) : now;
    if (Number.isNaN(from) || Number.isNaN(to)) throw new Refused(400, 'invalid_argument', 'from_created_at');
    return page(books.between(from, to).toReversed().flatMap(itemsOf), input);
  });
  return registerDoor(app, ctx, books);
}

export const airwallexPlatform: SandboxPlatform = { name: NAME, shops: [], errors, register };
