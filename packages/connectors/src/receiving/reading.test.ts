import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { failure, kindOfFailure, type Sent, scripted } from '../testing.ts';
import type { ReceivingAccess, ReceivingConnector, StatementLeg } from './connector.ts';
import type { ReceivingDefinition } from './definition.ts';
import { headerOf as lianlianHeader, signedText as lianlianText } from './lianlian/signing.ts';
import { changes, receivingProviders } from './registry.ts';
import { signer } from './rsa.ts';
import { headerOf as worldfirstHeader, signedText as worldfirstText } from './worldfirst/signing.ts';

/** What providers may write, where their stand-ins do not. */
const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
const [own, theirs] = [pair(), pair()];
const sign = signer('test', theirs.privateKey);
const { pingpong, lianlian, payoneer, worldfirst, airwallex } = receivingProviders;

const AT = Date.parse('2026-01-10T00:00:00Z');
const WINDOW = { from: '2026-01-01T00:00:00Z', to: '2026-01-20T00:00:00Z' };
const TOKEN = 'token-of-the-seller-123456';
const access: ReceivingAccess = {
  account: 'ACCOUNT',
  keys: {
    developerId: 'D',
    masterToken: 'master-token-1',
    privateKey: own.privateKey,
    lianlianPublicKey: theirs.publicKey,
  },
  tokens: { accessToken: TOKEN, refreshToken: `${TOKEN}-refresh` },
};

/** A connector whose provider answers each request as `answer` says, signed where it signs. */
function talking(definition: ReceivingDefinition, answer: (sent: Sent) => unknown, status = 200): ReceivingConnector {
  const reply = (sent: Sent) => {
    const content = answer(sent);
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    const { pathname: path } = sent.url;
    const plain = { method: 'POST', path, clientId: 'C', time: 'T', body: text };
    const headers: Record<string, string> =
      definition.provider === 'lianlian'
        ? { 'LLPAY-Signature': lianlianHeader('1', sign(lianlianText({ ...plain, epoch: '1' }))) }
        : { Signature: worldfirstHeader(sign(worldfirstText(plain))), 'Response-Time': 'T' };
    return { text, status, headers };
  };
  return definition.create({
    app: { clientId: 'C', appId: 'A', privateKey: own.privateKey, worldfirstPublicKey: theirs.publicKey },
    http: { fetch: scripted(reply).fetch, rateFactor: 1000, now: () => AT },
  });
}
const wf = (more: object) => ({ result: { resultStatus: 'S', resultCode: 'SUCCESS' }, ...more });
const ok = (data: unknown) => ({ code: 0, message: 'success', data });
const ll = (data: unknown) => ({ code: '000000', message: 'success', data });

async function legsOf(connector: ReceivingConnector) {
  const legs: StatementLeg[] = [];
  const unreadable: string[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await connector.statement(access, { ...WINDOW, cursor });
    legs.push(...page.legs);
    unreadable.push(...page.unreadable.map(({ reason }) => reason));
    cursor = page.nextCursor;
  }
  return { legs, unreadable };
}

const order = (more: object) => ({
  ...{ order_id: 'P1', order_type: 'RECEIVE', status: 'SUCCESS', from_currency: 'USD', to_currency: 'USD' },
  ...{ order_amount: '10.00', fee: '0', created_time: AT, ...more },
});
const pingpongOf = (rows: (input: { query_type: string; order_type: string }) => object[]) =>
  talking(pingpong, ({ body }) => ok(rows(JSON.parse(body))));
const row = (more: object) => ({
  ...{ transactionId: 'W1', transactionTime: '2026-01-10T08:00:00+08:00', transactionType: 'COLLECTION' },
  ...{ transactionAmount: { currency: 'USD', value: '250000' }, transactionStatus: 'SUCCESS', ...more },
});
const worldfirstOf = (...rows: object[]) =>
  talking(worldfirst, () => wf({ statementList: rows, totalCount: rows.length, totalPageNumber: 1 }));
const item = (more: object) => ({
  ...{
    id: 'N1',
    date: '2026-01-10T00:00:00Z',
    category_id: 1,
    amount: '10.00',
    currency: 'USD',
    status_id: 2,
    ...more,
  },
});
const payoneerOf = (...items: object[]) =>
  talking(payoneer, () => ({ result: { transactions: { items, total: items.length } } }));
