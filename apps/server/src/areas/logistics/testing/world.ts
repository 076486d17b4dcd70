import '../area.ts';
import { type Sandbox, startSandbox } from '../../../../../sandbox/src/main.ts';
import { sql } from '../../../core/database/sql.ts';
import { ownServer, type TestServer } from '../../../testing/harness.ts';
import { makeLine, makeOrder, type OrderWorld, openWorld, walk } from '../../orders/orders.testing.ts';
import { saveAccount } from '../carrier/accounts.ts';
import { saveChannel } from '../channel/channels.ts';

export interface LogisticsWorld {
  server: TestServer;
  world: OrderWorld;
  sandbox: Sandbox;
  accountId: number;
  channelId: number;
  /** An order packed in its box. */
  packed(no: string, more?: Parameters<typeof makeOrder>[1]): Promise<Box>;
  parcel(outboundId: number): Promise<ParcelState>;
  history(orderId: number): Promise<{ event: string; detail: Record<string, unknown> | null }[]>;
  /** Standing labels that the carrier knows under the references of an outbound. */
  standing(outboundNo: string): string[];
  close(): Promise<void>;
}

export interface Box {
  orderId: number;
  outboundId: number;
  outboundNo: string;
}

export interface ParcelState {
  id: number;
  state: string;
  stage: string;
  reference: string;
  trackingNumber: string | null;
  labelCost: string | null;
  attempts: number;
  lastError: string | null;
  nextTrackAt: Date | null;
}

/** A warehouse with orders, a UPS account of the stand-in and a default channel with it. */
export async function openLogistics(env: Record<string, string> = {}): Promise<LogisticsWorld> {
  const sandbox = await startSandbox({ port: 0, seed: 7, ordersPerShop: 0 });
  const server = await ownServer(env);
  server.app.config.sandboxUrl = sandbox.url;
  const world = await openWorld(server, { stock: 500 });
  const { companyId } = world.main;
  const accountId = await world.tx((tx) =>
    saveAccount(server.app, tx, {
      carrier: 'ups',
      name: 'UPS',
      accountNumber: 'A1B2C3',
      keys: { clientId: 'ups-client-demo', clientSecret: 'ups-secret-demo' },
      sandbox: true,
      enabled: true,
    }),
  );
  const channelId = await world.tx((tx) =>
    saveChannel(tx, {
      name: 'UPS cheapest',
      carrier: 'ups',
      carrierAccountId: accountId,
      serviceCode: '',
      allowedServices: ['03', '02', '12'],
      platformCarrierCode: 'UPS',
      enabled: true,
    }),
  );
  return {
    server,
    world,
    sandbox,
    accountId,
    channelId,
    packed: async (no, more = {}) => {
      await world.take([makeOrder(no, { lines: [makeLine('1', 'SKU-1')], ...more })]);
      const orderId = await world.idOf(no);
      await walk(world, orderId, 'pack');
      const box = await world.one<{ id: number; number: string }>(
        sql`select id, number from outbound where company_id = ${companyId} and order_id = ${orderId}`,
      );
      return { orderId, outboundId: box.id, outboundNo: box.number };
    },
    parcel: (outboundId) =>
      world.one<ParcelState>(sql`select id, state, stage, reference, tracking_number,
        label_cost, attempts, last_error, next_track_at from parcel
        where company_id = ${companyId} and outbound_id = ${outboundId} order by id desc limit 1`),
    history: (orderId) =>
      world.tx((tx) =>
        tx.rows(sql`select event, detail from document_event where company_id = ${companyId}
          and doc_kind = 'sales_order' and doc_id = ${orderId} order by id`),
      ),
    standing: (outboundNo) =>
      [...sandbox.ups.parcels.values()]
        .filter((one) => !one.voided && one.references.some((ref) => ref.value.startsWith(`${outboundNo}-`)))
        .map((one) => one.tracking),
    close: async () => {
      await server.close();
      await sandbox.close();
    },
  };
}

const BONN = {
  name: 'Lager',
  company: 'Lager GmbH',
  line1: 'Charles-de-Gaulle-Str. 20',
  city: 'Bonn',
  postalCode: '53113',
  country: 'DE',
  phone: '+49 228 1234567',
  email: 'lager@example.com',
};

/** A second warehouse, in Germany, for carriers that serve no other country. @returns its id */
export async function addBonn({ server, world }: Pick<LogisticsWorld, 'server' | 'world'>): Promise<number> {
  const { rows } = await server.app.database.owner.query(
    `insert into warehouse (company_id, code, name, kind, address) values ($1, 'W2', 'Bonn', 'selfBuilt', $2) returning id`,
    [world.main.companyId, BONN],
  );
  return Number(rows[0].id);
}
