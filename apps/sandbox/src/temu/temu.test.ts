import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { type Answer, call, dig, digList, digText, startForTest } from '../testing.ts';
import { asSent, encrypt, pushSignature, signatureOf, TEMU_APPS } from './signing.ts';

const { appKey, appSecret } = TEMU_APPS.us ?? { appKey: '', appSecret: '' };
const TOKEN = 'demo-temu-us-token-7f3k2m9x';
let box: Sandbox;

const control = (path: string, body: unknown) => call(`${box.url}/control/${path}`, { body });
const code = (answer: Answer) => dig(answer.body, 'errorCode');
const words = (answer: Answer) => digText(answer.body, 'errorMsg');

/** Signs by the stand-in's own hand; what is wrong on purpose comes in `change` and `after`. `params` is JSON's inside. */
async function api(
  type: string,
  params = '',
  change: { common?: Record<string, string>; secret?: string; region?: string; after?: string } = {},
): Promise<Answer> {
  const common = {
    type,
    app_key: appKey,
    access_token: TOKEN,
    timestamp: String(Math.floor(Date.now() / 1000)),
    data_type: 'JSON',
    version: 'V1',
    ...change.common,
  };
  const inside = `${JSON.stringify(common).slice(0, -1)}${params ? `,${params}` : ''}`;
  const sign = signatureOf(change.secret ?? appSecret, asSent(`${inside}}`) as Record<string, unknown>);
  return call(`${box.url}/temu/${change.region ?? 'us'}/openapi/router`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `${inside},"sign":"${sign}"${change.after ?? ''}}`,
  });
}

async function anOrder(fits: (head: unknown) => boolean = () => true) {
  const list = await api('bg.order.list.v2.get', '"pageNumber":1,"pageSize":100,"parentOrderStatus":2');
  const order = digList(list.body, 'result', 'pageItems').find(
    (one) => digList(one, 'parentOrderMap', 'fulfillmentWarning').length === 0 && fits(one),
  );
  return { id: digText(order, 'parentOrderMap', 'parentOrderSn'), lines: digList(order, 'orderList') };
}

beforeAll(async () => {
  box = await startForTest();
});
afterAll(() => box.close());
beforeEach(() => control('reset', { seed: 7 }));

it('signs and encrypts as the Partner Platform says', () => {
  const nested =
    '{"version":"V1","type":"bg.logistics.shipment.v2.confirm","timestamp":"1700000000","sendType":0,"sendRequestList":' +
    '[{"carrierId":960246690,"trackingNumber":"1Z999AA10123456784","orderSendInfoList":[{"parentOrderSn":"PO-211-1",' +
    '"orderSn":"211-1","goodsId":601,"skuId":175,"quantity":1}]}],"data_type":"JSON","app_key":"kapp","access_token":"tok"}';
  expect(signatureOf('temu-secret', asSent(nested) as Record<string, unknown>)).toBe(
    '2510ADC698D196B6D8A8DC7129F53FB9',
  );
  const said =
    '{"mallId":634418210000001,"parentOrderSn":"PO-211-1","orderSn":"211-1","orderStatus":2,"updateTime":1700000000000}';
  const headers = {
    'x-tm-app-key': 'kapp',
    'x-tm-event-code': 'bg_order_status_change_event',
    'x-tm-mall-id': '634418210000001',
    'x-tm-timestamp': '1700000000',
  };
  expect(pushSignature('temu-app-secret-0123456789abcdef', { ...headers, eventData: said })).toBe(
    '160906afe90984d2f1c848efc93870fab360693311098f61c67d7c2893d4950c',
  );
  expect(encrypt(said, 'temu-app-secret-0123456789abcdef')).toMatch(/^p72YWpRhTSUnzdkSOnA\+TjqYGbc63Bt/);
});

