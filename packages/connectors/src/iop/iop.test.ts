import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorIn, kindOf, waitAfter } from './errors.ts';
import { pushIsSigned, signCall } from './signature.ts';
import { tokenShape, toTokens } from './tokens.ts';

/**
 * Strings put together as the developer guides of Lazada and AliExpress describe them (and as EcomPHP/lazada-php and
 * aidanahram/aliexpress-sdk do), hashed with HMAC-SHA256.
 */
const LAZADA = {
  params: {
    limit: '10',
    offset: '0',
    update_after: '2023-11-14T00:00:00+08:00',
    app_key: '123456',
    access_token: '50000abc',
    sign_method: 'sha256',
    timestamp: '1700000000000',
  },
  sign: 'D4F5EECEBAF4D215A5192ABEEEDB1F2C13206F87D8FD0EF04C02FB0886967D93',
};
const ALIEXPRESS = { app_key: '33505222', sign_method: 'sha256', timestamp: '1700000000000' };

describe('the sign of a call', () => {
  it('is over the path and the sorted parameters', () => {
    expect(signCall('lazada-secret', '/orders/get', LAZADA.params)).toBe(LAZADA.sign);
    expect(signCall('ae-secret', '/auth/token/create', { ...ALIEXPRESS, code: '3_500102_abc' })).toBe(
      '12069A9026961BC62ABCA19F8BFDFDEC0D4AA7A5ACD3A797F8E07398E94B2792',
    );
  });

  it('is over the parameters alone where they name the call', () => {
    const params = {
      ...ALIEXPRESS,
      method: 'aliexpress.trade.seller.orderlist.get',
      session: '50000abc',
      param_aeop_order_query: '{"current_page":1,"page_size":20}',
    };
    expect(signCall('ae-secret', '', params)).toBe('FADAACE57AA6733D5BBFA7A293F4D504D7AF4362E2F100E6FA3FA0A2C9350D4F');
    // The worked example of AliExpress's developer guide ("Signature algorithm").
    const example = {
      access_token: 'test',
      aliexpress_category_id: '200135143',
      app_key: '123456',
      method: 'aliexpress.logistics.redefining.getonlinelogisticsinfo',
      sign_method: 'sha256',
      timestamp: '1517820392000',
    };
    expect(signCall('helloworld', '', example)).toBe(
      'F7F7926B67316C9D1E8E15F7E66940ED3059B1638C497D77973F30046EFB5BBB',
    );
  });

  const names = fc.array(fc.stringMatching(/^[a-zA-Z_]{1,8}$/), { minLength: 1, maxLength: 6 });

  it('does not depend on the order they were given in, nor on the sign and on what is empty', () => {
    fc.assert(
      fc.property(fc.uniqueArray(names.map((list) => list.join(''))), fc.string(), (keys, value) => {
        const entries = keys
          .filter((key) => key !== 'sign')
          .map((key, index): [string, string] => [key, value + index]);
        const there = signCall('s', '/p', Object.fromEntries(entries));
        const back = Object.fromEntries([...entries.toReversed(), ['sign', 'X'], ['zzz_empty', '']]);
        expect(signCall('s', '/p', back)).toBe(there);
      }),
    );
  });

  it('sorts by bytes: capitals come first', () => {
    const text = '/pB1a2';
    const expected = createHmac('sha256', 's').update(text).digest('hex').toUpperCase();
    expect(signCall('s', '/p', { a: '2', B: '1' })).toBe(expected);
  });
});

