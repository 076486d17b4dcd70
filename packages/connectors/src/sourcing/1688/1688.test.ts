import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agree, failure, kindOfFailure, type RunningSandbox, scripted, startSandbox } from '../../testing.ts';
import type { Tokens } from '../../types.ts';
import type { SourcingConnector } from '../connector.ts';
import { create1688, SETUP_1688 } from './index.ts';
import { signPath } from './sign.ts';
import { platformTime } from './times.ts';

const TOKENS: Tokens = { accessToken: 'f14da3b8', refreshToken: 'a24effb7' };
const APP = { appKey: '1000000', appSecret: 'test123' };

describe('the signature', () => {
  it('is the published one', () => {
    // https://open.1688.com/doc/signature.htm: b=2 and a=1 with the secret test123
    expect(signPath('test123', 'param2/1/system/currentTime/1000000', { b: '2', a: '1' })).toBe(
      '33E54F4F7B989E3E0E912D3FBD2F1A03CA7CCE88',
    );
    // A token and pages, as another public program signs them.
    const page = { access_token: 'token-123', page: '1', pageSize: '20' };
    const path = 'param2/1/com.alibaba.trade/alibaba.trade.getBuyerOrderList/5890829';
    expect(signPath('app-secret', path, page)).toBe('7B91F432F48774204045D86636AFD333B71E95FB');
  });

  const params = fc.dictionary(fc.stringMatching(/^[A-Za-z_]{1,9}$/), fc.string(), { minKeys: 1, maxKeys: 8 });
  it('does not depend on the order of its parameters, nor on a signature among them', () => {
    fc.assert(
      fc.property(params, fc.string(), (sent, secret) => {
        const turned = Object.fromEntries(Object.entries(sent).reverse());
        const right = signPath(secret, 'param2/1/a/b/1', sent);
        expect(signPath(secret, 'param2/1/a/b/1', { ...turned, _aop_signature: 'x' })).toBe(right);
        expect(right).toMatch(/^[0-9A-F]{40}$/);
      }),
    );
  });
  it('is over every value and over the path', () => {
    fc.assert(
      fc.property(params, fc.string({ minLength: 1 }), (sent, more) => {
        const [name = ''] = Object.keys(sent);
        const changed = { ...sent, [name]: sent[name] + more };
        expect(signPath('s', 'p', changed)).not.toBe(signPath('s', 'p', sent));
        expect(signPath('s', 'p/', sent)).not.toBe(signPath('s', 'p', sent));
        const text = `p${Object.keys(sent)
          .sort()
          .map((one) => one + sent[one])
          .join('')}`;
        expect(signPath('s', 'p', sent)).toBe(createHmac('sha1', 's').update(text).digest('hex').toUpperCase());
      }),
    );
  });
});

