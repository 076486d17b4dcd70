import { CARRIERS } from '@tradewind/connectors/carriers/registry.ts';
import {
  buyLabel,
  closeManifest,
  discardManifest,
  handOverManifest,
  hasAccounts,
  listManifests,
  openManifest,
  printManifest,
  reopenManifest,
  saveChannel,
  saveOrUpdateUpsAuth,
  setDefaultChannel,
  voidLabel,
} from '@tradewind/contract/logistics.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { brokenChecks } from '../../testing/checks.ts';
import { readPages } from '../../testing/pdf-text.ts';
import { makeLine } from '../orders/orders.testing.ts';
import { type LogisticsWorld, openLogistics } from './testing/world.ts';

/** Every carrier that makes a sheet of its own, in front of its stand-in: the call that makes it, as its faults name it. */
const MAKES: Record<string, string> = {
  usps: '/scan-forms/v3/scan-form',
  dhlParcelDe: 'POST /dhlParcelDe/parcel/de/shipping/v2/manifests',
  edis: '/bundle {',
  fedex: '/ship/v1/endofday/',
};
const MAKERS = CARRIERS.filter((one) => one.create({ http: {} }).manifest);

let l: LogisticsWorld;
let orders = 0;
beforeAll(async () => {
  l = await openLogistics();
});
afterAll(() => l.close());
afterEach(async () => {
  l.sandbox.faults.clear();
  expect(await brokenChecks(l.server.app, l.world.main.companyId)).toEqual([]);
});
const ok: LogisticsWorld['server']['ok'] = (call, input, as = l.world.main) => l.server.ok(call, input, as);
const owner = (text: string, values: unknown[] = []) => l.server.app.database.owner.query(text, values);

it('is tried for every carrier that makes one', () => {
  expect(MAKERS.map((one) => one.carrier).toSorted()).toEqual(Object.keys(MAKES).toSorted());
});