describe('the signature of a push', () => {
  const app = { appKey: '123456', appSecret: 'lazada-secret' };
  const body = Buffer.from(
    '{"seller_id":"1001","message_type":0,"data":{"order_status":"pending","trade_order_id":"260422900198363","trade_order_line_id":"260422900298363","status_update_time":1700000000},"timestamp":1700000001,"site":"lazada_vn"}',
  );
  const right = 'd6ba36bffbb092016ec3ae1cc469b405d3c08dbb8125d8b1c1839d1e0d16db68';

  it('is taken when it is right to the last letter', () => {
    expect(pushIsSigned(app, body, right)).toBe(true);
    for (const wrong of [undefined, '', right.toUpperCase(), `${right}0`, right.replace('d', 'e'), 'ü'.repeat(64)])
      expect(pushIsSigned(app, body, wrong)).toBe(false);
    expect(pushIsSigned({ ...app, appKey: '123457' }, body, right)).toBe(false);
  });

  it('is refused for a body that differs in any byte', () => {
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const forged = Buffer.from(body);
        forged[at] = (forged[at] ?? 0) ^ change;
        expect(pushIsSigned(app, forged, right)).toBe(false);
      }),
    );
  });
});

describe('a refusal', () => {
  it('is found in either wording', () => {
    expect(errorIn({ code: '0', data: {} })).toBeUndefined();
    expect(errorIn({ result: { code: 5 } })).toBeUndefined();
    expect(errorIn({ type: 'ISV', code: 'IllegalAccessToken', message: 'm', request_id: 'r' })).toEqual({
      code: 'IllegalAccessToken',
      message: 'm',
      requestId: 'r',
    });
    const top = (code: number, sub_code = '') => errorIn({ error_response: { code, msg: 'm', sub_code } })?.code;
    expect([top(7), top(25), top(27), top(15, 'isp.down'), top(15, 'isv.bad')]).toEqual([
      'ApiCallLimit',
      'IncompleteSignature',
      'IllegalAccessToken',
      'isp.down',
      'isv.bad',
    ]);
  });

  it('is of the kind that its code says', () => {
    const cases = [
      ['ApiCallLimit', 'throttled'],
      ['SellerCallLimit', 'throttled'],
      ['901', 'throttled'],
      ['IllegalAccessToken', 'unauthorized'],
      ['AccessTokenExpired', 'unauthorized'],
      ['IllegalRefreshToken', 'unauthorized'],
      ['ServiceUnavailable', 'unavailable'],
      ['6', 'unavailable'],
      ['isp.remote-service-error', 'unavailable'],
      ['isv.invalid-parameter', 'rejected'],
      ['InsufficientPermission', 'rejected'],
      ['IncompleteSignature', 'rejected'],
      ['501', 'rejected'],
    ] as const;
    for (const [code, kind] of cases) expect([code, kindOf(code, 'repeatable')]).toEqual([code, kind]);
    expect(kindOf('SYSTEM_ERROR', 'once')).toBe('uncertain');
  });

  it('names in its words how long a ban lasts', () => {
    expect(waitAfter('This ban will last 7 more seconds')).toBe(7000);
    expect(waitAfter('banned for 1 second')).toBe(1000);
    expect(waitAfter('too many')).toBe(1000);
  });
});

describe('tokens', () => {
  const now = 1_700_000_000_000;
  const read = (answered: object) =>
    toTokens(tokenShape.parse({ access_token: 'a', refresh_token: 'r', ...answered }), now);

  it('end when the platform says, in milliseconds or after so many seconds, as number or text', () => {
    expect(read({ expires_in: '2592000', refresh_expires_in: 5_184_000 })).toEqual({
      accessToken: 'a',
      accessExpiresAt: '2023-12-14T22:13:20.000Z',
      refreshToken: 'r',
      refreshExpiresAt: '2024-01-13T22:13:20.000Z',
    });
    expect(read({ expires_in: 1, expire_time: 1_702_592_000_000, refresh_token_valid_time: '1705184000000' })).toEqual({
      accessToken: 'a',
      accessExpiresAt: '2023-12-14T22:13:20.000Z',
      refreshToken: 'r',
      refreshExpiresAt: '2024-01-13T22:13:20.000Z',
    });
  });

  it('cannot be renewed once the length of that is 0', () => {
    expect(read({ expires_in: 60, refresh_expires_in: 0 })).toEqual({
      accessToken: 'a',
      accessExpiresAt: '2023-11-14T22:14:20.000Z',
    });
  });
});
