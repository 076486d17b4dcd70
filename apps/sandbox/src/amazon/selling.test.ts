import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { AMAZON_CREDENTIALS, type Answer, call, dig, digList, digText, startForTest } from '../testing.ts';

const SELLER = 'A2TRADEWIND01';
const US = 'ATVPDKIKX0DER';
let box: Sandbox;
let token = '';
const api = (path: string, init: Parameters<typeof call>[1] = {}): Promise<Answer> =>
  call(`${box.url}/amazon/spapi${path}`, { ...init, headers: { 'x-amz-access-token': token, ...init.headers } });
const control = (path: string, body: unknown) => call(`${box.url}/control/${path}`, { body });
const codeOf = (answer: Answer) => [answer.status, digText(answer.body, 'errors', 0, 'code')];

beforeAll(async () => {
  box = await startForTest();
});
afterAll(() => box.close());
beforeEach(async () => {
  await control('reset', { seed: 7 });
  const made = await control('amazon/authorize', {});
  const form = {
    grant_type: 'refresh_token',
    refresh_token: digText(made.body, 'refreshToken'),
    ...AMAZON_CREDENTIALS,
  };
  token = digText((await call(`${box.url}/amazon/lwa/auth/o2/token`, { form })).body, 'access_token');
});

describe('listings', () => {
  const path = `/listings/2021-08-01/items/${SELLER}`;
  const stock = (value: object) => ({
    productType: 'HOME',
    patches: [{ op: 'merge', path: '/attributes/fulfillment_availability', value: [value] }],
  });

  it('are of the seller who agreed, in a marketplace of theirs, twenty a page and a thousand in all', async () => {
    expect(codeOf(await api(`/listings/2021-08-01/items/A9OTHER?marketplaceIds=${US}`))).toEqual([403, 'Unauthorized']);
    expect(codeOf(await api(path))).toEqual([400, 'InvalidInput']);
    expect(codeOf(await api(`${path}?marketplaceIds=A1PA6795UKMFR9`))).toEqual([400, 'InvalidInput']);
    expect(codeOf(await api(`${path}?marketplaceIds=${US}&pageSize=21`))).toEqual([400, 'InvalidInput']);
    const page = await api(`${path}?marketplaceIds=${US}&pageSize=20&sortBy=createdDate&sortOrder=ASC`);
    expect(digList(page.body, 'items')).toHaveLength(20);
    const next = digText(page.body, 'pagination', 'nextToken');
    const second = await api(
      `${path}?marketplaceIds=${US}&pageSize=20&sortBy=createdDate&sortOrder=ASC&pageToken=${next}`,
    );
    expect(digText(second.body, 'items', 0, 'sku')).not.toBe(digText(page.body, 'items', 0, 'sku'));
    const beyond = Buffer.from('1000').toString('base64url');
    expect(digList((await api(`${path}?marketplaceIds=${US}&pageToken=${beyond}`)).body, 'items')).toEqual([]);
  });

  it('take patches whole or not at all, in the words of issues', async () => {
    const page = await api(`${path}?marketplaceIds=${US}`);
    const sku = digText(page.body, 'items', 0, 'sku');
    const patch = (body: unknown, of = sku) => api(`${path}/${of}?marketplaceIds=${US}`, { method: 'PATCH', body });
    const good = await patch(stock({ fulfillment_channel_code: 'DEFAULT', quantity: 5 }));
    expect(digText(good.body, 'status')).toBe('ACCEPTED');
    const observed = await api(`${path}/${sku}?marketplaceIds=${US}&includedData=fulfillmentAvailability`);
    expect(dig(observed.body, 'fulfillmentAvailability', 0, 'quantity')).toBe(5);
    for (const wrong of [{ quantity: 4 }, { fulfillment_channel_code: 'DEFAULT', quantity: -1 }]) {
      const bad = await patch(stock(wrong));
      expect(digText(bad.body, 'status')).toBe('INVALID');
      expect(digList(bad.body, 'issues').length).toBeGreaterThan(0);
    }
    const half = { ...stock({ fulfillment_channel_code: 'DEFAULT', quantity: 9 }), productType: 'SHOES' };
    expect(digText((await patch(half)).body, 'status')).toBe('INVALID');
    expect(codeOf(await patch({ patches: [] }))).toEqual([400, 'BAD_REQUEST']);
    expect(codeOf(await patch(half, 'NO-SUCH'))).toEqual([404, 'NotFound']);
    const still = await api(`${path}/${sku}?marketplaceIds=${US}&includedData=fulfillmentAvailability`);
    expect(dig(still.body, 'fulfillmentAvailability', 0, 'quantity')).toBe(5);
  });
});

