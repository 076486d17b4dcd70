import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSignedBy } from '../payments/alipay/sign.ts';
import { failure } from '../testing.ts';
import { airwallex } from './airwallex/definition.ts';
import { signatureOf as airwallexSignature, isSigned as isAirwallex } from './airwallex/signing.ts';
import * as lianlian from './lianlian/signing.ts';
import { payoneer } from './payoneer/definition.ts';
import * as payoneerSigning from './payoneer/signing.ts';
import * as pingpong from './pingpong/signing.ts';
import { signer, verifier } from './rsa.ts';
import * as worldfirst from './worldfirst/signing.ts';

/** The texts and signatures of the published notes: made elsewhere. */
const PUBLIC = createPublicKey(`-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA13kDBVlDqfV08mmcAd/7
ye8zYDNAeLRpv9fZ+HxBt8MSl2pI85r6iOBoMiI9U44ibsyxVojRj9kT5uciJ0Eq
kRVXgs8mETP/mPGCZrHPE4ctcca16/q44iyp2/6t2z/oslSOi1uCcSix9wr5y4dt
YCWypemsRf3iI3ofwbU/mgWP31e09V5+qLZtCoQ1gZH26b1yhuvRvQ6onR3uuRlV
sn+GSH9piMB1GH3o7vG+9tun8pIBjUKxqLO0rIxMM69no7K6RuPrUsvvrDYWsPZj
KVnlll96ARYp60UBL2BBqkM9tycZ7Tpo2r4Rmj3ZcnGrzpuESHvjN1oLVPvtTs++
vwIDAQAB
-----END PUBLIC KEY-----`);
const LIANLIAN =
  'bK3FrpyfpktXIsSMRsY4L4ZxEdljeoz5dDgFHByJVO1Q6mYOyPsAr2qx26xzDCXIsFB73L60hxS+5wIQxqmW9gP4OJrUKREAUEwl7soXXVex4powbjXwGsDkO1vlV55KMVEW9C2HZaz8p8cU8EnE63uEVuxzEMggtqTLZ6U7m63MiDF2B599nhp7PUmDniiEh/Yr8ISdQ7bQqGg4nJW3cMjLJ6wo5evyJppUHq9gT3Nv3zfpbd9cs6KkQAJHfMVZEqzqirpABGn2gh/cfX6n/dWRTGSUWZEXhIK38DR2kB6DsuQBVa3G3As+6U4l45W+Yx06OT5yxohYa6aYOpD/gw==';
const WORLDFIRST =
  'CMtMLbASUEx1d%2Bfr8HO0MTz5uZaa%2Fqa1okUUX2uBORKiSoD5zhBvlV%2Fv4dVnDVc6BpDs4LT16MK74xAyNhofgSpOLdN9vf6CTNJe7SKYYlGXVtXp8GIeH98CRyh9sIyZQDQIa5g5RgzwhqWN1efLjPcWgPm2fWZaqovyb1kzdE9g7VpsAqrfcWAxa44jiaPITHPfn4TU0cV5agMUQJg7aM3U5wzXCAOe2JM%2FxgyTuZ22bAzyKvJZhk61N9OgqDBJ8cA6v0Nlvck1b4yYMrtl1uiKvR5IrEIP7Qu6%2FVeOSiX6uSjBd6235DRJyWBYnhox4dO9fWIN11RnbWCmxkE4Qw%3D%3D';

