import type { InputOf } from '@tradewind/contract/call.ts';
import { authorizeShop } from '@tradewind/contract/channels.ts';
import { type Sandbox, startSandbox } from '../../../../../sandbox/src/main.ts';
import type { Ctx } from '../../../core/context.ts';
import { ownServer, type Person, type TestServer } from '../../../testing/harness.ts';
import { runStream } from '../sync/run-stream.ts';
import type { StreamKind } from '../sync/stream.ts';

export interface Outside {
  sandbox: Sandbox;
  server: TestServer;
  /** The sandbox's buttons. */
  control<T = Record<string, unknown>>(path: string, body: object): Promise<T>;
  faults(platform: 'amazon' | 'shopify', faults: object): Promise<void>;
  /** Connects a shop as a browser does. Gives its id and where the browser ends. */
  connect(
    as: Person,
    input: InputOf<typeof authorizeShop>,
    how?: { cookie?: string | null; change?: (callback: URL) => void },
  ): Promise<{ shopId: number; landed: string; callback: string; cookie: string }>;
  /** Runs a stream of a shop as its job would, to the end of the list. */
  run(ctx: Ctx, shopId: number, kind: StreamKind): Promise<void>;
  /** The shop with the state of its stream of orders. */
  shop(shopId: number): Promise<Record<string, unknown>>;
  /** Platform numbers of the orders that are in, sorted. */
  orders(shopId: number): Promise<string[]>;
  /** As the server's `until`, where what waits to be tried again is due at once: seconds pass instead of minutes. */
  until<T extends NonNullable<unknown>>(look: () => Promise<T | undefined | false>, seconds?: number): Promise<T>;
  close(): Promise<void>;
}

// Jobs first: what a job that is seen here is to send was written before it and is seen below.
const DUE_NOW = `
  with due as (
    update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null and task_id in (
      select id from graphile_worker._private_tasks
      where identifier in ('orders.platformUpdates', 'orders.confirmShipments', 'returns.platformUpdates', 'transit.fba'))
    returning 1)
  select pg_notify('jobs:insert', '{"count":1}') from due limit 1;
  update platform_update set due_at = date_trunc('milliseconds', now()) where state = 'due' and due_at > now();
  update return_refund set due_at = date_trunc('milliseconds', now()) where state in ('due', 'telling') and due_at > now();
  update sales_order set confirm_next_at = date_trunc('milliseconds', now()) where confirm_next_at > now();
`;

/** A server and the outside world that it talks to over HTTP. */
export async function openOutside(options: { listingsPerShop?: number } = {}): Promise<Outside> {
  const sandbox = await startSandbox({ port: 0, seed: 7, dataFile: '/nowhere', ...options });
  const server = await ownServer({ SANDBOX_PORT: String(sandbox.port) });
  const { owner } = server.app.database;
  const outside: Outside = {
    sandbox,
    server,
    control: async (path, body) => {
      const response = await fetch(`${sandbox.url}/control/${path}`, { method: 'POST', body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
      return (await response.json()) as never;
    },
    faults: async (platform, faults) => void (await outside.control('faults', { platform, ...faults })),
    connect: async (as, input, how = {}) => {
      const begun = await server.call(authorizeShop, input, as);
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
        landed: landed.replace(server.url, ''),
        callback: callback.toString(),
        cookie,
      };
    },
    run: async (ctx, shopId, kind) => {
      // The worker's run of the same stream may have taken over; what it read may be from before this one was asked for.
      while (!(await runStream(server.app, ctx, shopId, kind)));
    },
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
    until: (look, seconds) => {
      // Not at each look: tries are counted, and what a platform works on takes a moment.
      let next = 0;
      return server.until(async () => {
        const found = await look();
        if (found !== undefined && found !== false) return found;
        if (Date.now() > next) {
          await owner.query(DUE_NOW);
          next = Date.now() + 500;
        }
        return undefined;
      }, seconds);
    },
    close: async () => {
      await server.close();
      await sandbox.close();
    },
  };
  return outside;
}
