import { savePaper } from '@tradewind/contract/catalog.ts';
import { saveChannel } from '@tradewind/contract/logistics.ts';
import { checkPapers, printPapers } from '@tradewind/contract/orders.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Decimal } from '../../core/money.ts';
import { readPages } from '../../testing/pdf-text.ts';
import { CN22_LINES, postalForm } from './customs/postal-form.ts';
import { itemsOfEach } from './parcel/facts.ts';
import { scanPages } from './testing/scan.ts';
import { type LogisticsWorld, openLogistics } from './testing/world.ts';

let l: LogisticsWorld;
let channelId = 0;
beforeAll(async () => {
  l = await openLogistics();
  const channel = { name: 'Post', carrier: 'own', platformCarrierCode: 'Post', postal: true } as const;
  channelId = (await ok(saveChannel, { channel })).id;
  await owner(
    `update product set hs_code = '691200', origin = 'CN', declared_value_usd = 4.5, net_weight_kg = 0.25, name_en = 'Mug'
     where company_id = $1`,
  );
});
afterAll(() => l.close());
const ok: LogisticsWorld['server']['ok'] = (call, input, as = l.world.main) => l.server.ok(call, input, as);
const owner = (text: string, more: unknown[] = []) =>
  l.server.app.database.owner.query(text, [l.world.main.companyId, ...more]);

const CANADA = { name: 'Zoé', line1: '1 Rue', city: 'Montréal', state: 'QC', postalCode: 'H2Y 1C6', country: 'CA' };
/** A packed box of the postal channel, with its products. */
async function posted(no: string, shipTo: { country: string } = CANADA) {
  const { orderId, outboundId } = await l.packed(no, { shipTo } as never);
  await owner('update sales_order set channel_id = $2 where company_id = $1 and id = $3', [channelId, orderId]);
  const { rows } = await owner(
    `select p.id, p.sku from outbound_line o join product p on p.company_id = o.company_id and p.id = o.product_id
     where o.company_id = $1 and o.outbound_id = $2`,
    [outboundId],
  );
  return { id: orderId, productId: Number(rows[0].id), sku: String(rows[0].sku) };
}

type Papers = ('customs' | 'battery')[];
async function file(ids: number[], papers: Papers, more: object = {}): Promise<Buffer> {
  const answer = await fetch(`${l.server.url}/api${printPapers.path}`, {
    method: 'POST',
    headers: { token: l.world.main.token, 'content-type': 'application/json' },
    body: JSON.stringify({ ids, papers, ...more }),
  });
  return Buffer.from(await answer.arrayBuffer());
}
const printed = async (ids: number[], papers: Papers, more: object = {}) => readPages(await file(ids, papers, more));
/** What a scanner reads on each page of the customs papers. */
const codes = async (ids: number[]) => (await scanPages(await file(ids, ['customs']))).map((page) => page.code);

