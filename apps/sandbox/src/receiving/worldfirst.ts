import { createPrivateKey, createPublicKey, createSign, createVerify } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, type ErrorForms, header, query, rawBody } from '../http/app.ts';
import { errorPage } from '../http/pages.ts';
import { isRecord, list, parseJson, text } from '../http/types.ts';
import { pageOf } from '../kit/listing.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { type BookLine, Books, DAY_MS, type LineType, type State } from './books.ts';
import { consentOf } from './consent.ts';
import { registerDoor } from './door.ts';
import { WORLDFIRST_CALLER_KEY, WORLDFIRST_PRIVATE_KEY } from './keys.ts';

const NAME = 'worldfirst';
const CLIENT = 'DEMO_CLIENT';
const CUSTOMER = '2188120081800081';
const ROOT = '/amsin/api/v1/business';
const SKEW_MS = 10 * 60_000;
const LONGEST_DAYS = 100;
const callerKey = createPublicKey({ key: Buffer.from(WORLDFIRST_CALLER_KEY, 'base64'), format: 'der', type: 'spki' });
const ownKey = createPrivateKey({ key: Buffer.from(WORLDFIRST_PRIVATE_KEY, 'base64'), format: 'der', type: 'pkcs8' });

class Refused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const result = (resultStatus: 'S' | 'F' | 'U', resultCode: string, resultMessage: string) => ({
  result: { resultStatus, resultCode, resultMessage },
});
const local = (ms: number) => `${new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;

/** Signed like every answer, at the real time: these come before the handlers. */
function signed(reply: FastifyReply, path: string, time: string, content: object, isForged = false): FastifyReply {
  const body = JSON.stringify(content);
  const plain = isForged ? 'another text' : `POST ${path}\n${CLIENT}.${time}.${body}`;
  const signature = createSign('RSA-SHA256').update(plain).sign(ownKey, 'base64');
  return reply
    .header('Response-Time', time)
    .header('Signature', `algorithm=RSA256,keyVersion=1,signature=${encodeURIComponent(signature)}`)
    .type('application/json; charset=UTF-8')
    .send(body);
}
const pathOf = (request: FastifyRequest) => (request.url.split('?')[0] ?? '').slice(`/${NAME}`.length);
const errors: ErrorForms = {
  throttled: (reply, request) =>
    signed(reply, pathOf(request), local(Date.now()), result('F', 'REQUEST_TRAFFIC_EXCEED_LIMIT', 'too many calls')),
  broken: (reply, request) =>
    signed(reply, pathOf(request), local(Date.now()), result('U', 'SYSTEM_ERROR', 'system error')),
};

const TYPES: Readonly<Record<LineType, string>> = {
  RECEIPT: 'COLLECTION',
  TOPUP: 'TRANSFER',
  TRANSFER: 'TRANSFER',
  WITHDRAWAL: 'WITHDRAWAL',
  SUPPLIER: 'TRANSFER',
  CARD: 'DEDUCTION',
  FX: 'CONVERSION',
  FEE: 'CHARGE',
  REVERSAL: 'TRANSFER',
  ADJUSTMENT: 'DEDUCTION',
};
const STATES: Readonly<Record<State, string>> = {
  PENDING: 'PROCESSING',
  SUCCESS: 'SUCCESS',
  FAILED: 'FAIL',
  REVERSED: 'REFUNDED',
  UNKNOWN: 'CLARIFYING',
};
/** Coins of the currency as text, which is what the books hold anyway. */
const money = (currency: string, minor: number) => ({ currency, value: String(minor) });

function rowsOf(line: BookLine, balances: Map<string, number>) {
  const { currency, minor, fee, to } = line;
  const quote = to ? { quoteCurrencyPair: `${currency}/${to.currency}`, quotePrice: to.rate } : null;
  const row = (code: string, value: number, charge: number) => {
    const after = balances.get(`${line.id} ${code}`);
    return {
      transactionTime: local(line.at),
      transactionType: TYPES[line.type],
      transactionAmount: money(code, value),
      feeAmount: money(code, charge),
      ...(after === undefined ? {} : { accountBalance: money(code, after) }),
      transactionId: line.id,
      extTransactionId: `EXT-${line.id}`,
      transactionStatus: STATES[line.state],
      counterparty: line.party,
      accountId: line.account ?? null,
      remark: line.reference,
      foreignExchangeQuote: quote,
    };
  };
  return [row(currency, minor, fee), ...(to ? [row(to.currency, to.minor, 0)] : [])];
}

/** WorldFirst's interface: each call and each answer is signed, amounts are whole coins. */
function register(app: FastifyInstance, ctx: Context): PlatformSide {
  const books = new Books(ctx, { name: NAME, seller: CUSTOMER, prefix: '2026', reversal: 'state' });
  const now = () => ctx.world.clock.now();
  /** What the seller decided, by our reference. */
  let decided: Record<string, 'AUTHORIZED' | 'DENIED'> = {};
  const decide = (reference: string, decision: 'AUTHORIZED' | 'DENIED') => {
    decided[reference] = decision;
    ctx.world.changes++;
  };
  const isConnected = () =>
    Object.values(decided).includes('AUTHORIZED') && !ctx.world.revoked.has(`${NAME}/${CUSTOMER}`);

  const isSignedBy = (plain: string, signature: string) =>
    createVerify('RSA-SHA256').update(plain).verify(callerKey, signature, 'base64');

  function check(request: FastifyRequest, path: string): void {
    const [client, time] = [header(request, 'client-id'), header(request, 'request-time')];
    const body = rawBody(request)?.toString('utf8') ?? '';
    const found = /^algorithm=RSA256,keyVersion=1,signature=(\S+)$/.exec(header(request, 'signature'))?.[1] ?? '';
    const isRight = isSignedBy(`POST ${path}\n${client}.${time}.${body}`, decodeURIComponent(found));
    if (client !== CLIENT || !isRight || !(Math.abs(now() - Date.parse(time)) < SKEW_MS))
      throw new Refused('INVALID_SIGNATURE', 'the signature is wrong');
  }

  const serve = (name: string, needsSeller: boolean, work: (input: Record<string, unknown>) => object) =>
    app.post(`/${NAME}${ROOT}/${name}`, async (request, reply) => {
      const path = `${ROOT}/${name}`;
      request.note = name;
      const answer = (content: object) =>
        signed(reply, path, local(now()), content, ctx.faults.take(NAME, 'wrongSignature'));
      try {
        check(request, path);
        const isSeller = header(request, 'connected-customerid') === CUSTOMER && isConnected();
        if (needsSeller && (!isSeller || ctx.faults.take(NAME, 'unauthorized')))
          throw new Refused('ACCESS_DENIED', 'the customer is not connected');
        const body = parseJson(rawBody(request));
        const answered = work(isRecord(body) ? body : {});
        if (ctx.faults.take(NAME, 'unknownResult'))
          return answer(result('U', 'UNKNOWN_EXCEPTION', 'the result is unknown'));
        return answer({ ...result('S', 'SUCCESS', 'success'), ...answered });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return answer(result('F', error.code, error.message));
      }
    });

  app.get(`/${NAME}/amsin/authorize`, async (request, reply) => {
    const { signature = '', auto: _auto, act: _act, ...input } = query(request);
    const { clientId = '', authReference = '', redirectUrl = '', requestTime = '' } = input;
    const plain = new URLSearchParams({ clientId, authReference, redirectUrl, requestTime }).toString();
    if (clientId !== CLIENT || !isSignedBy(`GET /amsin/authorize\n${clientId}.${requestTime}.${plain}`, signature))
      return errorPage(reply, 'INVALID_SIGNATURE', 'The address was not signed by the application.');
    return consentOf(request, reply, {
      brand: 'WorldFirst',
      redirect: redirectUrl,
      state: { name: 'authReference', value: authReference },
      allow: () => {
        decide(authReference, 'AUTHORIZED');
        ctx.world.revoked.delete(`${NAME}/${CUSTOMER}`);
        return { customerId: CUSTOMER };
      },
      deny: () => decide(authReference, 'DENIED'),
    });
  });
  serve('authorization/consult', false, ({ authReference }) => {
    const authStatus = decided[text(authReference)];
    if (!authStatus) throw new Refused('PARAM_ILLEGAL', 'no such authReference');
    return { authStatus, customerId: CUSTOMER };
  });
  serve('account/inquiryBalance', true, ({ currencyList }) => {
    const among = list(currencyList).map(text);
    const found = books.balances().filter(({ currency }) => among.length === 0 || among.includes(currency));
    return {
      accountBalances: found.map(({ currency, total, held }) => ({
        currency,
        availableBalance: money(currency, total - held),
        frozenBalance: money(currency, held),
        totalBalance: money(currency, total),
      })),
    };
  });
  serve('account/inquiryAccount', true, () => ({
    accountList: books.accounts.map((one) => ({
      ...{ accountId: one.id, currency: one.currency, country: one.country, bankName: one.bank, accountNo: one.number },
      ...{ accountHolder: one.holder, platform: one.platform, shopName: one.shop },
      status: one.closed ? 'CLOSED' : 'ACTIVE',
    })),
  }));
  serve('account/inquiryStatementList', true, (input) => {
    const [from, to] = [Date.parse(text(input.startTime)), Date.parse(text(input.endTime))];
    const [size, number] = [Number(input.pageSize), Number(input.pageNumber)];
    if (!(to - from <= LONGEST_DAYS * DAY_MS)) throw new Refused('PARAM_ILLEGAL', 'the window is too long');
    if (!(size >= 1 && size <= 50 && number >= 1)) throw new Refused('PARAM_ILLEGAL', 'pageSize, pageNumber');
    const balances = books.runningBalances();
    const found = books.between(from, to).flatMap((line) => rowsOf(line, balances));
    const { rows, total } = pageOf(ctx, NAME, found, (number - 1) * size, size);
    return {
      statementList: rows,
      ...{ totalCount: total, totalPageNumber: Math.ceil(total / size), currentPageNumber: number },
    };
  });
  const door = registerDoor(app, ctx, books);
  return {
    save: () => ({ books: door.save?.(), decided }),
    load: (saved) => {
      if (!isRecord(saved)) return;
      door.load?.(saved.books);
      if (isRecord(saved.decided)) decided = saved.decided as typeof decided;
    },
  };
}

export const worldfirstPlatform: SandboxPlatform = { name: NAME, shops: [], errors, register };
