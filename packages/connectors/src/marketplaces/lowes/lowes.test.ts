import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PlatformOrder } from '../../capabilities/orders.ts';
import { kindOfFailure, type RunningSandbox, startSandbox } from '../../testing.ts';
import type { ShopAccess } from '../../types.ts';
import { lowes } from './definition.ts';

/** What the suite for all platforms does not try: the vendors' door, beside the sellers'. */
const LONG_AGO = new Date(Date.now() - 30 * 86_400_000).toISOString();
const VENDOR = { accountId: '1000054322', clientId: '7ab31c55e0d2', clientSecret: 'lowes-drop-ship-secret' };
let sandbox: RunningSandbox;
let connector: ReturnType<typeof lowes.create>;

beforeAll(async () => {
  sandbox = await startSandbox();
  const baseUrls = Object.fromEntries(
    Object.entries(lowes.sandbox.baseUrls).map(([name, path]) => [name, `${sandbox.url}${path}`]),
  );
  connector = lowes.create({ app: {}, http: { baseUrls, rateFactor: 1000 }, sandbox: true });
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.control('reset', { orders: 40 }));

async function connect(region: string, keys: Readonly<Record<string, string>>): Promise<ShopAccess> {
  const got = await connector.connect?.({ keys, region });
  if (!got) throw new Error('no connect');
  return { ...got, region };
}
const vendor = () => connect('DSV', VENDOR);
const seller = () => connect('MKP', lowes.sandbox.keys ?? {});

async function orders(access: ShopAccess): Promise<PlatformOrder[]> {
  const { records } = await connector.listOrders(access, { updatedAfter: LONG_AGO });
  return records.flatMap((record) => (record.ok ? [record.order] : []));
}

describe('Lowe’s over the wire', () => {
  it('shows each door its own orders, and takes no key of the other', async () => {
    const [atRetail, atCost] = [await seller(), await vendor()];
    expect([atRetail.account, atCost.account]).toEqual(['2041', '1000054322.1000020001']);
    expect((await connector.describeShop(atCost)).name).toBe("Lowe's");
    const [sold, ordered] = [await orders(atRetail), await orders(atCost)];
    expect([sold.length, ordered.length]).toEqual([40, 40]);
    expect(sold.every((order) => order.platformOrderNo.startsWith('OR-'))).toBe(true);
    expect(ordered.every((order) => order.platformOrderNo.startsWith('109'))).toBe(true);
    expect(await kindOfFailure(connect('MKP', VENDOR))).toBe('rejected');
    expect(await kindOfFailure(connect('DSV', lowes.sandbox.keys ?? {}))).toBe('rejected');
  });

  it('has a vendor’s order taken on and shipped once', async () => {
    const access = await vendor();
    const order = (await orders(access)).find((one) => one.status === 'toShip');
    if (!order) throw new Error('no order');
    await connector.acknowledge?.(access, order);
    const notice = {
      platformOrderNo: order.platformOrderNo,
      packageNo: 1,
      carrierCode: 'UPS',
      carrierName: 'UPS',
      serviceName: 'UPS Ground',
      trackingNumber: '1Z999AA10123456784',
      shippedAt: new Date().toISOString(),
      lines: order.lines.map(({ platformLineId, quantity }) => ({ platformLineId, quantity })),
    };
    expect((await connector.confirmShipment(access, notice)).outcome).toBe('confirmed');
    expect((await connector.confirmShipment(access, notice)).outcome).toBe('alreadyConfirmed');
    const after = await connector.getOrder(access, order.platformOrderNo);
    expect(after.ok && after.order.status).toBe('shipped');
  });

  it('answers for a vendor what only sellers have without asking anybody', async () => {
    const access = await vendor();
    await sandbox.control('faults', { platform: 'lowes', status500: true });
    const item = { itemId: '1', sellerSku: 'A', price: '9.99', currency: 'USD' };
    expect(await connector.pushPrice?.(access, [item])).toMatchObject([{ outcome: 'refused', code: 'COST' }]);
    expect(await connector.listSettlements?.(access, { postedAfter: LONG_AGO })).toMatchObject({ lines: [] });
    expect(await connector.listCarriers?.(access)).toEqual([]);
    await sandbox.control('faults', { clear: true });
  });
});
