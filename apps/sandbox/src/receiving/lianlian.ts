import { createPrivateKey, createPublicKey, createSign, createVerify } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, type ErrorForms, header, query, rawBody } from '../http/app.ts';
import { isRecord, parseJson, text } from '../http/types.ts';
import { pageOf } from '../kit/listing.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { type BookLine, Books, DAY_MS, decimalOf, type LineType, type State } from './books.ts';
import { registerDoor } from './door.ts';
import { LIANLIAN_CALLER_KEY, LIANLIAN_PRIVATE_KEY } from './keys.ts';

const NAME = 'lianlian';
const DEVELOPER = { id: 'LLDEV80001', token: 'll-master-token-demo' };
const SKEW_S = 600;
const callerKey = createPublicKey({ key: Buffer.from(LIANLIAN_CALLER_KEY, 'base64'), format: 'der', type: 'spki' });
const ownKey = createPrivateKey({ key: Buffer.from(LIANLIAN_PRIVATE_KEY, 'base64'), format: 'der', type: 'pkcs8' });

class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const errors: ErrorForms = {
  throttled: (reply) =>
    reply.code(429).header('retry-after', '2').send({ code: '429000', message: 'too many requests', data: null }),
  broken: (reply) => reply.code(500).send({ code: '999999', message: 'system error', data: null }),
};

const ENTRY_TYPES: Readonly<Record<LineType, string>> = {
  RECEIPT: 'SHOP_RECEIPT',
  TOPUP: 'TOPUP',
  TRANSFER: 'TRANSFER',
  WITHDRAWAL: 'WITHDRAW',
  SUPPLIER: 'SUPPLIER_PAYMENT',
  CARD: 'VAT_PAYMENT',
  FX: 'CURRENCY_CONVERSION',
  FEE: 'SERVICE_FEE',
  REVERSAL: 'REVERSAL',
  ADJUSTMENT: 'ADJUST',
};
const STATES: Readonly<Record<State, string>> = {
  PENDING: 'processing',
  SUCCESS: 'success',
  FAILED: 'failed',
  REVERSED: 'returned',
  UNKNOWN: 'clarifying',
};
const seconds = (line: BookLine) => Math.floor(line.at / 1000);

/** Every movement of a wallet: an exchange has two, a withdrawal one more for its fee. */
function entriesOf(line: BookLine, balances: Map<string, number>) {
  const entry = (mark: string, type: string, currency: string, minor: number, more: object) => ({
    entryId: `${line.id}-${mark}`,
    orderId: line.id,
    entryType: type,
    direction: minor < 0 ? 'OUT' : 'IN',
    amount: decimalOf(Math.abs(minor), currency),
    currency,
    counterparty: line.party,
    remark: line.reference,
    status: STATES[line.state],
    createTime: seconds(line),
    ...more,
  });
  const { currency, minor, fee, to } = line;
  const type = ENTRY_TYPES[line.type];
  const after = balances.get(`${line.id} ${currency}`);
  const balance = after === undefined ? {} : { balance: decimalOf(after, currency) };
  if (line.type === 'WITHDRAWAL')
    return [entry('1', type, currency, minor, {}), entry('2', 'WITHDRAW_FEE', currency, -fee, balance)];
  const own = entry('1', type, currency, minor, { ...balance, fee: decimalOf(fee, currency) });
  if (line.type !== 'FX' || !to) return [own];
  return [
    { ...own, rate: to.rate, counterCurrency: to.currency },
    entry('2', type, to.currency, to.minor, { rate: to.rate, counterCurrency: currency }),
  ];
}

const withdrawalOf = (line: BookLine) => ({
  withdrawId: line.id,
  amount: decimalOf(Math.abs(line.minor), line.currency),
  currency: line.currency,
  targetAmount: decimalOf(line.to?.minor ?? Math.abs(line.minor), line.to?.currency ?? line.currency),
  targetCurrency: line.to?.currency ?? line.currency,
  rate: line.to?.rate ?? '1',
  fee: decimalOf(line.fee, line.currency),
  bankName: line.party,
  remark: line.reference,
  status: STATES[line.state],
  createTime: seconds(line),
});

const receiptOf = (line: BookLine) => ({
  transactionId: line.id,
  amount: decimalOf(line.minor, line.currency),
  currency: line.currency,
  fee: decimalOf(line.fee, line.currency),
  payer: line.party,
  remark: line.reference,
  status: STATES[line.state],
  transactionTime: seconds(line),
});

