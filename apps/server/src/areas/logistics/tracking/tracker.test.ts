import { createHash } from 'node:crypto';
import type { PushedTracking, Tracker } from '@tradewind/connectors/carriers/connector.ts';
import type { TrackerDefinition } from '@tradewind/connectors/trackers/definition.ts';
import { TRACKERS } from '@tradewind/connectors/trackers/registry.ts';
import { ConnectorError, type TrackingEvent, type TrackingStage } from '@tradewind/connectors/types.ts';
import { rights } from '@tradewind/contract/access/modules.ts';
import { getAlerts } from '@tradewind/contract/access.ts';
import {
  buyLabel,
  deleteTracker,
  getTracker,
  publicTracking,
  saveTracker,
  testTracker,
  trackingDetail,
} from '@tradewind/contract/logistics.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { shipOutbounds } from '../../warehouse/public.ts';
import { carrierAccess } from '../carrier/connect.ts';
import { saveChannel } from '../channel/channels.ts';
import { type LogisticsWorld, openLogistics } from '../testing/world.ts';
import { hookSecret } from './hook-address.ts';
import { startDueTracking } from './track.ts';
import { startDueTracker } from './tracker.ts';

const NAME = 'listeningPost';
const event = (hour: number, stage: TrackingStage): TrackingEvent => ({
  at: `2026-06-01T${String(hour).padStart(2, '0')}:00:00.000Z`,
  ...{ stage, description: stage, rawCode: `P${hour}` },
});
const signed = (body: string, key: string) => createHash('sha256').update(`${body}/${key}`).digest('hex');

/** A tracker that knows what it is told. */
const post = {
  registered: new Set<string>(),
  news: new Map<string, TrackingEvent[]>(),
  calls: 0,
  total: 100,
};
const readSigned: Tracker['push']['read'] = ({ body, headers, access }) => {
  if (headers.sign !== signed(body.toString(), access.keys.apiKey ?? access.keys.clientId ?? ''))
    throw new ConnectorError(NAME, 'rejected', 'not signed');
  return JSON.parse(body.toString()) as PushedTracking[];
};
const tracker: Tracker = {
  tracker: NAME,
  batch: 2,
  register: async (access, parcels) => {
    if (access.keys.apiKey !== 'good') throw new ConnectorError(NAME, 'unauthorized', 'bad key');
    const refused = parcels.filter(({ trackingNumber }) => trackingNumber.startsWith('BAD'));
    for (const one of parcels) if (!refused.includes(one)) post.registered.add(one.trackingNumber);
    return refused.map(({ trackingNumber }) => ({ trackingNumber, detail: 'no carrier has such numbers' }));
  },
  track: async (_access, numbers) => {
    post.calls += 1;
    return numbers.flatMap((trackingNumber) => {
      const events = post.news.get(trackingNumber);
      return events && post.registered.has(trackingNumber) ? [{ trackingNumber, events }] : [];
    });
  },
  quota: async (access) => {
    if (access.keys.apiKey !== 'good') throw new ConnectorError(NAME, 'unauthorized', 'bad key');
    const used = post.registered.size;
    return { total: post.total, used, left: Math.max(0, post.total - used) };
  },
  push: { read: readSigned },
};
const definition: TrackerDefinition = {
  tracker: NAME,
  name: NAME,
  keys: [{ name: 'apiKey', label: ['密钥', 'API key'], secret: true }],
  keysHelp: ['', ''],
  sandbox: { keys: { apiKey: 'good' }, baseUrls: {} },
  create: () => tracker,
};

let l: LogisticsWorld;
let ownId: number;
beforeAll(async () => {
  (TRACKERS as TrackerDefinition[]).push(definition);
  l = await openLogistics();
  await l.server.startWorker();
  ownId = await l.world.tx((tx) =>
    saveChannel(tx, {
      ...{ name: 'Own van', carrier: 'own', carrierAccountId: null, serviceCode: '', allowedServices: [] },
      ...{ platformCarrierCode: 'Other', enabled: true },
    }),
  );
});
afterEach(() => {
  post.total = 100;
});
afterAll(async () => {
  (TRACKERS as TrackerDefinition[]).splice(TRACKERS.indexOf(definition), 1);
  await l.close();
});