describe.each(MAKERS.map((one) => [one.carrier, one] as const))('%s', (code, definition) => {
  if (!hasAccounts(code)) throw new Error(`${code} is missing in the contract`);
  const carrier = code;
  const connector = definition.create({ http: {} });
  beforeAll(async () => {
    const { keys, accountNumber } = definition.sandbox;
    const account = { carrier, name: carrier, accountNumber, keys, sandbox: true };
    const { id: carrierAccountId } = await ok(saveOrUpdateUpsAuth, { account });
    const { platformCode: platformCarrierCode } = definition;
    const { id } = await ok(saveChannel, {
      channel: { name: carrier, carrier, carrierAccountId, platformCarrierCode },
    });
    await ok(setDefaultChannel, { id });
  });

  async function labelled() {
    const { orderId, outboundId } = await l.packed(`SH-${++orders}`, { lines: [makeLine('1', 'SKU-1')] });
    const { id, trackingNumber } = await ok(buyLabel, { outboundId });
    return { orderId, parcelId: id, code: trackingNumber ?? '' };
  }
  /** A manifest of what waits, after those of earlier tests are gone. */
  async function closed(parcels: number) {
    for (const { id, state } of (await ok(listManifests, { carrier })).rows)
      if (state === 'closed') await ok(handOverManifest, { id });
      else if (state === 'open') await ok(discardManifest, { id });
    const boxes = [];
    for (let n = 0; n < parcels; n++) boxes.push(await labelled());
    const { id } = await ok(openManifest, { warehouseId: l.world.warehouseId, carrier, fill: true });
    await ok(closeManifest, { id });
    return { id, boxes };
  }
  async function print(id: number, more: object = {}) {
    const answer = await fetch(`${l.server.url}/api${printManifest.path}`, {
      method: 'POST',
      headers: { token: l.world.main.token, 'content-type': 'application/json' },
      body: JSON.stringify({ id, paper: 'carrier', ...more }),
    });
    const data = Buffer.from(await answer.arrayBuffer());
    const isPdf = answer.headers.get('content-type') === 'application/pdf';
    return { status: answer.status, data, error: isPdf ? '' : JSON.parse(data.toString()).data?.error };
  }
  async function sheetsOf(id: number) {
    const { rows } = await owner(
      `select s.state, array_agg(p.tracking_number order by p.id) as codes from manifest_sheet s
       join manifest_sheet_parcel y on y.company_id = s.company_id and y.sheet_id = s.id
       join parcel p on p.company_id = y.company_id and p.id = y.parcel_id where s.manifest_id = $1 group by s.id, s.state order by s.id`,
      [id],
    );
    return rows as { state: string; codes: string[] }[];
  }

  it('makes one sheet of a closed manifest, whole, however often it is printed', async () => {
    const { id, boxes } = await closed(2);
    const first = await print(id);
    expect([first.status, first.error]).toEqual([200, '']);
    expect(first.data.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await readPages(first.data)).length).toBeGreaterThan(0);
    l.sandbox.faults.set(carrier, { status500: 1, match: MAKES[carrier] ?? '' });
    expect((await print(id)).data).toEqual(first.data);
    expect(await sheetsOf(id)).toEqual([{ state: 'made', codes: boxes.map((box) => box.code) }]);
  });

  it('is asked once by many hands', async () => {
    const { id } = await closed(1);
    const answers = await Promise.all([print(id), print(id), print(id)]);
    for (const one of answers) expect([200, 409]).toContain(one.status);
    expect((await print(id)).status).toBe(200);
    expect(await sheetsOf(id)).toHaveLength(1);
  });

  it('makes no second sheet where its answer was lost', async () => {
    const { id } = await closed(1);
    l.sandbox.faults.set(carrier, { failHalfway: 1, match: MAKES[carrier] ?? '' });
    const lost = await print(id);
    expect(lost.status).toBeGreaterThanOrEqual(400);
    const again = await print(id);
    if (!connector.manifestOnce) {
      expect([lost.error, again.error]).toEqual(Array(2).fill('logistics.manifest.sheetUncertain'));
      expect(await sheetsOf(id)).toMatchObject([{ state: 'uncertain' }]);
      expect((await print(id, { again: true })).status).toBe(200);
    } else if (carrier === 'usps') {
      // USPS shows a form once and refuses its labels for a second one.
      expect([lost.error, again.error]).toEqual(['logistics.manifest.sheetUncertain', 'logistics.carrierRefused']);
      expect(await sheetsOf(id)).toEqual([]);
      return;
    } else expect([again.status, again.error]).toEqual([200, '']);
    expect(await sheetsOf(id)).toMatchObject([{ state: 'made' }]);
  });

  it('leaves out what is on a sheet, and what was voided', async () => {
    const { id, boxes } = await closed(2);
    expect((await print(id)).status).toBe(200);
    await ok(reopenManifest, { id });
    const [later, gone] = [await labelled(), await labelled()];
    await ok(openManifest, { warehouseId: l.world.warehouseId, carrier, fill: true });
    await ok(closeManifest, { id });
    await ok(voidLabel, { parcelId: gone.parcelId });
    expect((await print(id)).error).toBe('');
    const codes = (await sheetsOf(id)).map((sheet) => sheet.codes);
    expect(codes).toEqual([boxes.map((box) => box.code), [later.code]]);
  });

  it('keeps its sheet when a parcel on it is voided afterwards, if the carrier voids it', async () => {
    const { id, boxes } = await closed(2);
    const before = await print(id);
    const [first] = boxes;
    const { voided } = await ok(voidLabel, { parcelId: first?.parcelId ?? 0 });
    expect((await print(id)).data).toEqual(before.data);
    expect((await sheetsOf(id))[0]?.codes).toHaveLength(2);
    const handed = await ok(handOverManifest, { id });
    expect(handed.done).toBe(voided ? 1 : 2);
  });
});
