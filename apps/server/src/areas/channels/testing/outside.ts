import type { InputOf } from '@tradewind/contract/call.ts';
import { authorizeShop } from '@tradewind/contract/channels.ts';
import { type Sandbox, startSandbox } from '../../../../../sandbox/src/main.ts';
import type { Ctx } from '../../../core/context.ts';
import { openHouse, type Person, type TestHouse } from '../../../testing/harness.ts';
import { runStream } from '../sync/run-stream.ts';
import type { StreamKind } from '../sync/stream.ts';

export interface Outside {
  sandbox: Sandbox;
  house: TestHouse;
  /** The sandbox's buttons. */
  control<T = Record<string, unknown>>(path: string, body: object): Promise<T>;
  faults(platform: 'amazon' | 'shopify', faults: object): Promise<void>;
  /** Connects a shop as a browser does. Gives its id and where the browser ends. */
  connect(
    as: Person,
    input: InputOf<typeof authorizeShop>,
    how?: { cookie?: string | null; change?: (callback: URL) => void },
  ): Promise<{ shopId: number; landed: string; callback: string; cookie: string }>;
  /** Runs a stream of a shop as its job would. */
  run(ctx: Ctx, shopId: number, kind: StreamKind): Promise<void>;
  /** The shop with the state of its stream of orders. */
  shop(shopId: number): Promise<Record<string, unknown>>;
  /** Platform numbers of the orders that are in, sorted. */
  orders(shopId: number): Promise<string[]>;
  close(): Promise<void>;
}

/** A house and the outside world that it talks to over HTTP. */
export async function openOutside(): Promise<Outside> {
  const sandbox = await startSandbox({ port: 0, seed: 7, dataFile: '/nowhere' });
  const house = await openHouse({ SANDBOX_PORT: String(sandbox.port) });
  const { owner } = house.app.database;
  const outside: Outside = {
    sandbox,
    house,
    control: async (path, body) => {
      const response = await fetch(`${sandbox.url}/control/${path}`, { method: 'POST', body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
      return (await response.json()) as never;
    },
    faults: async (platform, faults) => void (await outside.control('faults', { platform, ...faults })),
    connect: async (as, input, how = {}) => {
      const begun = await house.call(authorizeShop, input, as);
      if (begun.code !== 200) throw new Error(`${begun.status} ${begun.msg} ${JSON.stringify(begun.data)}`);
      const cookie = (begun.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      const consent = await fetch(`${begun.data.consentUrl}&auto=1`, { redirect: 'manual' });
      const callback = new URL(consent.headers.get('location') ?? '');
      how.change?.(callback);
      const headers: Record<string, string> = how.cookie === null ? {} : { cookie: how.cookie ?? cookie };
      const back = await fetch(callback, { redirect: 'manual', headers });
      const landed = back.headers.get('location') ?? `${back.status}`;
      return {
        shopId: begun.data.shopId,
        landed: landed.replace(house.url, ''),
        callback: callback.toString(),
        cookie,
      };
    },
    run: (ctx, shopId, kind) => runStream(house.app, ctx, shopId, kind),
    shop: async (shopId) =>
      (
        await owner.query(
          `select s.*, t.cursor, t.until, t.failures, t.last_error, t.last_error_kind, t.next_run_at, t.taken
           from shop s left join shop_stream t on t.company_id = s.company_id and t.shop_id = s.id and t.kind = 'orders'
           where s.id = $1`,
          [shopId],
        )
      ).rows[0] as never,
    orders: async (shopId) => {
      const found = await owner.query('select platform_order_no as no from sales_order where shop_id = $1 order by 1', [
        shopId,
      ]);
      return found.rows.map((row) => row.no as string);
    },
    close: async () => {
      await house.close();
      await sandbox.close();
    },
  };
  return outside;
}