const airwallexOf = (items: string) => talking(airwallex, () => `{"has_more":false,"items":[${items}]}`);
const lianlianOf = (lists: { receipts?: object[]; withdrawals?: object[]; entries?: object[] }) =>
  talking(lianlian, ({ url }) => {
    if (url.pathname === '/account/query') return ll([{ accountId: 'L-A1', currency: 'USD' }]);
    if (url.pathname === '/myshop/transaction') return ll(lists.receipts ?? []);
    return ll((url.pathname === '/withdraw/record/list' ? lists.withdrawals : lists.entries) ?? []);
  });

describe('a state that nobody knows', () => {
  const receipt = { transactionId: 'L1', amount: '1', currency: 'USD', transactionTime: AT / 1000, status: 'odd' };
  const booked =
    '{"id":"a","amount":1,"currency":"USD","source_type":"DEPOSIT","created_at":"2026-01-10T00:00:00Z","status":"ODD"}';
  it.each([
    [
      'pingpong',
      () =>
        pingpongOf(({ query_type, order_type }) =>
          `${query_type} ${order_type}` === 'INBOUND_ORDER RECEIVE' ? [order({ status: 'ODD' })] : [],
        ),
    ],
    ['lianlian', () => lianlianOf({ receipts: [receipt] })],
    ['payoneer by its name', () => payoneerOf(item({ status_name: 'Odd' }))],
    ['payoneer by its number', () => payoneerOf(item({ status_id: 9 }))],
    ['worldfirst', () => worldfirstOf(row({ transactionStatus: 'ODD' }))],
    ['airwallex', () => airwallexOf(booked)],
  ] as const)('is set aside and never taken for money: %s', async (_, connector) => {
    const { legs, unreadable } = await legsOf(connector());
    expect(legs).toEqual([]);
    expect(unreadable).toEqual([expect.stringMatching(/^status(_id)?: a (word|number) that is not known/)]);
  });
});

describe('PingPong', () => {
  const exchange = order({
    order_id: 'X1',
    order_type: 'EXCHANGE',
    from_currency: 'USD',
    to_currency: 'JPY',
    fx_rate: '150.25',
    order_amount: '10.01',
    fee: '0.10',
  });
  it.each([
    ['both lists', /./],
    ['that of money in', /^INBOUND/],
    ['that of money out', /^OUTBOUND/],
  ])('reads an exchange once that stands in %s', async (_, lists) => {
    const { legs } = await legsOf(
      pingpongOf(({ query_type, order_type }) =>
        order_type === 'EXCHANGE' && lists.test(query_type) ? [exchange] : [],
      ),
    );
    const fx = { fromCurrency: 'USD', toCurrency: 'JPY', rate: '150.25' };
    expect(legs).toMatchObject([
      { externalTxnId: 'X1', leg: 'FX_SELL', direction: 'OUT', amount: '10.01', currency: 'USD', fx },
      { externalTxnId: 'X1', leg: 'FX_BUY', direction: 'IN', amount: '1504', currency: 'JPY', fx },
      { externalTxnId: 'X1', leg: 'FEE', direction: 'OUT', amount: '0.10', currency: 'USD' },
    ]);
  });

  it('knows money that comes from money that leaves, and a fee that is given back', async () => {
    const types = ['TRANSFER', 'REFUND FEE'];
    const { legs } = await legsOf(
      pingpongOf(({ query_type, order_type }) =>
        types.includes(order_type) ? [order({ order_id: `${query_type} ${order_type}`, order_type })] : [],
      ),
    );
    expect(legs.map(({ externalTxnId, direction, kind }) => [externalTxnId, direction, kind])).toEqual([
      ['INBOUND_ORDER TRANSFER', 'IN', 'TRANSFER_IN'],
      ['OUTBOUND_ORDER TRANSFER', 'OUT', 'TRANSFER_OUT'],
      ['INBOUND_ORDER REFUND FEE', 'IN', 'FEE'],
      ['OUTBOUND_ORDER REFUND FEE', 'OUT', 'FEE'],
    ]);
  });

  it.each([
    ['access token expired', 'unauthorized'],
    ['invalid sign', 'rejected'],
    ['ip not allowed', 'rejected'],
    ['parameter error', 'rejected'],
    ['system busy', 'unavailable'],
  ])('says what to do when the code is not 0: %s', async (message, kind) => {
    const error = await failure(talking(pingpong, () => ({ code: 7, message, data: [] })).balances(access));
    expect(error).toMatchObject({ kind, code: '7' });
  });
});

