import type { PushedTracking } from '@tradewind/connectors/carriers/connector.ts';
import { storable, storableText } from '@tradewind/connectors/storable.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../../../core/app.ts';
import { type Ctx, systemContext } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { carrierAccess } from '../carrier/connect.ts';
import { hookSecrets } from './hook-address.ts';
import type { Followed } from './keep.ts';
import { COLUMNS } from './track.ts';
import { keepNews } from './tracker.ts';
import { trackerAccess } from './tracker-account.ts';
import { isUnreported } from './unreported.ts';

/** News that a carrier or tracker sends by itself: signed, kept in one short transaction, answered at once. */
export function trackingHooks(app: App, server: FastifyInstance): void {
  void server.register(async (inner) => {
    // The signature covers the original bytes.
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    inner.post<{ Params: Place }>('/api/hooks/carrier/:name/:key', async (request, reply) =>
      reply.code(await ofCarrier(app, request.params, inputOf(request))).send(),
    );
    inner.post<{ Params: Place }>('/api/hooks/tracker/:name/:key', async (request, reply) =>
      reply.code(await ofTracker(app, request.params, inputOf(request))).send(),
    );
  });
}

interface Place {
  name: string;
  key: string;
}
interface Input {
  body: Buffer;
  headers: Record<string, string>;
}

function inputOf(request: FastifyRequest): Input {
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    String(Array.isArray(value) ? value[0] : value),
  ]);
  return {
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    headers: Object.fromEntries(headers),
  };
}

async function ofCarrier(app: App, { name, key }: Place, input: Input): Promise<number> {
  const [account] = await app.database.asOwner<{ id: number; companyId: number }>(sql`
    select id, company_id from carrier_account where push_key = ${storableText(key)} and carrier = ${storableText(name)} and enabled`);
  if (!account) return 404;
  const ctx = systemContext(account.companyId, 'logistics.carrierPush');
  const { connector, access } = await carrierAccess(app, ctx, account.id);
  const { push } = connector;
  if (!push) return 404;
  return receive(app, ctx, {
    source: '',
    parcels: sql`p.carrier_account_id = ${account.id}`,
    read: () => readBy(hookSecrets(app, key), (secret) => push.read({ ...input, access, secret })),
  });
}

/** By the first secret that is the carrier's. @throws what the last one is refused with */
function readBy<T>([secret = '', ...others]: readonly string[], read: (secret: string) => T): T {
  try {
    return read(secret);
  } catch (error) {
    if (others.length === 0) throw error;
    return readBy(others, read);
  }
}

async function ofTracker(app: App, { name, key }: Place, input: Input): Promise<number> {
  const [account] = await app.database.asOwner<{ companyId: number }>(sql`
    select company_id from tracker_account where push_key = ${storableText(key)} and tracker = ${storableText(name)} and enabled`);
  const ctx = account && systemContext(account.companyId, 'logistics.trackerPush');
  const found = ctx && (await trackerAccess(app, ctx));
  if (!found) return 404;
  const { tracker, access, secret } = found;
  return receive(app, ctx, {
    source: tracker.tracker,
    parcels: isUnreported(sql`p`),
    read: () => tracker.push.read({ ...input, access, secret }),
  });
}

interface News {
  /** Empty: the carrier itself. */
  source: string;
  /** The parcels that it may say something of. */
  parcels: Sql;
  read: () => PushedTracking[];
}

/** @returns the status of the answer. Repeated news and those of unknown parcels change nothing. */
async function receive(app: App, ctx: Ctx, { source, parcels, read }: News): Promise<number> {
  let news: PushedTracking[];
  try {
    news = storable(read());
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    if (error.kind === 'rejected' || error.kind === 'unauthorized') return 401;
    // Signed but unreadable: a repeat would be the same. The next poll finds the change.
    app.log.warn({ source, message: error.message }, 'unreadable push of a carrier');
    return 200;
  }
  await app.database.inCompany(ctx, async (tx) => {
    const followed = await parcelsOf(tx, parcels, news);
    if (followed.length > 0) await keepNews(tx, source, followed, news);
  });
  return 200;
}

function parcelsOf(tx: Tx, which: Sql, news: readonly PushedTracking[]): Promise<Followed[]> {
  const numbers = [...new Set(news.map((one) => one.trackingNumber))];
  return tx.rows<Followed>(sql`select ${COLUMNS} from parcel p where p.company_id = ${sql.company} and ${which}
    and p.id in (select id from parcel where company_id = ${sql.company} and tracking_number = any(${numbers}::text[])
      union all select parcel_id from parcel_piece where company_id = ${sql.company} and tracking_number = any(${numbers}::text[]))
    and p.state in ('labelled', 'shipped', 'delivered')`);
}