async function sent(no: string, trackingNumber: string, channelId = ownId) {
  const box = await l.packed(no);
  const typed = channelId === ownId ? { channelId, trackingNumber } : {};
  const label = await l.server.ok(buyLabel, { outboundId: box.outboundId, ...typed }, l.world.main);
  await l.world.tx((tx) => shipOutbounds(tx, [box.outboundId]));
  return { ...box, parcelId: label.id, trackingNumber: label.trackingNumber ?? '' };
}
const due = (outboundId: number) =>
  l.server.app.database.owner.query('update parcel set next_track_at = now() where outbound_id = $1', [outboundId]);
const save = (apiKey = 'good') =>
  l.server.ok(saveTracker, { account: { tracker: NAME, keys: { apiKey }, sandbox: true } }, l.world.main);
const timeline = async (parcelId: number) =>
  (await l.server.ok(trackingDetail, { parcelId }, l.world.main)).events.map((one) => one.stage);

async function push(url: string, news: PushedTracking[], key = 'good'): Promise<number> {
  const body = JSON.stringify(news);
  const path = new URL(url).pathname;
  const headers = { sign: signed(body, key), 'content-type': 'application/json' };
  return (await fetch(`${l.server.url}${path}`, { method: 'POST', headers, body })).status;
}

it('follows what no carrier reports on, from the day on that there is an account', async () => {
  const early = await sent('TR-1', 'LP100000001');
  expect((await l.parcel(early.outboundId)).nextTrackAt).toBeNull();
  await save();
  post.news.set('LP100000001', [event(1, 'pickedUp'), event(2, 'inTransit')]);
  await startDueTracker(l.server.app);
  await l.server.until(async () => (await l.parcel(early.outboundId)).stage === 'inTransit');
  expect(await timeline(early.parcelId)).toEqual(['inTransit', 'pickedUp']);
  const later = await sent('TR-2', 'LP100000002');
  const bad = await sent('TR-3', 'BAD00000001');
  await startDueTracker(l.server.app);
  await l.server.until(
    async () => post.registered.has('LP100000002') && (await l.parcel(bad.outboundId)).lastError !== null,
  );
  expect(await l.parcel(bad.outboundId)).toMatchObject({ lastError: 'no carrier has such numbers', nextTrackAt: null });
  await l.server.until(
    async () => ((await l.parcel(later.outboundId)).nextTrackAt?.getTime() ?? 0) > Date.now() + 600_000,
  );
  const { account } = await l.server.ok(getTracker, {}, l.world.main);
  expect(account).toMatchObject({ tracker: NAME, keys: { apiKey: '' }, quota: { total: 100 }, lastError: null });
});

it('takes its news by push: signed ones, of parcels of its own, and each once', async () => {
  const box = await sent('TR-4', 'LP100000004');
  const other = await sent('TR-5', '', l.channelId);
  const url = (await l.server.ok(getTracker, {}, l.world.main)).account?.pushUrl ?? '';
  const news = [{ trackingNumber: 'LP100000004', events: [event(5, 'outForDelivery')] }];
  expect(await push(url, news, 'forged')).toBe(401);
  expect(await push(url.replace(/\w{8}$/, '00000000'), news)).toBe(404);
  expect(await timeline(box.parcelId)).toEqual([]);
  for (const times of [1, 2]) expect(await push(url, news), `${times}`).toBe(200);
  expect(await push(url, [{ trackingNumber: 'LP100000004', events: [event(3, 'inTransit')] }])).toBe(200);
  expect(await push(url, [{ trackingNumber: 'NOBODYS1', events: [event(3, 'inTransit')] }])).toBe(200);
  expect(await push(url, [{ trackingNumber: other.trackingNumber, events: [event(9, 'delivered')] }])).toBe(200);
  expect(await timeline(box.parcelId)).toEqual(['outForDelivery', 'inTransit']);
  expect(await l.parcel(box.outboundId)).toMatchObject({ stage: 'outForDelivery', state: 'shipped' });
  expect(await l.parcel(other.outboundId)).toMatchObject({ stage: 'created', state: 'shipped' });
});

it('says once that the quota is used up, and waits', async () => {
  post.total = post.registered.size;
  const box = await sent('TR-6', 'LP100000006');
  await startDueTracker(l.server.app);
  await l.server.until(
    async () => ((await l.parcel(box.outboundId)).nextTrackAt?.getTime() ?? 0) > Date.now() + 11 * 3_600_000,
  );
  expect(post.registered.has('LP100000006')).toBe(false);
  const list = await l.server.ok(getAlerts, {}, l.world.main);
  expect(list.filter((alert) => alert.key === 'tracker:quota')).toHaveLength(1);
  post.total = 100;
  expect(await l.server.ok(testTracker, {}, l.world.main)).toEqual({ authorized: true, error: null });
  const after = await l.server.ok(getAlerts, {}, l.world.main);
  expect(after.filter((alert) => alert.key === 'tracker:quota')).toHaveLength(0);
});