describe('LianLian', () => {
  const withdrawal = {
    withdrawId: 'W1',
    amount: '100.00',
    currency: 'USD',
    targetAmount: '710.00',
    targetCurrency: 'CNY',
    rate: '7.1',
    fee: '1.00',
    createTime: AT / 1000,
  };
  const entry = (entryId: string, more: object) => ({
    ...{ entryId, direction: 'OUT', amount: '1.00', currency: 'USD', status: 'success', createTime: AT / 1000 },
    ...more,
  });

  it('changes what leaves in another currency, and takes the fee once', async () => {
    const lists = {
      withdrawals: [{ ...withdrawal, status: 'success' }],
      entries: [
        entry('E1', { orderId: 'W1', entryType: 'WITHDRAW' }),
        entry('E2', { orderId: 'W1', entryType: 'FEE' }),
      ],
    };
    const { legs } = await legsOf(lianlianOf(lists));
    expect(legs.map(({ leg, kind, direction, amount, currency }) => [leg, kind, direction, amount, currency])).toEqual([
      ['FX_SELL', 'FX_SELL', 'OUT', '100.00', 'USD'],
      ['FX_BUY', 'FX_BUY', 'IN', '710.00', 'CNY'],
      ['MAIN', 'WITHDRAWAL', 'OUT', '710.00', 'CNY'],
      ['FEE', 'FEE', 'OUT', '1.00', 'USD'],
    ]);
    expect(changes(legs)).toEqual({ USD: '-101.00', CNY: '0.00' });
    const returned = await legsOf(lianlianOf({ withdrawals: [{ ...withdrawal, status: 'returned' }] }));
    expect(new Set(returned.legs.map(({ status }) => status))).toEqual(new Set(['REVERSED']));
    expect(changes(returned.legs)).toEqual({});
  });

  it.each([
    ['SUPPLIER_PAYMENT', 'SUPPLIER_PAYMENT'],
    ['缴税', 'VAT_PAYMENT'],
    ['VAT', 'VAT_PAYMENT'],
    ['SERVICE_FEE', 'FEE'],
    ['TRANSFER', 'TRANSFER_OUT'],
    ['SOMETHING_NEW', 'ADJUSTMENT'],
  ])('knows an entry by its text, and keeps the text: %s', async (entryType, kind) => {
    const { legs } = await legsOf(lianlianOf({ entries: [entry('E1', { entryType })] }));
    expect(legs).toMatchObject([{ kind, rawKind: entryType, direction: 'OUT' }]);
  });

  it('is no success without its code, and none by another one', async () => {
    expect(await kindOfFailure(talking(lianlian, () => ({ data: [] })).balances(access))).toBe('malformed');
    expect(await kindOfFailure(talking(lianlian, () => ({ code: '100001', message: 'no' })).balances(access))).toBe(
      'rejected',
    );
  });
});

describe('Payoneer', () => {
  it('takes a failure with status 200 for what it is', async () => {
    const failed = (code: number) =>
      talking(payoneer, () => ({ error: 'x', error_description: 'y', error_details: { code } }));
    for (const [code, kind] of [
      ...([
        [401, 'unauthorized'],
        [429, 'throttled'],
        [500, 'unavailable'],
        [400, 'rejected'],
      ] as const),
    ])
      expect(await kindOfFailure(failed(code).balances(access))).toBe(kind);
  });

  it('reads states by their names, else by their numbers', async () => {
    const states = async (more: object) => (await legsOf(payoneerOf(item(more)))).legs.map(({ status }) => status);
    expect(await states({ status_id: 1 })).toEqual(['PENDING']);
    expect(await states({ status_id: 2, status_name: 'Cancelled' })).toEqual(['FAILED']);
  });

  it('uses no balance in another state than 1', async () => {
    const balance = (id: string, status: number) => ({ id, currency: 'USD', status, available_balance: '1.00' });
    const items = [balance('1', 1), balance('2', 3)];
    const connector = talking(payoneer, () => ({ result: { balances: { items } } }));
    expect((await connector.balances(access)).map(({ externalId }) => externalId)).toEqual(['1']);
  });
});