describe('what answers mean', () => {
  const answering = (json: unknown, status = 200) => create1688(APP, { fetch: scripted({ json, status }).fetch });
  const place = (one: SourcingConnector) =>
    one.place(TOKENS, { addressId: '1', reference: 'PO-1', lines: [{ offerId: '2', specId: 's', quantity: 1 }] });

  it('reads the published example of an order', async () => {
    const order = {
      result: {
        baseInfo: {
          createTime: '20170913231708000-0700',
          id: 58218860983545944,
          modifyTime: '20170913234725000-0700',
          payTime: '20170913231727000-0700',
          refund: 0,
          shippingFee: 6,
          status: 'waitbuyerreceive',
          totalAmount: 6.15,
          idOfStr: '58218860983545941',
        },
        nativeLogistics: {
          logisticsItems: [
            { deliveredTime: '20170913231917000-0700', logisticsCode: 'BX1', logisticsBillNo: '不需要物流' },
            { logisticsCode: 'BX2', logisticsBillNo: '3832890717253', logisticsCompanyName: '中通快递' },
          ],
        },
        productItems: [
          { itemAmount: 0.3, name: 'a', price: 0.3, productID: 547486647009, quantity: 1, specId: '28b9' },
        ],
      },
    };
    expect(await answering(order).order(TOKENS, '58218860983545941')).toEqual({
      orderNo: '58218860983545941',
      state: 'dispatched',
      rawState: 'waitbuyerreceive',
      changedAt: '2017-09-14T06:47:25.000Z',
      createdAt: '2017-09-14T06:17:08.000Z',
      paidAt: '2017-09-14T06:17:27.000Z',
      total: '6.15',
      freight: '6',
      refunded: '0',
      lines: [{ offerId: '547486647009', specId: '28b9', name: 'a', quantity: '1', price: '0.3', amount: '0.3' }],
      parcels: [
        { parcelId: 'BX1', carrier: '', trackingNumber: '', sentAt: '2017-09-14T06:19:17.000Z' },
        { parcelId: 'BX2', carrier: '中通快递', trackingNumber: '3832890717253' },
      ],
    });
  });

  it('takes an order for placed whose answer names it, as the published examples do with success false', async () => {
    const examples = [
      [{ totalSuccessAmount: 156800, orderId: '87407346014789305', success: false }, ['87407346014789305']],
      [{ result: { success: true, orderId: '11' }, success: true }, ['11']],
      [
        { result: { success: true, orderList: [{ orderId: '105581756010628640' }, { orderId: '2' }] }, success: true },
        ['105581756010628640', '2'],
      ],
    ] as const;
    for (const [json, orderNos] of examples) expect(await place(answering(json))).toEqual({ orderNos });
  });

  it('tells a refusal, a dead token, too many calls and a doubt apart', async () => {
    const kinds = [
      [{ success: false, code: '400', message: 'AddressId invalid:AddressId invalid' }, 200, 'rejected'],
      [
        { success: true, result: { success: false, failedOfferList: [{ offerId: '1', errorMessage: '库存不足' }] } },
        200,
        'rejected',
      ],
      [{ error_code: '401', error_message: 'Request need user authorized' }, 401, 'unauthorized'],
      [
        { error_code: 'gw.QosAppFrequencyLimit', error_message: 'App call exceeds limited frequency' },
        400,
        'throttled',
      ],
      [{ error_code: 'gw.SignatureInvalid', error_message: 'Invalid signature' }, 400, 'rejected'],
      [{ error_code: 'gw.ServiceTimeout' }, 500, 'uncertain'],
      [{ success: false, code: '500', message: 'system busy' }, 200, 'uncertain'],
      [{ success: true }, 200, 'uncertain'],
      ['<html>', 200, 'uncertain'],
      [{}, 502, 'uncertain'],
    ] as const;
    for (const [json, status, kind] of kinds)
      expect([json, await kindOfFailure(place(answering(json, status)))]).toEqual([json, kind]);
    expect((await failure(place(answering(kinds[1][0])))).message).toBe('库存不足');
  });

  it('reads both clocks of the platform', () => {
    expect(platformTime('20180614101942000+0800')).toBe('2018-06-14T02:19:42.000Z');
    expect(platformTime('2018-07-24 21:55:33')).toBe('2018-07-24T13:55:33.000Z');
    for (const odd of ['', '2018-07-24', 'yesterday', '20181399101942000+0800', undefined])
      expect(platformTime(odd)).toBeUndefined();
  });
});