/** LianLian Global's collection interface: each call and each answer is signed. Names of fields in rows are assumed. */
function register(app: FastifyInstance, ctx: Context): PlatformSide {
  const books = new Books(ctx, {
    ...{ name: NAME, seller: DEVELOPER.id, prefix: 'LL', withdrawsIn: 'CNY', reversal: 'state' },
  });
  const isRevoked = () => ctx.world.revoked.has(`${NAME}/${DEVELOPER.id}`);

  function answer(reply: FastifyReply, path: string, status: number, content: object): FastifyReply {
    const body = JSON.stringify(content);
    const epoch = String(Math.floor(ctx.world.clock.now() / 1000));
    const signed = ctx.faults.take(NAME, 'wrongSignature') ? 'another text' : `POST&${path}&${epoch}&${body}`;
    const signature = createSign('RSA-SHA256').update(signed).sign(ownKey, 'base64');
    return reply
      .code(status)
      .header('LLPAY-Signature', `t=${epoch},v=${signature}`)
      .type('application/json; charset=utf-8')
      .send(body);
  }

  function check(request: FastifyRequest, path: string): void {
    const [, basic = ''] = /^Basic (\S+)$/.exec(header(request, 'authorization')) ?? [];
    const right = Buffer.from(`${DEVELOPER.id}:${DEVELOPER.token}`).toString('base64');
    if (basic !== right || isRevoked() || ctx.faults.take(NAME, 'unauthorized'))
      throw new Refused(401, '401001', `not authorized: ${basic}`);
    const [, epoch = '', signature = ''] = /^t=(\d+),v=(\S+)$/.exec(header(request, 'llpay-signature')) ?? [];
    const body = rawBody(request)?.toString('utf8') ?? '';
    const isSigned = createVerify('RSA-SHA256')
      .update(`POST&${path}&${epoch}&${body}`)
      .verify(callerKey, signature, 'base64');
    const isLate = Math.abs(ctx.world.clock.now() / 1000 - Number(epoch)) > SKEW_S;
    if (!isSigned || isLate) throw new Refused(401, '401002', 'the signature is wrong');
  }

  const serve = (path: string, work: (input: Record<string, unknown>) => unknown) =>
    app.post(`/${NAME}${path}`, async (request, reply) => {
      request.note = path;
      try {
        check(request, path);
        const body = parseJson(rawBody(request));
        const data = work(isRecord(body) ? body : {});
        if (ctx.faults.take(NAME, 'unknownResult'))
          return answer(reply, path, 200, { code: '999998', message: 'the result is unknown', data: null });
        return answer(reply, path, 200, { code: '000000', message: 'success', data });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return answer(reply, path, error.status, { code: error.code, message: error.message, data: null });
      }
    });

  const page = <T>(input: Record<string, unknown>, all: readonly T[]) => {
    const [number, size] = [Number(input.pageNum), Number(input.pageSize)];
    if (!(number >= 1 && size >= 1 && size <= 100)) throw new Refused(400, '400001', 'pageNum, pageSize');
    const { rows, total } = pageOf(ctx, NAME, all, (number - 1) * size, size);
    return { list: rows, total, pageNum: number, pageSize: size };
  };
  /** Both days count, in China's time. */
  const within = (input: Record<string, unknown>) => {
    const day = (name: string) => Date.parse(`${text(input[name])}T00:00:00+08:00`);
    const [from, to] = [day('startTime'), day('endTime')];
    if (Number.isNaN(from) || Number.isNaN(to)) throw new Refused(400, '400001', 'startTime, endTime');
    return books.between(from, to + DAY_MS - 1);
  };

  serve('/account/balance/query', () =>
    books.balances().map(({ currency, total }) => ({
      currency,
      balance: decimalOf(total, currency),
      accountNum: books.accounts.filter((one) => one.currency === currency).length,
    })),
  );
  serve('/account/query', (input) =>
    page(
      input,
      books.accounts.map((one) => ({
        ...{ accountId: one.id, currency: one.currency, country: one.country, bankName: one.bank },
        ...{ accountNumber: one.number, holder: one.holder, platform: one.platform, shopName: one.shop },
        status: one.closed ? 'CLOSED' : 'ACTIVE',
      })),
    ),
  );
  serve('/myshop/transaction', (input) =>
    page(
      input,
      within(input)
        .filter(({ type, account }) => type === 'RECEIPT' && account === input.accountId)
        .map(receiptOf),
    ),
  );
  serve('/withdraw/record/list', (input) =>
    page(
      input,
      within(input)
        .filter(({ type }) => type === 'WITHDRAWAL')
        .map(withdrawalOf),
    ),
  );
  serve('/transaction/entry/list', (input) => {
    const balances = books.runningBalances();
    return page(
      input,
      within(input).flatMap((line) => entriesOf(line, balances)),
    );
  });

  // The seller's own portal: there the keys are issued and taken back.
  app.get(`/${NAME}/portal`, async (request, reply) => {
    const { act } = query(request);
    if (act === 'allow') ctx.world.revoked.delete(`${NAME}/${DEVELOPER.id}`);
    if (act === 'deny') ctx.world.revoked.set(`${NAME}/${DEVELOPER.id}`, ctx.world.clock.now());
    const keys = isRevoked() ? 'No token is issued.' : `Developer ID ${DEVELOPER.id}, master token ${DEVELOPER.token}`;
    return reply
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>LianLian Global (sandbox)</title></head><body><main><h1>LianLian Global (sandbox)</h1>` +
          `<p>${keys}</p><form method="get"><button name="act" value="allow">Issue 签发</button> <button name="act" value="deny">Revoke 撤销</button></form></main></body></html>`,
      );
  });
  return registerDoor(app, ctx, books);
}

export const lianlianPlatform: SandboxPlatform = { name: NAME, shops: [], errors, register };