describe('WorldFirst', () => {
  it.each([
    ['USD', '-120050', '1200.50', 'OUT'],
    ['JPY', '120050', '120050', 'IN'],
    ['KWD', '120050', '120.050', 'IN'],
    ['USD', '5', '0.05', 'IN'],
  ])('counts in the coins of the currency: %s %s', async (currency, value, amount, direction) => {
    const { legs } = await legsOf(worldfirstOf(row({ transactionAmount: { currency, value } })));
    expect(legs).toMatchObject([
      { amount, direction, currency, at: '2026-01-10T00:00:00.000Z', valueDate: '2026-01-10' },
    ]);
  });

  it('takes no part of a coin', async () => {
    const { legs, unreadable } = await legsOf(
      worldfirstOf(row({ transactionAmount: { currency: 'USD', value: '12.50' } })),
    );
    expect([legs, unreadable.length]).toEqual([[], 1]);
  });

  it.each([
    [{ result: { resultStatus: 'U', resultCode: 'UNKNOWN', resultMessage: '' } }, 'unavailable'],
    [{ result: { resultStatus: 'F', resultCode: 'PARAM_ILLEGAL', resultMessage: '' } }, 'rejected'],
    [{ result: { resultStatus: 'F', resultCode: 'REQUEST_TRAFFIC_EXCEED_LIMIT', resultMessage: '' } }, 'throttled'],
    [{ result: { resultStatus: 'OK', resultCode: 'SUCCESS' } }, 'malformed'],
    [{ accountBalances: [] }, 'malformed'],
  ])('is no success unless it says so: %o', async (answer, kind) => {
    expect(await kindOfFailure(talking(worldfirst, () => answer).balances(access))).toBe(kind);
  });
});

describe('Airwallex', () => {
  const line = (more: string) =>
    `{"id":"a","currency":"USD","created_at":"2026-01-10T00:00:00+0000","status":"SETTLED",${more}}`;

  it('keeps every digit of a JSON number', async () => {
    const { legs } = await legsOf(airwallexOf(line('"amount":-9007199254740993.10,"fee":0.10,"source_type":"PAYOUT"')));
    expect(legs).toMatchObject([
      { amount: '9007199254740993.10', direction: 'OUT', kind: 'SUPPLIER_PAYMENT' },
      { amount: '0.10', direction: 'OUT', kind: 'FEE' },
    ]);
  });

  it('gives a rate only where it is one for what was sold', async () => {
    const sold = '"amount":-10,"source_type":"CONVERSION","source_id":"c1","client_rate":1.5';
    const rates = async (pairOfBoth: string) =>
      (await legsOf(airwallexOf(line(`${sold},"currency_pair":"${pairOfBoth}"`)))).legs.map(
        ({ externalTxnId, fx }) => ({ externalTxnId, ...fx }),
      );
    expect(await rates('USDEUR')).toEqual([
      { externalTxnId: 'c1', fromCurrency: 'USD', toCurrency: 'EUR', rate: '1.5' },
    ]);
    expect(await rates('EURUSD')).toEqual([{ externalTxnId: 'c1', fromCurrency: 'USD', toCurrency: 'EUR' }]);
  });

  it('is no success where a refusal comes with status 200', async () => {
    const connector = talking(airwallex, () => ({ code: 'unauthorized', message: 'no' }));
    expect(await kindOfFailure(connector.balances(access))).toBe('unauthorized');
  });
});

describe.each(Object.entries(receivingProviders))('%s', (_, definition) => {
  it('repeats no secret out of an answer that cannot be read, or a page of HTML', async () => {
    const echo = (sent: Sent) => `<html>${JSON.stringify(Object.fromEntries(sent.headers))}</html>`;
    for (const status of [200, 400, 502]) {
      const error = await failure(talking(definition, echo, status).balances(access));
      const basic = Buffer.from('D:master-token-1').toString('base64');
      for (const secret of [TOKEN, 'master-token-1', basic])
        expect(`${error.message} ${error.raw}`).not.toContain(secret);
    }
  });

  it('continues at no cursor of others', async () => {
    const connector = talking(definition, () => ({}));
    const error = await failure(connector.statement(access, { ...WINDOW, cursor: 'bm8' }));
    expect(error).toMatchObject({ kind: 'rejected', code: 'BAD_CURSOR' });
    expect(await kindOfFailure(connector.statement(access, { from: 'yesterday', to: WINDOW.to }))).toBe('rejected');
  });
});