describe('forms of the posts', () => {
  it('are CN 22 up to 300 special drawing rights, and CN 23 above or while their rate is unknown', async () => {
    const small = await posted('CN-1');
    expect((await printed([small.id], ['customs'])).join()).toContain('CN 23');
    // 7.12 CNY a dollar, 9.6 CNY a special drawing right: 300 of them are 404.49 USD.
    const onDay = '2020-01-01';
    await owner(
      `insert into exchange_rate (company_id, currency, on_day, to_base, source) values ($1, 'XDR', $2, 9.6, 'manual')`,
      [onDay],
    );
    const [form = '', ...more] = await printed([small.id], ['customs'], { category: 'gift' });
    expect(more).toEqual([]);
    for (const said of ['CN 22', 'DÉCLARATION EN DOUANE', 'Cadeau', 'Mug', '691200', 'CN', 'USD', '1 Rue'])
      expect(form).toContain(said);
    await owner(`update parcel set tracking_number = 'LY123456785CN' where company_id = $1 and order_id = $2`, [
      small.id,
    ]);
    expect(await codes([small.id])).toEqual(['LY123456785CN']);
    await owner('update product set declared_value_usd = 404.5 where company_id = $1');
    const dear = (await printed([small.id], ['customs'])).join();
    expect(await codes([small.id])).toEqual(['LY123456785CN']);
    for (const said of ['CN 23', "Référence en douane de l'expéditeur", 'Frais de port', 'Invoice no.', '691200'])
      expect(dear).toContain(said);
    await owner('update product set declared_value_usd = 4.5 where company_id = $1');
  });

  it('are for the post alone: other channels and parcels at home have none', async () => {
    const { id } = await posted('CN-2');
    await owner('update sales_order set channel_id = null where company_id = $1 and id = $2', [id]);
    const sheet = (await printed([id], ['customs'])).join();
    expect(sheet).toContain('Customs declaration');
    expect(sheet).not.toContain('CN 2');
    const home = await posted('CN-3', { ...CANADA, country: 'US' });
    expect(await ok(checkPapers, { ids: [home.id], papers: ['customs'] })).toEqual({ done: 1, failed: [] });
  });

  it('CN 22 carries nothing above 2 kg, 300 special drawing rights or eight lines', () => {
    const parcel = fc.record({
      valueUsd: fc.integer({ min: 1, max: 80_000 }).map((cents) => (cents / 100).toFixed(2)),
      grams: fc.option(fc.integer({ min: 1, max: 4000 })),
      lines: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(parcel, fc.option(fc.integer({ min: 60, max: 90 })), (one, rate) => {
        const sdr = rate === null ? undefined : new Decimal(rate).div(100);
        const fits =
          sdr !== undefined &&
          one.grams !== null &&
          one.grams <= 2000 &&
          one.lines <= CN22_LINES &&
          Number(one.valueUsd) * 100 * (rate ?? 0) <= 300 * 10_000 + 1e-6;
        expect(postalForm(one, sdr)).toBe(fits ? 'cn22' : 'cn23');
      }),
    );
  });
});

describe('battery papers', () => {
  it('need the battery of each product, and name those that lack it', async () => {
    const { id, productId, sku } = await posted('BA-1');
    const requested = { ids: [id], papers: ['battery'] as Papers };
    expect(await ok(checkPapers, requested)).toEqual({ done: 1, failed: [] });
    await owner('update product set battery = true where company_id = $1');
    const failed = async () => (await ok(checkPapers, requested)).failed[0];
    expect(await failed()).toMatchObject({
      error: 'logistics.paper.batteryFacts',
      reason: expect.stringContaining(sku),
    });
    const report = { productId, kind: 'un383' as const };
    await ok(savePaper, {
      ...report,
      expiresOn: '2020-01-01',
      battery: 'ionInside',
      batteryContent: '10',
      batteryCount: 1,
    });
    expect((await failed())?.error).toBe('logistics.paper.batteryFacts');
    await ok(savePaper, { ...report, battery: 'ionInside', batteryContent: '14.8', batteryCount: 2 });
    const [page = ''] = await printed([id], ['battery']);
    for (const said of ['UN3481', 'PI 967', '14.8 Wh', 'Lithium battery declaration', 'Section II', sku])
      expect(page).toContain(said);
    await owner('update product set battery = false where company_id = $1');
  });

  it('are none for large batteries, nor for loose ones in the post', async () => {
    const { id, productId } = await posted('BA-2');
    await owner('delete from compliance_paper where company_id = $1');
    await owner('update product set battery = true where company_id = $1');
    const problem = async () => (await ok(checkPapers, { ids: [id], papers: ['battery'] })).failed[0]?.error;
    const report = { productId, kind: 'un383' as const, batteryCount: 1 };
    await ok(savePaper, { ...report, battery: 'ionInside', batteryContent: '100.01' });
    expect(await problem()).toBe('logistics.paper.batteryLarge');
    await owner('delete from compliance_paper where company_id = $1');
    await ok(savePaper, { ...report, battery: 'metalAlone', batteryContent: '2' });
    expect(await problem()).toBe('logistics.paper.batteryPost');
    await owner('update sales_order set channel_id = null where company_id = $1 and id = $2', [id]);
    const [page = ''] = await printed([id], ['battery']);
    for (const said of ['UN3090', 'PI 968', '2 g Li', "Shipper's Declaration"]) expect(page).toContain(said);
    await owner('update product set battery = false where company_id = $1');
  });

  it('say to the carrier which battery it is, and nothing where the report does not', async () => {
    const { id, productId } = await posted('BA-4');
    await owner('delete from compliance_paper where company_id = $1');
    await owner('update product set battery = true where company_id = $1');
    const { rows } = await owner('select id from outbound where company_id = $1 and order_id = $2', [id]);
    const outboundId = Number(rows[0].id);
    const carried = async () => (await l.world.tx((tx) => itemsOfEach(tx, [outboundId]))).get(outboundId)?.[0];
    const nothing = await carried();
    expect([nothing?.battery, nothing?.lithium]).toEqual(['inside', undefined]);
    const report = { productId, kind: 'un383' as const, batteryCount: 1 };
    await ok(savePaper, { ...report, battery: 'metalPacked', batteryContent: '2' });
    expect(await carried()).toMatchObject({ battery: 'packed', lithium: { chemistry: 'metal', isSmall: true } });
    await owner('delete from compliance_paper where company_id = $1');
    await ok(savePaper, { ...report, battery: 'ionInside', batteryContent: '100.01' });
    expect(await carried()).toMatchObject({ battery: 'inside', lithium: { chemistry: 'ion', isSmall: false } });
    await owner('update product set battery = false where company_id = $1');
  });

  it('a report says all of a battery or nothing, and other papers say nothing', async () => {
    const { productId } = await posted('BA-3');
    const refused = async (input: object) =>
      (await l.server.call(savePaper, { productId, ...input } as never, l.world.main)).data as unknown as {
        fields: { path: string }[];
      };
    const all = { battery: 'ionPacked', batteryContent: '20', batteryCount: 1 };
    expect((await refused({ kind: 'ce', ...all })).fields[0]?.path).toBe('battery');
    expect((await refused({ kind: 'un383', ...all, batteryContent: null })).fields[0]?.path).toBe('batteryContent');
    expect((await refused({ kind: 'un383', ...all, batteryContent: '0' })).fields[0]?.path).toBe('batteryContent');
    expect((await refused({ kind: 'un383', ...all, batteryCount: null })).fields[0]?.path).toBe('batteryCount');
  });
});

it('prints nothing of another company', async () => {
  const { id } = await posted('CN-9');
  const other = await l.server.company('Elsewhere');
  expect((await ok(checkPapers, { ids: [id], papers: ['customs', 'battery'] }, other)).done).toBe(0);
});
