import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { amazonPlatform } from './amazon/index.ts';
import { keepState } from './control/keeper.ts';
import { registerControl } from './control/routes.ts';
import { type Context, createApp, isLoopbackHost } from './http/app.ts';
import { FaultBoard } from './http/faults.ts';
import { RequestLog } from './http/log.ts';
import { registerPictures } from './kit/pictures.ts';
import type { PlatformSide } from './kit/platform.ts';
import { PLATFORMS, prefixForHost, SHOPS } from './platforms.ts';
import { shopifyPlatform } from './shopify/index.ts';
import { upsErrors } from './ups/errors.ts';
import { registerUps } from './ups/index.ts';
import type { UpsDesk } from './ups/shipments.ts';
import { World } from './world/world.ts';

export interface SandboxOptions {
  port: number;
  host?: string;
  seed?: number;
  /** The order lines the catalogue is made from; else SANDBOX_DATA (empty: generated), else ../shared/…, else generated. */
  dataFile?: string;
  ordersPerShop?: number;
  listingsPerShop?: number;
  /** Keeps the world over a restart; else SANDBOX_STATE, else nothing is kept. */
  stateFile?: string;
}

export interface Sandbox {
  url: string;
  port: number;
  world: World;
  faults: FaultBoard;
  log: RequestLog;
  ups: UpsDesk;
  close(): Promise<void>;
}

/** Starts every stand-in on one loopback port. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1';
  if (!isLoopbackHost(host)) throw new Error(`The sandbox listens on loopback only, not on ${host}.`);
  const world = new World({
    shops: SHOPS,
    ...(options.seed !== undefined && { seed: options.seed }),
    ...(options.dataFile !== undefined && { dataFile: options.dataFile }),
    ...(options.ordersPerShop !== undefined && { ordersPerShop: options.ordersPerShop }),
    ...(options.listingsPerShop !== undefined && { listingsPerShop: options.listingsPerShop }),
  });
  const forms = Object.fromEntries(PLATFORMS.map(({ name, errors }) => [name, errors]));
  const faults = new FaultBoard([...PLATFORMS.map(({ name }) => name), 'ups']);
  const log = new RequestLog();
  let url = '';
  const ctx: Context = { world, faults, log, baseUrl: () => url };
  const app = createApp(ctx, { forms: { ...forms, ups: upsErrors }, prefixForHost });
  const ups = registerUps(app, ctx);
  const amazon = amazonPlatform.register(app, ctx);
  amazon.parcelStatus.of = (trackingNumber) => {
    const parcel = ups.parcels.get(trackingNumber);
    if (!parcel) return undefined;
    if (parcel.stage === 'created') return 'PENDING';
    return parcel.stage === 'delivered' ? 'DELIVERED' : 'IN_TRANSIT';
  };
  const shopify = shopifyPlatform.register(app, ctx);
  const sides: Record<string, PlatformSide> = { amazon, shopify };
  for (const platform of PLATFORMS) sides[platform.name] ??= platform.register(app, ctx);
  registerControl(app, ctx, { amazon, shopify, ups, sides });
  registerPictures(app);
  const keeper = keepState(options.stateFile ?? process.env.SANDBOX_STATE, { world, ups, sides }, log);
  await app.listen({ port: options.port, host });
  const address = app.server.address() as AddressInfo;
  url = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
  return {
    url,
    port: address.port,
    world,
    faults,
    log,
    ups,
    close: async () => {
      for (const side of Object.values(sides)) side.stop?.();
      await app.close();
      keeper.stop();
    },
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const sandbox = await startSandbox({ port: Number(process.env.SANDBOX_PORT ?? 8081) });
  console.log(`Sandbox: ${sandbox.url}`);
  const stop = () => void sandbox.close().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  // Started by Tradewind: the channel says when we listen, and ends with the program that started us.
  process.send?.(sandbox.url);
  process.once('disconnect', stop);
}