describe('reports', () => {
  const reports = '/reports/2021-06-30/reports';
  const ask = (more: object = {}) =>
    api(reports, {
      body: { reportType: 'GET_FLAT_FILE_RETURNS_DATA_BY_RETURN_DATE', marketplaceIds: [US], ...more },
    });

  it('refuse unknown types, no marketplace and more than sixty days', async () => {
    expect(codeOf(await ask({ reportType: 'GET_EVERYTHING' }))).toEqual([400, 'InvalidInput']);
    expect(codeOf(await ask({ marketplaceIds: [] }))).toEqual([400, 'InvalidInput']);
    const long = { dataStartTime: '2026-01-01T00:00:00Z', dataEndTime: '2026-11-01T00:00:00Z' };
    expect(codeOf(await ask(long))).toEqual([400, 'InvalidInput']);
  });

  it('are written while one waits, and cancelled where there is nothing to write', async () => {
    const step = 60_000;
    await control('settings', { feedStepMs: step });
    const later = () => control('clock/advance', { seconds: (2 * step) / 1000 });
    const shop = box.world.amazon;
    const order = [...shop.byId.values()].find((one) => one.status === 'unshipped');
    const look = async (answer: Answer) => (await api(`${reports}/${digText(answer.body, 'reportId')}`)).body;
    const empty = await ask();
    expect([empty.status, digText(await look(empty), 'processingStatus')]).toEqual([202, 'IN_QUEUE']);
    await later();
    expect(digText(await look(empty), 'processingStatus')).toBe('CANCELLED');
    const body = {
      marketplaceId: US,
      packageDetail: {
        packageReferenceId: '1',
        carrierCode: 'UPS',
        trackingNumber: '1Z999AA10123456784',
        shipDate: '2026-11-21T01:00:00.000Z',
        orderItems: order?.lines.map((line) => ({ orderItemId: line.id, quantity: line.quantity })),
      },
    };
    await api(`/orders/v0/orders/${order?.id}/shipmentConfirmation`, { body });
    await control('returns', { shop: 'amazon', orderId: order?.id });
    const made = await ask();
    await later();
    expect(digText(await look(made), 'processingStatus')).toBe('DONE');
    const id = digText(await look(made), 'reportDocumentId');
    const document = await api(`/reports/2021-06-30/documents/${id}`);
    expect(digText(document.body, 'compressionAlgorithm')).toBe('GZIP');
    const packed = await (await fetch(digText(document.body, 'url'))).arrayBuffer();
    const [head, row] = gunzipSync(Buffer.from(packed)).toString('utf8').split('\n');
    expect(head?.split('\t').slice(0, 5)).toEqual([
      'Order ID',
      'Order date',
      'Return request date',
      'Return request status',
      'Amazon RMA ID',
    ]);
    expect(row?.split('\t')[0]).toBe(order?.id);
    const foreign = digText(document.body, 'url').replace(/Signature=\w{4}/, 'Signature=0000');
    expect((await fetch(foreign)).status).toBe(403);
  });
});

