import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorize, everyOrder, LONG_AGO, read } from '../../conformance.testing.ts';
import { type RunningSandbox, startSandbox } from '../../testing.ts';
import type { ShopAccess } from '../../types.ts';
import { homedepotdock } from './definition.ts';

const ORDERS = 120;
let sandbox: RunningSandbox;
let connector: ReturnType<typeof homedepotdock.create>;
let access: ShopAccess;
/** To the mailbox: method and path of each. */
let requests: string[];
let ahead: number;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.control('reset', { orders: ORDERS });
  requests = [];
  ahead = 0;
  connector = homedepotdock.create({
    app: homedepotdock.sandbox.app,
    http: {
      baseUrls: { mailbox: `${sandbox.url}${homedepotdock.sandbox.baseUrls.mailbox}` },
      rateFactor: 1000,
      now: () => Date.now() + ahead,
      fetch: (url, init) => {
        requests.push(`${init?.method} ${new URL(String(url)).pathname.split('/mailbox/')[1]}`);
        return fetch(url, init);
      },
    },
    sandbox: true,
  });
  access = await authorize(homedepotdock, connector);
  requests = [];
});

const lists = () => requests.filter((one) => one.startsWith('PROPFIND'));

describe('a walk through the mailbox', () => {
  it('lists it once, and reads each file once', async () => {
    const { records, pages } = await everyOrder(connector, access);
    expect(new Set(read(records).map((order) => order.platformOrderNo)).size).toBe(ORDERS);
    expect(pages).toBeGreaterThan(4);
    expect(lists()).toEqual(['PROPFIND in/', 'PROPFIND out/']);
    const files = requests.filter((one) => one.startsWith('GET'));
    expect(files).toHaveLength(new Set(files).size);
  });

  it('lists it again for the next walk, which finds what came meanwhile', async () => {
    const first = await connector.listOrders(access, { updatedAfter: LONG_AGO });
    await sandbox.control('orders', { shop: 'homedepotdock', count: 1 });
    const { records, until } = await everyOrder(connector, access);
    expect(first.listedUntil <= until).toBe(true);
    expect(new Set(read(records).map((order) => order.platformOrderNo)).size).toBe(ORDERS + 1);
  });

  it('lists it again where a walk takes long', async () => {
    const { nextCursor = '' } = await connector.listOrders(access, { updatedAfter: LONG_AGO });
    ahead = 60_000;
    await connector.listOrders(access, { updatedAfter: LONG_AGO, cursor: nextCursor });
    expect(lists()).toEqual(['PROPFIND in/', 'PROPFIND out/', 'PROPFIND in/', 'PROPFIND out/']);
  });

  it('knows what was refused since it began', async () => {
    const whole = await everyOrder(connector, access);
    const last = read(whole.records).findLast((order) => order.status === 'toShip');
    const { nextCursor = '' } = await connector.listOrders(access, { updatedAfter: LONG_AGO });
    const refused = await connector.cancelOrder?.(access, {
      platformOrderNo: last?.platformOrderNo ?? '',
      reason: 'outOfStock',
      lines: [],
    });
    expect(refused?.outcome).toBe('cancelled');
    const rest = [];
    for (let cursor: string | undefined = nextCursor; cursor !== undefined; ) {
      const page = await connector.listOrders(access, { updatedAfter: LONG_AGO, cursor });
      rest.push(...read(page.records));
      cursor = page.nextCursor;
    }
    expect(rest.find((order) => order.platformOrderNo === last?.platformOrderNo)?.status).toBe('cancelled');
  });
});
