import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, type ErrorForms, header, param, query, rawBody } from '../http/app.ts';
import { errorPage } from '../http/pages.ts';
import { parseFields } from '../http/types.ts';
import { pageOf } from '../kit/listing.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { TokenDesk } from '../kit/tokens.ts';
import { type BookLine, Books, decimalOf, type LineType, type State } from './books.ts';
import { consentOf } from './consent.ts';
import { registerDoor } from './door.ts';

const NAME = 'payoneer';
const APP = { id: 'payoneer-client-demo', secret: 'payoneer-sandbox-secret' };
const SELLER = '80102030';
const DAY_S = 86_400;

class Refused extends Error {
  readonly status: number;
  readonly error: string;
  constructor(status: number, error: string, message: string) {
    super(message);
    this.status = status;
    this.error = error;
  }
}

/** `code` inside says what went wrong, whatever the status. */
const fail = (reply: FastifyReply, status: number, error: string, words: string, code = status) =>
  reply.code(status).send({
    error,
    error_description: words,
    error_details: { code, sub_code: error.toUpperCase(), data: [] },
  });
const errors: ErrorForms = {
  throttled: (reply) => fail(reply.header('retry-after', '2'), 429, 'too_many_requests', 'Too many requests'),
  broken: (reply) => fail(reply, 500, 'internal_error', 'Something went wrong'),
};

const CATEGORIES: Readonly<Record<LineType, readonly [number, string]>> = {
  RECEIPT: [1, 'Incoming payment'],
  REVERSAL: [2, 'Refund'],
  WITHDRAWAL: [3, 'Withdrawal'],
  CARD: [4, 'Card'],
  SUPPLIER: [5, 'Outgoing payment'],
  FEE: [6, 'Fee'],
  TOPUP: [7, 'Transfer'],
  TRANSFER: [7, 'Transfer'],
  FX: [8, 'Currency conversion'],
  ADJUSTMENT: [9, 'Adjustment'],
};
const STATES: Readonly<Record<State, readonly [number, string]>> = {
  PENDING: [1, 'Pending'],
  SUCCESS: [2, 'Completed'],
  REVERSED: [3, 'Cancelled'],
  FAILED: [4, 'Failed'],
  UNKNOWN: [9, 'Under Clarification'],
};

/** Newest first. Both sides of a conversion have its number. */
function itemsOf(line: BookLine, balances: Map<string, number>) {
  const { currency, minor, fee, to } = line;
  const item = (code: string, amount: number, details: object) => {
    const after = balances.get(`${line.id} ${code}`);
    return {
      id: line.id,
      date: new Date(line.at).toISOString(),
      description: line.reference,
      category_id: CATEGORIES[line.type][0],
      category_name: CATEGORIES[line.type][1],
      amount: decimalOf(amount, code),
      currency: code,
      status_id: STATES[line.state][0],
      status_name: STATES[line.state][1],
      ...(after === undefined ? {} : { running_balance: decimalOf(after, code) }),
      details: { payer: line.party, ...details },
    };
  };
  const taken = fee === 0 ? {} : { fee: decimalOf(fee, currency) };
  if (!to) {
    const account = line.account ? { receiving_account_id: line.account } : {};
    return [item(currency, minor, { ...taken, ...account })];
  }
  const rate = { fx_rate: to.rate };
  return [
    item(currency, minor, { ...taken, ...rate, counter_currency: to.currency }),
    item(to.currency, to.minor, { ...rate, counter_currency: currency }),
  ];
}