describe('a call', () => {
  const info = 'bg.open.accesstoken.info.get';

  it('is let in when it is signed rightly and now, with a token of the region', async () => {
    expect(code(await api(info))).toBe(1_000_000);
    expect(code(await api(info, '', { secret: 'other' }))).toBe(3_000_001);
    expect(code(await api(info, '', { after: ',"more":1' }))).toBe(3_000_001);
    expect(code(await api(info, '', { common: { access_token: 'x' } }))).toBe(3_000_030);
    expect(code(await api(info, '', { common: { app_key: 'x' } }))).toBe(3_000_002);
    expect(code(await api(info, '', { common: { timestamp: '17' } }))).toBe(3_000_010);
    const late = String(Math.floor(Date.now() / 1000) - 301);
    expect(code(await api(info, '', { common: { timestamp: late } }))).toBe(3_000_011);
    expect(code(await api('bg.no.such.type'))).toBe(3_000_003);
    const eu = TEMU_APPS.eu ?? { appKey: '', appSecret: '' };
    const abroad = await api(info, '', { region: 'eu', secret: eu.appSecret, common: { app_key: eu.appKey } });
    expect(code(abroad)).toBe(3_000_030);
  });

  it('is refused when its parameters are misspelt or out of bounds', async () => {
    const list = (params: string) => api('bg.order.list.v2.get', params).then(words);
    expect(await list('"page":2')).toBe('Invalid params: page is unknown');
    expect(await list('"pageSize":101')).toContain('between 1 and 100');
    expect(await list('"updateAtStart":1700000000')).toContain('updateAtEnd');
    expect(await list('"fulfillmentTypeList":["byMagic"]')).toContain('fulfillmentTypeList');
  });

  it('is one too many when an app makes more than twenty a second', async () => {
    await control('settings', { rateFactor: 1 });
    await control('clock/stop', {});
    const answers = await Promise.all(Array.from({ length: 40 }, () => api(info)));
    expect(answers.filter((one) => code(one) === 4_000_004 && one.status === 200)).toHaveLength(20);
    await control('settings', { rateFactor: 1000 });
  });
});

describe('shipping', () => {
  const confirm = async (
    order: { id: string; lines: unknown[] },
    more: { type?: number; tracking?: string; warehouse?: string } = {},
  ) => {
    const rows = order.lines.map(
      (one) =>
        `{"parentOrderSn":"${order.id}","orderSn":"${digText(one, 'orderSn')}","goodsId":1,"skuId":SKU,"quantity":${dig(one, 'quantity')}}`,
    );
    // The number goes beyond what JavaScript counts: it is taken from the text.
    const raw = await rawDetail(order.id);
    const skus = [...raw.matchAll(/"skuId":(\d+)/g)].map((found) => found[1] ?? '');
    const list = rows.map((row, index) => row.replace('SKU', skus[index] ?? '')).join(',');
    const warehouse = more.warehouse ?? '"selfShippingWarehouseId":"WH-04412-00001",';
    return api(
      'bg.logistics.shipment.v2.confirm',
      `"sendType":${more.type ?? 0},"sendRequestList":[{"carrierId":591112233,${warehouse}"trackingNumber":"${more.tracking ?? '9400100000'}","orderSendInfoList":[${list}]}]`,
    );
  };
  async function rawDetail(id: string): Promise<string> {
    const common = { type: 'bg.order.detail.v2.get', app_key: appKey, access_token: TOKEN, parentOrderSn: id };
    const params = { ...common, timestamp: String(Math.floor(Date.now() / 1000)), data_type: 'JSON' };
    const answer = await fetch(`${box.url}/temu/us/openapi/router`, {
      method: 'POST',
      body: JSON.stringify({ ...params, sign: signatureOf(appSecret, params) }),
    });
    return answer.text();
  }

  it('keeps Temu’s rules', async () => {
    const order = await anOrder((one) => digList(one, 'orderList').length > 1);
    expect(code(await confirm(order, { warehouse: '' }))).toBe(120_015_527);
    expect(code(await confirm(order, { warehouse: '"selfShippingWarehouseId":"X",' }))).toBe(120_011_085);
    expect(code(await confirm(order, { tracking: 'x' }))).toBe(120_014_008);
    expect(code(await confirm({ ...order, lines: order.lines.slice(0, 1) }))).toBe(120_012_003);
    expect(code(await confirm(order))).toBe(1_000_000);
    expect(code(await confirm(order))).toBe(120_012_004);
  });

  it('waits while the buyer may still call it off, or wants to', async () => {
    const order = await anOrder();
    await control('orders/cancel', { shop: 'temu', orderId: order.id });
    expect(code(await confirm(order))).toBe(120_012_030);
    const { body } = await control('orders', { shop: 'temu', count: 1, status: 'pending' });
    const pending = digText(body, 'orderIds', 0);
    const detail = await api('bg.order.detail.v2.get', `"parentOrderSn":"${pending}"`);
    expect(dig(detail.body, 'result', 'parentOrderMap', 'parentOrderStatus')).toBe(1);
    expect(code(await confirm({ id: pending, lines: digList(detail.body, 'result', 'orderList') }))).toBe(120_012_007);
  });

  it('opens a label for nobody who does not sign', async () => {
    const answer = await fetch(`${box.url}/temu/us/labels/PK-1-1.pdf`, { headers: { 'toa-app-key': appKey } });
    expect(answer.status).toBe(403);
  });
});
