import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { call, dig, digText, loadClient, startForTest } from '../testing.ts';

/** Somebody else's client of AliExpress, run against the stand-in: it signs both kinds of call, all in the query. */
type Sdk = typeof import('ae_sdk');
type Client = InstanceType<Sdk['DropshipperClient']>;
let box: Sandbox;
let sdk: Sdk;

beforeAll(async () => {
  box = await startForTest();
  sdk = await loadClient<Sdk>('ae_sdk');
});
afterAll(() => box.close());

function client(session: string, app_secret = 'aliexpress-demo-secret'): Client {
  const made = new sdk.DropshipperClient({ app_key: '417001', app_secret, session });
  return Object.assign(made, {
    migrated_apis_url: `${box.url}/aliexpress/sync`,
    new_apis_url: `${box.url}/aliexpress/rest`,
  });
}

async function session(): Promise<string> {
  const requested = { response_type: 'code', client_id: '417001', redirect_uri: 'http://127.0.0.1:9/cb', auto: '1' };
  const consent = await call(`${box.url}/aliexpress/oauth/authorize?${new URLSearchParams(requested)}`);
  const code = new URL(consent.headers.get('location') ?? '').searchParams.get('code') ?? '';
  return digText(await client('none').generateToken({ code }), 'data', 'access_token');
}

describe("another's client of AliExpress", () => {
  it('connects, lists, reads, and finds products', async () => {
    const mine = client(await session());
    const ask = async (method: string, params: Record<string, string | number | boolean> = {}) => {
      const answer: unknown = await mine.callAPIDirectly(method, params);
      return dig(answer, 'data', `${method.replaceAll('.', '_')}_response`);
    };
    expect(digText(await ask('aliexpress.solution.merchant.profile.get'), 'shop_name')).toBe(
      'Tradewind Overseas Store',
    );
    const day = (ms: number) => `${new Date(ms).toISOString().slice(0, 10)} 00:00:00`;
    const now = Date.now();
    const listed = await ask('aliexpress.trade.seller.orderlist.get', {
      param_aeop_order_query: JSON.stringify({
        current_page: 1,
        page_size: 20,
        create_date_start: day(now - 10 * 86_400_000),
        create_date_end: day(now + 86_400_000),
      }),
    });
    const order_id = dig(listed, 'result', 'target_list', 'aeop_order_item_dto', 0, 'order_id');
    const answered = await ask('aliexpress.trade.new.redefining.findorderbyid', {
      param1: JSON.stringify({ order_id }),
    });
    expect(dig(answered, 'result', 'target', 'order_amount', 'currency_code')).toBe('USD');
    const query = JSON.stringify({ product_status_type: 'onSelling', current_page: 1, page_size: 5 });
    const products = await ask('aliexpress.solution.product.list.get', { aeop_a_e_product_list_query: query });
    const rows = dig(products, 'result', 'aeop_a_e_product_display_d_t_o_list', 'item_display_dto', 4, 'product_id');
    expect(rows).toBeTruthy();
  });

  it('is refused with a wrong secret', async () => {
    const stranger = client('x.y', 'another');
    const answer = await stranger.callAPIDirectly('aliexpress.solution.merchant.profile.get', {});
    expect(JSON.stringify(answer)).toContain('IncompleteSignature');
  });
});
