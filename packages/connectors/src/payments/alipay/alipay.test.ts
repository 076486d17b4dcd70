import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAlipay } from './index.ts';
import { isSignedBy, nodeText, notificationText, privateKey, publicKey, requestText, sign } from './sign.ts';

const PUBLIC = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA13kDBVlDqfV08mmcAd/7
ye8zYDNAeLRpv9fZ+HxBt8MSl2pI85r6iOBoMiI9U44ibsyxVojRj9kT5uciJ0Eq
kRVXgs8mETP/mPGCZrHPE4ctcca16/q44iyp2/6t2z/oslSOi1uCcSix9wr5y4dt
YCWypemsRf3iI3ofwbU/mgWP31e09V5+qLZtCoQ1gZH26b1yhuvRvQ6onR3uuRlV
sn+GSH9piMB1GH3o7vG+9tun8pIBjUKxqLO0rIxMM69no7K6RuPrUsvvrDYWsPZj
KVnlll96ARYp60UBL2BBqkM9tycZ7Tpo2r4Rmj3ZcnGrzpuESHvjN1oLVPvtTs++
vwIDAQAB
-----END PUBLIC KEY-----`;
const PAY_TEXT =
  'app_id=2021000000000001&biz_content={"out_trade_no":"TU202601010001","product_code":"FAST_INSTANT_TRADE_PAY","subject":"Wallet top-up","total_amount":"100.00"}&charset=utf-8&format=JSON&method=alipay.trade.page.pay&notify_url=https://erp.example.test/pay/alipay/notify&return_url=https://erp.example.test/pay/alipay/return&sign_type=RSA2&timestamp=2026-01-01 08:00:00&version=1.0';
const PAY_SIGN =
  'sRzmgpCeP61wCZzY5H0gW4AZ2g0EQeNfjwrCy/l+qO6U2DuHFT3CKgLaw2MEqi8OlwqEGpEzdst/K8/iSmmiFZEaQVfA+kAtn/DqZrafdLcQAG4Xeq6WI5hO2HK0z2Rwec2zZiB8DmJ88c+QoS3idn8qFAefpphFjmqWaO9UKe9wl5sOmO1l/CEPsW3q+AMjWv3F0JN6ZVsQP7vtzYlpi6T1bjRQCIIR/vtdIucby9ri5ebqRt1PWkh98T8/QP1urlStOqEukvFMyQtT6qPnlUaoyogIuyz7Tk1FBV8bYTznx6yTymq75vzJDq2MkzayPP/VQMCNncWgcWEZFSeRyg==';
const NOTIFY_TEXT =
  'app_id=2021000000000001&buyer_id=2088000000000001&buyer_pay_amount=100.00&charset=utf-8&gmt_create=2026-01-01 08:00:05&gmt_payment=2026-01-01 08:00:20&notify_id=2026010100222080000000000000000001&notify_time=2026-01-01 08:00:21&notify_type=trade_status_sync&out_trade_no=TU202601010001&seller_id=2088000000000002&subject=Wallet top-up&total_amount=100.00&trade_no=2026010122001400000000000001&trade_status=TRADE_SUCCESS&version=1.0';
const NOTIFY_SIGN =
  'SBwWIvj4BJiMdfIndYS7DaEeeXBlw+xyjSMjATh/ykBgYIYboB2cAa9t+RCe4TBrBneh9FxD/OyDTekqOZH4uizVzR5ooJ2zkkGjfTL+8r7dmvg1WbsXEGlDhtu4aFG3o39DwsfIIAhgZNIrVvvRO2CIuCgpuMp0+VuKeF0HbYz41NPVyureOADGelzmMEr5okv03DhwgmKMx/Nd+eeJrbyJQB2s2xkpTZLDXK+GpxEGC5LR6arijNZTrU2w9XF+tlkeZOKxZtErOmbxS3i4uK6FyNqrbt1TDBY6Dp/q2lifQtts1kSzIe8I6d9/GE+bbmYZFUuUTxJxFJTUkqEFNQ==';

const parts = (text: string) => Object.fromEntries(text.split('&').map((part) => part.split(/=(.*)/s).slice(0, 2)));

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
const [own, theirs] = [pair(), pair()];
const alipay = createAlipay({
  app: {
    appId: '2021000000000001',
    privateKey: own.privateKey,
    alipayPublicKey: PUBLIC,
    sellerId: '2088000000000002',
  },
});
const NOTIFICATION = { ...parts(NOTIFY_TEXT), sign_type: 'RSA2', sign: NOTIFY_SIGN };

describe('published vectors', () => {
  it('of a page payment: the text that is signed, and its signature', () => {
    expect(requestText({ ...parts(PAY_TEXT), sign: 'x', app_auth_token: '' })).toBe(PAY_TEXT);
    expect(isSignedBy(PAY_TEXT, PAY_SIGN, publicKey(PUBLIC))).toBe(true);
    expect(isSignedBy(`${PAY_TEXT} `, PAY_SIGN, publicKey(PUBLIC))).toBe(false);
  });

  it('of a notification: without sign and sign_type', () => {
    expect(notificationText(NOTIFICATION)).toBe(NOTIFY_TEXT);
    expect(alipay.notification(NOTIFICATION)).toEqual({
      outTradeNo: 'TU202601010001',
      tradeNo: '2026010122001400000000000001',
      status: 'TRADE_SUCCESS',
      totalAmount: '100.00',
    });
  });

  it('takes a public key without its armour', () => {
    const bare = PUBLIC.split('\n').slice(1, -1).join('');
    expect(isSignedBy(NOTIFY_TEXT, NOTIFY_SIGN, publicKey(bare))).toBe(true);
  });
});

describe('a payment page', () => {
  it('gets no parameter without a value: what is sent is what is signed', () => {
    const payment = { outTradeNo: 'TU1', amount: '1.00', subject: 'Top-up', expiresAt: new Date(0) };
    const address = alipay.payPage({ ...payment, notifyUrl: 'https://erp.example.test/notify', returnUrl: '' });
    const sent = Object.fromEntries(new URL(address).searchParams);
    expect(sent).not.toHaveProperty('return_url');
    const { sign: signature = '', ...signed } = sent;
    const text = Object.keys(signed)
      .sort()
      .map((name) => `${name}=${signed[name]}`)
      .join('&');
    expect(isSignedBy(text, signature, publicKey(own.publicKey))).toBe(true);
  });
});

describe('a notification', () => {
  it.each([
    ['another amount', { total_amount: '1.00' }],
    ['another trade', { out_trade_no: 'TU202601010002' }],
    ['another state', { trade_status: 'TRADE_FINISHED' }],
    ['one parameter more', { extra: '1' }],
    ['no signature', { sign: '' }],
    ['a signature whose + became a space', { sign: NOTIFY_SIGN.replaceAll('+', ' ') }],
  ])('is not believed with %s', (_what, change) => {
    expect(alipay.notification({ ...NOTIFICATION, ...change })).toBeUndefined();
  });

  it.each([
    ['signed with', NOTIFY_TEXT.replace('&buyer_id', '&body=&buyer_id')],
    ['signed without', NOTIFY_TEXT],
  ])('is believed with a parameter that has no value, %s it', (_how, text) => {
    const app = { appId: '2021000000000001', privateKey: own.privateKey, sellerId: '2088000000000002' };
    const { notification, returned } = createAlipay({ app: { ...app, alipayPublicKey: theirs.publicKey } });
    const signature = sign(text, privateKey(theirs.privateKey));
    const form = { ...parts(NOTIFY_TEXT), body: '', sign_type: 'RSA2', sign: signature };
    expect(notification(form)?.tradeNo).toBe('2026010122001400000000000001');
    expect(returned(form)?.outTradeNo).toBe('TU202601010001');
    expect(notification({ ...form, total_amount: '' })).toBeUndefined();
    expect(notification({ ...form, body: 'more' })).toBeUndefined();
  });

  it.each([
    ['another app', { appId: '2021000000000009' }],
    ['another seller', { sellerId: '2088000000000009' }],
  ])('is not believed when it is meant for %s', (_what, change) => {
    const app = {
      appId: '2021000000000001',
      privateKey: own.privateKey,
      alipayPublicKey: PUBLIC,
      sellerId: '2088000000000002',
    };
    expect(createAlipay({ app: { ...app, ...change } }).notification(NOTIFICATION)).toBeUndefined();
  });
});

describe('an answer', () => {
  const node =
    '{"code":"10000","msg":"Success","out_trade_no":"a}\\"{","trade_no":"1","trade_status":"TRADE_SUCCESS","total_amount":"5.00"}';
  const client = (body: string) =>
    createAlipay({
      app: { appId: '1', privateKey: own.privateKey, alipayPublicKey: theirs.publicKey, sellerId: '2' },
      http: { fetch: async () => new Response(body) },
    });

  it('is verified over its own text, braces in texts and all', async () => {
    const { createPrivateKey } = await import('node:crypto');
    const signature = sign(node, createPrivateKey(theirs.privateKey));
    const body = `{"alipay_trade_query_response":${node},"sign":"${signature}"}`;
    expect(nodeText(body, 'alipay_trade_query_response')).toBe(node);
    expect(await client(body).query('x')).toMatchObject({ status: 'TRADE_SUCCESS', totalAmount: '5.00' });
    await expect(client(body.replace('5.00', '9.00')).query('x')).rejects.toThrow('not signed');
    await expect(client(`{"alipay_trade_query_response":${node}}`).query('x')).rejects.toThrow('not signed');
  });

  it('tells an unknown trade from a refusal', async () => {
    const say = (sub: string) =>
      client(`{"alipay_trade_query_response":{"code":"40004","msg":"no","sub_code":"${sub}"},"sign":""}`);
    expect(await say('ACQ.TRADE_NOT_EXIST').query('x')).toBeUndefined();
    await expect(say('ACQ.INVALID_PARAMETER').query('x')).rejects.toMatchObject({ kind: 'rejected' });
    await expect(say('ACQ.SYSTEM_ERROR').query('x')).rejects.toMatchObject({ kind: 'unavailable' });
    const limited = client(
      '{"error_response":{"code":"40005","msg":"Call Limited","sub_code":"isv.app-call-limited"}}',
    );
    await expect(limited.query('x')).rejects.toMatchObject({ kind: 'throttled' });
  });
});