it('takes news that a carrier pushes, of its own parcels, and asks it to send them', async () => {
  const { companyId, ctx } = l.world.main;
  const { config } = l.server.app;
  const before = { ...config };
  const { connector } = await carrierAccess(l.server.app, ctx, l.accountId);
  const requests: { numbers: readonly string[]; url: string; secret: string }[] = [];
  const box = await sent('TR-7', '', l.channelId);
  const own = await sent('TR-8', 'LP100000008');
  connector.push = {
    subscribe: async (_access, numbers, callback) => void requests.push({ numbers, ...callback }),
    read: ({ body, headers, secret }) => {
      if (headers.sign !== signed(body.toString(), secret)) throw new ConnectorError('ups', 'rejected', 'not signed');
      return JSON.parse(body.toString()) as PushedTracking[];
    },
  };
  try {
    await due(box.outboundId);
    await startDueTracking(l.server.app);
    const [call] = (await l.server.until(async () => requests.length > 0 && requests)) || [];
    if (!call) throw new Error('no request');
    expect(call.numbers).toContain(box.trackingNumber);
    const { key } = await l.world.one<{ key: string }>(
      sql`select push_key as key from carrier_account where company_id = ${companyId} and id = ${l.accountId}`,
    );
    expect(call.url).toMatch(new RegExp(`/api/hooks/carrier/ups/${key}$`));
    // The carrier's event of the label is of now.
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const news = [box, own].map(({ trackingNumber }) => ({
      trackingNumber,
      events: [{ ...event(4, 'customs'), at: soon }],
    }));
    expect(await push(call.url, news, 'forged')).toBe(401);
    expect(await push(call.url, news, call.secret)).toBe(200);
    expect((await l.parcel(box.outboundId)).stage).toBe('customs');
    expect((await l.parcel(own.outboundId)).stage).toBe('created');
    expect(await push(call.url.replace('/ups/', '/yanwen/'), news, call.secret)).toBe(404);
    // Under a new secret of the installation, news of parcels that were announced under the one before still come in.
    Object.assign(config, { secret: 'n'.repeat(32), otherSecrets: [before.secret] });
    expect(await push(call.url, news, 'forged')).toBe(401);
    for (const secret of [call.secret, hookSecret(l.server.app, key)])
      expect(await push(call.url, news, secret)).toBe(200);
    Object.assign(config, { otherSecrets: [] });
    expect(await push(call.url, news, call.secret)).toBe(401);
  } finally {
    delete connector.push;
    Object.assign(config, before);
  }
});

it('is a matter of those who keep carrier accounts, and of one company', async () => {
  const { companyId } = l.world.main;
  const account = { tracker: NAME, keys: { apiKey: '' } };
  const viewer = await l.server.member(companyId, [rights.carrier.view]);
  expect(await l.server.call(saveTracker, { account }, viewer)).toMatchObject({ status: 403 });
  expect(await l.server.call(deleteTracker, {}, viewer)).toMatchObject({ status: 403 });
  const other = await l.server.company();
  expect((await l.server.ok(getTracker, {}, other)).account).toBeNull();
  expect(await l.server.call(saveTracker, { account }, other)).toMatchObject({ status: 400 });
  expect(await l.server.call(saveTracker, { account: { ...account, tracker: 'none' } }, other)).toMatchObject({
    status: 400,
  });
  await save('wrong');
  expect(await l.server.ok(testTracker, {}, l.world.main)).toEqual({ authorized: false, error: 'bad key' });
  // An empty secret keeps the saved one.
  await l.server.ok(saveTracker, { account: { ...account, sandbox: true } }, l.world.main);
  expect(await l.server.ok(testTracker, {}, l.world.main)).toMatchObject({ authorized: false });
  await l.server.ok(deleteTracker, {}, l.world.main);
  expect(await l.server.call(testTracker, {}, l.world.main)).toMatchObject({ status: 404 });
  expect(await l.server.call(publicTracking, { number: 'LP100000001' })).toMatchObject({ status: 404 });
});