/** Payoneer's interface v4: consent, tokens, balances, receiving accounts, transactions. */
function register(app: FastifyInstance, ctx: Context): PlatformSide {
  const books = new Books(ctx, { name: NAME, seller: SELLER, prefix: '77', reversal: 'line' });
  const desk = new TokenDesk(ctx, NAME, { accessSeconds: 30 * DAY_S, refreshSeconds: 365 * DAY_S });

  const handled =
    (work: (request: FastifyRequest) => object) => async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        const answered = work(request);
        // Some failures come with status 200.
        if (ctx.faults.take(NAME, 'unknownResult'))
          return fail(reply, 200, 'server_error', 'Please try again later', 500);
        return reply.send(answered);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return fail(reply, error.status, error.error, error.message);
      }
    };

  app.get(`/${NAME}/login/api/v2/oauth2/authorize`, async (request, reply) => {
    const { client_id, redirect_uri = '', state = '', scope = '' } = query(request);
    if (client_id !== APP.id) return errorPage(reply, 'invalid_client', 'This client is not known.');
    return consentOf(request, reply, {
      brand: 'Payoneer',
      redirect: redirect_uri,
      state: { name: 'state', value: state },
      allow: () => ({ code: desk.code(SELLER, { redirect: redirect_uri, scope }) }),
    });
  });

  const fieldsOf = (request: FastifyRequest) => {
    const right = `Basic ${Buffer.from(`${APP.id}:${APP.secret}`).toString('base64')}`;
    if (header(request, 'authorization') !== right) throw new Refused(401, 'invalid_client', 'The client is not known');
    return parseFields(rawBody(request), header(request, 'content-type'));
  };
  function grantOf(fields: Record<string, string>) {
    const dead = new Refused(400, 'invalid_grant', 'The code or token is no longer good');
    if (fields.grant_type === 'authorization_code') {
      const grant = desk.redeem(fields.code ?? '');
      if (!grant || grant.more.redirect !== fields.redirect_uri) throw dead;
      return grant.more.scope ?? '';
    }
    if (fields.grant_type !== 'refresh_token') throw new Refused(400, 'unsupported_grant_type', '');
    const grant = desk.ofRefresh(fields.refresh_token ?? '', true);
    if (!grant) throw dead;
    return grant.more.scope ?? '';
  }
  app.post(
    `/${NAME}/login/api/v2/oauth2/token`,
    handled((request) => {
      const scope = grantOf(fieldsOf(request));
      const claims = Buffer.from(JSON.stringify({ account_id: SELLER, iss: 'payoneer' })).toString('base64url');
      return {
        token_type: 'Bearer',
        access_token: desk.access(SELLER, { scope }),
        expires_in: desk.accessSeconds,
        consented_on: Math.floor(ctx.world.clock.now() / 1000),
        scope,
        refresh_token: desk.refresh(SELLER, { scope }),
        refresh_token_expires_in: desk.refreshSeconds,
        id_token: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`,
      };
    }),
  );
  app.post(
    `/${NAME}/login/api/v2/oauth2/revoke`,
    handled((request) => {
      if (!desk.ofRefresh(fieldsOf(request).token ?? '')) throw new Refused(400, 'invalid_grant', 'No such token');
      ctx.world.revoked.set(`${NAME}/${SELLER}`, ctx.world.clock.now());
      return {};
    }),
  );

  const serve = (path: string, work: (input: Record<string, string>) => object) =>
    app.get(
      `/${NAME}/v4/accounts/:account/${path}`,
      handled((request) => {
        const token = /^Bearer (\S+)$/.exec(header(request, 'authorization'))?.[1] ?? '';
        const grant = desk.ofAccess(token);
        if (!grant || ctx.faults.take(NAME, 'unauthorized'))
          throw new Refused(401, 'unauthorized', `The token ${token} is not valid`);
        if (param(request, 'account') !== grant.shop) throw new Refused(403, 'forbidden', 'Not your account');
        return { result: work(query(request)) };
      }),
    );
  serve('balances', () => {
    const items = books.balances().map(({ currency, total }, index) => ({
      ...{ id: String(1001 + index), type: 'BALANCE', currency, status: 1, status_name: 'Active' },
      available_balance: decimalOf(total, currency),
      update_time: new Date(ctx.world.clock.now()).toISOString(),
    }));
    const closed = {
      id: '1099',
      type: 'BALANCE',
      currency: 'AUD',
      status: 3,
      status_name: 'Closed',
      available_balance: '17.00',
    };
    return { balances: { items: [...items, closed], total: items.length + 1 } };
  });
  serve('receiving_accounts', () => ({
    receiving_accounts: {
      items: books.accounts.map((one) => ({
        ...{ id: one.id, currency: one.currency, country: one.country, bank_name: one.bank },
        ...{ account_number: one.number, account_holder: one.holder, status_name: one.closed ? 'Closed' : 'Active' },
      })),
    },
  }));
  serve('transactions', ({ from = '', to = '', page_size = '', offset = '0' }) => {
    const size = Number(page_size);
    const [start, end] = [Date.parse(from), Date.parse(to)];
    if (!(size >= 1 && size <= 100) || Number.isNaN(start) || Number.isNaN(end))
      throw new Refused(400, 'bad_request', 'from, to, page_size');
    const balances = books.runningBalances();
    const found = books
      .between(start, end)
      .toReversed()
      .flatMap((line) => itemsOf(line, balances));
    const { rows, total } = pageOf(ctx, NAME, found, Number(offset), size);
    return { transactions: { items: rows, total } };
  });
  return registerDoor(app, ctx, books);
}

export const payoneerPlatform: SandboxPlatform = { name: NAME, shops: [], errors, register };