describe('signatures as each provider makes them', () => {
  it('PingPong: names and values by name, the secret behind them', () => {
    const text = pingpong.signedText(
      { open_id: 'OPENIDDEMO0001' },
      { appId: '80000000000001', timestamp: '1767225600000' },
    );
    expect(text).toBe('appId80000000000001open_idOPENIDDEMO0001timestamp1767225600000');
    expect(pingpong.signatureOf(text, 'pp-secret-demo')).toBe(
      '7d9b1fef8e09cf99880dd05e0ad78d6b00e255d0829c6ba74a5108e29e1cfda3',
    );
  });

  it('LianLian: an empty body leaves its ampersand', () => {
    const text = lianlian.signedText({ method: 'POST', path: '/account/balance/query', epoch: '1767225600', body: '' });
    expect(text).toBe('POST&/account/balance/query&1767225600&');
    const read = lianlian.readHeader(lianlian.headerOf('1767225600', LIANLIAN));
    expect(read?.epoch).toBe('1767225600');
    expect(isSignedBy(text, read?.signature ?? '', PUBLIC)).toBe(true);
    expect(isSignedBy(`${text} `, LIANLIAN, PUBLIC)).toBe(false);
    expect(lianlian.signedText({ method: 'GET', path: '/x', epoch: '1', body: '', query: 'a=b%20c' })).toBe(
      'GET&/x&1&&a=b%20c',
    );
  });

  it('WorldFirst: one line break after the path, encoded in the header alone', () => {
    const time = worldfirst.timeOf(Date.parse('2026-01-01T00:00:00Z'));
    const text = worldfirst.signedText({
      ...{ method: 'POST', path: '/amsin/api/v1/business/account/inquiryBalance', clientId: 'DEMO_CLIENT', time },
      body: '{"currencyList":["USD"]}',
    });
    expect(text).toBe(
      'POST /amsin/api/v1/business/account/inquiryBalance\nDEMO_CLIENT.2026-01-01T08:00:00+08:00.{"currencyList":["USD"]}',
    );
    const signature = worldfirst.readHeader(`algorithm=RSA256,keyVersion=1,signature=${WORLDFIRST}`);
    expect(isSignedBy(text, signature, PUBLIC)).toBe(true);
    expect(worldfirst.headerOf(signature)).toBe(`algorithm=RSA256,keyVersion=1,signature=${WORLDFIRST}`);
    expect(worldfirst.readHeader('signature=%E0%A4%A')).toBe('');
  });

  it('RSA with keys of our own, with armour or bare; no key is named without repeating it', async () => {
    const pair = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const bare = pair.privateKey.split('\n').slice(1, -2).join('');
    const isRight = verifier('x', pair.publicKey);
    for (const key of [pair.privateKey, bare]) expect(isRight('text', signer('x', key)('text'))).toBe(true);
    const error = await failure(Promise.resolve().then(() => signer('x', 'not-a-key-at-all')));
    expect(error).toMatchObject({ kind: 'rejected', code: 'BAD_KEY' });
    expect(`${error.message} ${error.cause}`).not.toContain('not-a-key');
  });

  it('Payoneer: pushes by the address in small letters and the digest of the body', () => {
    const body = Buffer.from('{"a":1}');
    const url = 'https://erp.example.test/pay/payoneer';
    const text = payoneerSigning.signedText({ app: 'demoapp', url, timestamp: '1767225600', nonce: 'n1', body });
    expect(text).toBe('demoappPOSThttps%3a%2f%2ferp.example.test%2fpay%2fpayoneer1767225600n1u2y1xo30ZSlByvZSo2by2A==');
    const signature = payoneerSigning.signatureOf('po-secret-demo', text);
    expect(signature).toBe('hUWEQoYL9nXixeEbSwTwwy3P5uhOCnbWL00rVQVybqM=');
    const connector = payoneer.create({ app: { ...payoneer.sandbox.app, pushSecret: 'po-secret-demo' }, http: {} });
    const read = (more: object) =>
      connector.readPush?.({
        ...{ url, body, headers: { authorization: `hmacauth demoapp:${signature}:n1:1767225600` } },
        ...more,
      });
    expect(read({})).toEqual({ id: '', type: '' });
    for (const wrong of [{ url: `${url}/` }, { body: Buffer.from('{"a":2}') }, { headers: {} }])
      expect(() => read(wrong)).toThrow('not signed by Payoneer');
  });

  it('Airwallex: pushes by the time in the header and the body', () => {
    const body = Buffer.from('{"id":"evt_demo","name":"deposit.settled"}');
    const signature = airwallexSignature('awx-whsec-demo', '1767225600000', body);
    expect(signature).toBe('48ff3b77b0c80ac7372e64544e85b7ce5a97e13460553dc9bbb8ec1d2dd591c9');
    expect(isAirwallex('', signature, '1767225600000', body)).toBe(false);
    const connector = airwallex.create({ app: { ...airwallex.sandbox.app, pushSecret: 'awx-whsec-demo' }, http: {} });
    const headers = { 'x-signature': signature, 'x-timestamp': '1767225600000' };
    expect(connector.readPush?.({ url: '', headers, body })).toEqual({ id: 'evt_demo', type: 'deposit.settled' });
    const late = { ...headers, 'x-timestamp': '1767225600001' };
    expect(() => connector.readPush?.({ url: '', headers: late, body })).toThrow('not signed by Airwallex');
  });
});
