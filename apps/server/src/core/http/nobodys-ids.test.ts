import { type Call, isReading } from '@tradewind/contract/call.ts';
import { calls } from '@tradewind/contract/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBusyWorld } from '../../areas/integrity/integrity.testing.ts';
import { type OrderWorld, openWorld } from '../../areas/orders/orders.testing.ts';
import { createInbound } from '../../areas/warehouse/public.ts';
import { callOver, ownServer, type TestServer } from '../../testing/harness.ts';
import { rowsOf, sampleInput, shapeOf } from './matrix.testing.ts';

/** Answer that it is done though the ids are nobody's, on purpose. A call that comes here has to say why. */
const SAYS_DONE = new Map<string, string>([
  ['messages.readMessage', 'a message that was deleted meanwhile is as good as read'],
  ['messages.delMessage', 'a message that was deleted meanwhile is deleted'],
  ['messages.changeAlert', 'an alert that was ended meanwhile is ended'],
  ['orders.orderRules', 'an order of the company’s own rules, in which a rule deleted meanwhile counts for nothing'],
]);
/** Calls whose lists narrow what a file holds, or what a reading answers: nothing is done to these rows. */
const reads = ({ key, call }: { key: string; call: Call }) => isReading(call) || /\.(export|print)/.test(key);

/** What a call needs beside that, so that it is the ids that are refused. */
const ALSO: Record<string, object> = {
  'warehouse.addCount': { kind: 'chosen' },
  'warehouse.cancelOutboundsCall': { reason: 'other' },
  'returns.setReturnReason': { reason: 'damaged' },
};

/** Every call that takes a list of ids, once for each list. */
const lists = calls.flatMap(({ area, name, call }: { area: string; name: string; call: Call }) => {
  return Object.entries(shapeOf(call).properties ?? {})
    .filter(([, one]) => one.type === 'array' && /^(integer|number)$/.test(one.items?.type ?? ''))
    .map(([field]) => ({ key: `${area}.${name}`, field, call }));
});
const acting = lists.filter((one) => !reads(one));

let server: TestServer;
let busy: OrderWorld;
let own: OrderWorld;
let input: Record<string, unknown>;
const owner = () => server.app.database.owner;
/** From here on up ids are of the company that asks; those below are of the other one, or of nobody. */
const OWN_FROM = 100_000;

beforeAll(async () => {
  server = await ownServer();
  busy = await openBusyWorld(server);
  const goods = [{ productId: busy.productIds[0] ?? 0, quantity: 3 }];
  await busy.tx((tx) => createInbound(tx, { warehouseId: busy.warehouseId, kind: 'manual', lines: goods }));
  await owner().query(
    `insert into scan_log (company_id, device, seq, kind, payload, scanned_at, received_at, outcome, code, user_id, actor)
     values ($1, 'gun', 1, 'pick', '{}', now(), now(), 'refused', 'warehouse.notPicking', 0, 'test')`,
    [busy.main.companyId],
  );
  await owner().query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, ${OWN_FROM}) from pg_sequences
     where schemaname in ('public', 'graphile_worker') and coalesce(last_value, 0) < ${OWN_FROM}`,
  );
  own = await openWorld(server, { stock: 1 });
  input = await around();
});
afterAll(() => server.close());

/** What many calls take beside the ids, of the company that asks. */
async function around(): Promise<Record<string, unknown>> {
  const { companyId } = own.main;
  const one = async (statement: string) => Number((await owner().query(statement, [companyId])).rows[0]?.id);
  const channelId = await one(
    `insert into shipping_channel (company_id, name, carrier, platform_carrier_code) values ($1, 'Own', 'own', '') returning id`,
  );
  const tagId = await one(`insert into order_tag (company_id, name) values ($1, 'Own') returning id`);
  return {
    ...{ warehouseId: own.warehouseId, assigneeId: own.main.userId, channelId, add: [tagId], safety: 1, maxAgeDays: 1 },
  };
}

/** Whatever an answer counts as done. */
function doneIn(data: unknown): string[] {
  if (!data || typeof data !== 'object') return [];
  return Object.entries(data).flatMap(([name, value]) => {
    if (name === 'failed' || name === 'error') return [];
    const much = Array.isArray(value) ? value.length > 0 : value === true || (typeof value === 'number' && value > 0);
    return much ? [`${name}: ${JSON.stringify(value).slice(0, 60)}`] : [];
  });
}

describe('calls that act on a list of ids', () => {
  it('are found in the contract', () => {
    expect(acting.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['warehouse.settleScans', 'orders.cancelOrders', 'integrity.cancelJobs']),
    );
    expect([...SAYS_DONE.keys()].filter((key) => !acting.some((one) => one.key === key))).toEqual([]);
  });

  const wholes = { nobody: [987_654_321], 'another company': Array.from({ length: 20 }, (_, i) => i + 1) };
  it.each(Object.entries(wholes))('report nothing as done for ids of %s', async (_whose, ids) => {
    const before = await rowsOf(server.app.database.owner, busy.main.companyId);
    const wrong: string[] = [];
    for (const { key, field, call } of acting) {
      const fields = Object.keys(shapeOf(call).properties ?? {});
      const more = Object.fromEntries(Object.entries(input).filter(([name]) => fields.includes(name)));
      const sent = { ...sampleInput(call), ...more, ...ALSO[key], [field]: ids };
      const answer = await callOver(server.url, call, sent, own.main.token);
      const done = answer.code === 200 ? doneIn(answer.data) : [];
      if (answer.status >= 500 || done.length > 0 !== SAYS_DONE.has(key))
        wrong.push(`${key} ${field}: ${answer.status} ${answer.msg} ${done.join(' ')}`);
    }
    expect(wrong).toEqual([]);
    expect(await rowsOf(server.app.database.owner, busy.main.companyId)).toEqual(before);
  });
});
