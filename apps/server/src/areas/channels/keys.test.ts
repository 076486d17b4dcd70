import { findMarketplace } from '@tradewind/connectors/marketplaces/registry.ts';
import { authorizeShop } from '@tradewind/contract/channels.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../core/context.ts';
import type { Person } from '../../testing/harness.ts';
import { withShop } from './public.ts';
import { type Outside, openOutside } from './testing/sandbox.ts';

/** Wayfair's suppliers bring keys of their own: nobody is sent anywhere. */
let outside: Outside;
let main: Person & { ctx: Ctx };
const keys = { ...findMarketplace('wayfair')?.sandbox.keys };
const wayfair = (fields: Record<string, string> = {}) =>
  outside.server.call(authorizeShop, { platform: 'wayfair', region: 'US', fields: { ...keys, ...fields } }, main);

beforeAll(async () => {
  outside = await openOutside();
  main = await outside.server.company('Suppliers');
});
afterAll(() => outside.close());

describe('a shop connected by keys', () => {
  it('is refused with keys that the platform does not take, and with no number for a supplier', async () => {
    const wrong = await wayfair({ clientSecret: 'guessed' });
    expect([wrong.status, wrong.msg]).toEqual([422, expect.stringContaining('access_denied')]);
    expect((await wayfair({ supplierIds: 'me' })).status).toBe(400);
    expect((await wayfair({ clientSecret: '' })).status).toBe(400);
  });

  it('is connected at once, its keys sealed, its orders brought in and its tokens renewed by the keys', async () => {
    const begun = await wayfair({ supplierIds: ' 2603 ' });
    expect(begun).toMatchObject({ code: 200, data: { consentUrl: null } });
    const { shopId } = begun.data;
    const shop = await outside.shop(shopId);
    expect(shop).toMatchObject({ state: 'authorized', account: '2603', module_id: 409, currency: 'USD' });
    expect((shop.tokens as Buffer).toString('latin1')).not.toContain(keys.clientSecret);
    await outside.run(main.ctx, shopId, 'orders');
    expect(await outside.orders(shopId)).toEqual([...outside.sandbox.world.shop('wayfair').byId.keys()].sort());
    // Half a day later the token is over.
    await outside.control('clock/advance', { seconds: 50_000 });
    const page = await withShop(outside.server.app, main.ctx, shopId, (connector, access) =>
      connector.listOrders(access, { updatedAfter: new Date(Date.now() - 3_600_000).toISOString() }),
    );
    expect(page.listedUntil).toBeTruthy();
  });
});