describe('feeds of listings', () => {
  it('report on each message that was not taken', async () => {
    await control('settings', { feedStepMs: 30 });
    const type = 'application/json; charset=UTF-8';
    const run = async (content: unknown) => {
      const document = await api('/feeds/2021-06-30/documents', { body: { contentType: type } });
      await fetch(digText(document.body, 'url'), {
        method: 'PUT',
        headers: { 'content-type': type },
        body: JSON.stringify(content),
      });
      const made = await api('/feeds/2021-06-30/feeds', {
        body: {
          feedType: 'JSON_LISTINGS_FEED',
          marketplaceIds: [US],
          inputFeedDocumentId: digText(document.body, 'feedDocumentId'),
        },
      });
      const look = async () => (await api(`/feeds/2021-06-30/feeds/${digText(made.body, 'feedId')}`)).body;
      await expect.poll(async () => digText(await look(), 'processingStatus')).toMatch(/DONE|FATAL/);
      const ended = await look();
      const result = await api(`/feeds/2021-06-30/documents/${digText(ended, 'resultFeedDocumentId')}`);
      return { status: digText(ended, 'processingStatus'), report: (await call(digText(result.body, 'url'))).body };
    };
    const header = { sellerId: SELLER, version: '2.0' };
    const [listing] = box.world.amazon.listings.all;
    const message = (messageId: number, sku: string | undefined) => ({
      messageId,
      sku,
      operationType: 'PATCH',
      productType: 'HOME',
      patches: [
        {
          op: 'replace',
          path: '/attributes/fulfillment_availability',
          value: [{ fulfillment_channel_code: 'DEFAULT', quantity: 8 }],
        },
      ],
    });
    const { status, report } = await run({
      header,
      messages: [message(1, listing?.sku), message(2, 'NO-SUCH'), message(2, listing?.sku)],
    });
    expect(status).toBe('DONE');
    expect(dig(report, 'summary')).toMatchObject({ messagesProcessed: 3, messagesAccepted: 2, messagesInvalid: 1 });
    expect(digList(report, 'issues').map((one) => dig(one, 'code'))).toEqual(['8105', '90215']);
    expect(listing && box.world.amazon.listings.quantityOf(listing, Date.now())).toBe(8);
    expect((await run({ header: { ...header, sellerId: 'A9' }, messages: [message(1, 'x')] })).status).toBe('FATAL');
  });
});

describe('finances', () => {
  it('post money that was held back twice, and only one of the two is released', async () => {
    const shop = box.world.amazon;
    for (const order of [...shop.byId.values()].filter((one) => one.status === 'unshipped').slice(0, 4)) {
      const body = {
        marketplaceId: US,
        packageDetail: {
          packageReferenceId: '1',
          carrierCode: 'UPS',
          trackingNumber: '1Z999AA10123456784',
          shipDate: '2026-11-21T01:00:00.000Z',
          orderItems: order.lines.map((line) => ({ orderItemId: line.id, quantity: line.quantity })),
        },
      };
      await api(`/orders/v0/orders/${order.id}/shipmentConfirmation`, { body });
    }
    const list = async (more: string) =>
      digList(
        (await api(`/finances/2024-06-19/transactions?postedAfter=2020-01-01${more}`)).body,
        'payload',
        'transactions',
      );
    const released = await list('&transactionStatus=RELEASED');
    const all = await list('');
    expect(released).toHaveLength(4);
    expect(all.length).toBeGreaterThan(4);
    expect(new Set(all.map((one) => digText(one, 'transactionId'))).size).toBe(all.length);
    expect(codeOf(await api('/finances/2024-06-19/transactions'))).toEqual([400, 'InvalidInput']);
    for (const one of released) {
      const whole = Math.round(Number(dig(one, 'totalAmount', 'currencyAmount')) * 100);
      const parts = digList(one, 'breakdowns').map((part) => Number(dig(part, 'breakdownAmount', 'currencyAmount')));
      expect(Math.round(parts.reduce((sum, part) => sum + part, 0) * 100)).toBe(whole);
    }
  });
});