describe('a conversation with the stand-in', () => {
  let sandbox: RunningSandbox;
  let platform: SourcingConnector;
  let tokens: Tokens;
  const MUG = '682710045501';
  const redirectUri = 'http://127.0.0.1:1/api/callback/1688';
  beforeAll(async () => {
    sandbox = await startSandbox();
    const { app, baseUrls } = SETUP_1688.sandbox;
    const urls = Object.fromEntries(Object.entries(baseUrls).map(([name, path]) => [name, sandbox.url + path]));
    platform = create1688(app, { baseUrls: urls, rateFactor: 1000 });
    const query = await agree(platform.consentUrl({ state: 'st', redirectUri }));
    const found = await platform.exchange({ query, redirectUri });
    expect({ account: found.account, name: found.name, state: query.state }).toEqual({
      account: 'b2b-2248544159',
      name: 'tradewind采购',
      state: 'st',
    });
    ({ tokens } = found);
    expect(await kindOfFailure(platform.exchange({ query, redirectUri }))).toBe('unauthorized');
  });
  afterAll(() => sandbox.close());

  const goods = async (quantity = 3) => {
    const [address] = await platform.addresses(tokens);
    const { specs } = await platform.offer(tokens, MUG);
    const lines = specs.map(({ specId }) => ({ offerId: MUG, specId, quantity }));
    return { addressId: address?.id ?? '', lines };
  };

  it('looks at an offer and previews an order', async () => {
    const offer = await platform.offer(tokens, MUG);
    expect(offer).toMatchObject({ seller: '义乌小山家居', unit: '个', minimum: 1, open: true });
    expect(offer.specs.map(({ name, price, stock }) => [name, price, stock])).toEqual([
      ['白色', '9.80', 5000],
      ['墨绿', '10.50', 1200],
    ]);
    const preview = await platform.preview(tokens, await goods());
    expect(preview).toMatchObject({ goods: '60.90', freight: '8.00', discount: '0.00', total: '68.90' });
    expect(preview.lines.map((line) => line.unitPrice)).toEqual(['9.80', '10.50']);
    const short = await failure(platform.preview(tokens, await goods(3000)));
    expect(short).toMatchObject({ kind: 'rejected', code: '500_004' });
    expect(await kindOfFailure(platform.offer(tokens, '1'))).toBe('rejected');
  });

  it('places, follows and pays an order, and finds it by our reference', async () => {
    const { orderNos } = await platform.place(tokens, { ...(await goods()), reference: 'PO-7' });
    const [orderNo = ''] = orderNos;
    expect(await platform.find(tokens, 'PO-7')).toEqual([orderNo]);
    expect(await platform.find(tokens, 'PO-8')).toEqual([]);
    expect(await platform.order(tokens, orderNo)).toMatchObject({ state: 'unpaid', reference: 'PO-7', total: '68.90' });
    expect(await platform.traces(tokens, orderNo)).toEqual([]);
    expect(await platform.payUrl(tokens, orderNos)).toContain(`/1688/cashier?orderId=${orderNo}`);
    await sandbox.control('1688/pay', { orderId: orderNo });
    await sandbox.control('1688/send', { orderId: orderNo, billNo: 'YT88', items: 1 });
    const order = await platform.order(tokens, orderNo);
    expect(order).toMatchObject({ state: 'paid', parcels: [{ trackingNumber: 'YT88', carrier: '圆通速递' }] });
    const [trace] = await platform.traces(tokens, orderNo);
    expect(trace).toMatchObject({ trackingNumber: 'YT88', parcelId: order.parcels[0]?.parcelId });
    expect(trace?.steps).toHaveLength(1);
    expect(await failure(platform.cancel(tokens, orderNo, ''))).toMatchObject({ code: 'ORDER_STATUS_ERROR' });
  });

  it('is in doubt about an order whose answer got lost, which is there once', async () => {
    const order = { ...(await goods()), reference: 'PO-9' };
    await sandbox.control('faults', { platform: '1688', failHalfway: 1, match: 'createCrossOrder' });
    expect(await kindOfFailure(platform.place(tokens, order))).toBe('uncertain');
    expect(await platform.find(tokens, 'PO-9')).toHaveLength(1);
  });

  it('renews a token that expired', async () => {
    await sandbox.control('faults', { platform: '1688', tokenTtlSeconds: 600 });
    const short = await platform.refresh(tokens);
    await sandbox.control('clock/advance', { seconds: 3600 });
    expect(await kindOfFailure(platform.addresses(short))).toBe('unauthorized');
    const again = await platform.refresh(short);
    expect(again).toMatchObject({ refreshToken: tokens.refreshToken, refreshExpiresAt: tokens.refreshExpiresAt });
    expect(await platform.addresses(again)).toHaveLength(2);
    expect(await kindOfFailure(platform.refresh({ accessToken: 'x', refreshToken: 'y' }))).toBe('unauthorized');
  });
});
