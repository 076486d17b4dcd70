import { saveCustoms } from '@tradewind/contract/catalog.ts';
import { getOrder, orderCustoms, printPapers, saveOrderCustoms } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPages } from '../../testing/pdf-text.ts';
import { itemsOf, linesOfOutbound } from './parcel/facts.ts';
import { type LogisticsWorld, openLogistics } from './testing/world.ts';

let l: LogisticsWorld;
beforeAll(async () => {
  l = await openLogistics();
});
afterAll(() => l.close());

const CANADA = { name: 'Zoé', line1: '1 Rue', city: 'Montréal', state: 'QC', postalCode: 'H2Y 1C6', country: 'CA' };
const ok: LogisticsWorld['server']['ok'] = (call, input, as = l.world.main) => l.server.ok(call, input, as);

it('a label, an invoice and a customs paper declare what a person entered for the order', async () => {
  const box = await l.packed('LC-1', { shipTo: CANADA });
  const id = box.orderId;
  const [line] = (await ok(orderCustoms, { id })).list;
  const { lineId = 0, productId = 0 } = line ?? {};
  await ok(saveCustoms, { productId, country: 'CA', hsImport: '111100', nameEn: 'Lamp', value: '7.75', origin: 'CN' });
  const own = { nameEn: 'Stoneware mug', hsCode: '6912009000', origin: 'VN', valueUsd: '3.25' };
  await ok(saveOrderCustoms, { id, version: (await ok(getOrder, { id })).version, lineId, productId, ...own });
  const items = await l.server.app.database.inCompany(l.world.main.ctx, (tx) =>
    itemsOf(tx, linesOfOutbound(box.outboundId)),
  );
  expect(items).toMatchObject([
    { description: 'Stoneware mug', hsCode: '6912009000', unitValueUsd: '3.25', originCountry: 'VN' },
  ]);
  for (const paper of ['invoice', 'customs'] as const) {
    const text = await printed(id, paper);
    for (const said of ['Stoneware mug', '3.25 USD']) expect(text).toContain(said);
    expect(text).not.toContain('Lamp');
  }
  expect(await printed(id, 'customs')).toContain('6912009000');
});

async function printed(id: number, paper: 'invoice' | 'customs'): Promise<string> {
  const answer = await fetch(`${l.server.url}/api${printPapers.path}`, {
    method: 'POST',
    headers: { token: l.world.main.token, 'content-type': 'application/json' },
    body: JSON.stringify({ ids: [id], papers: [paper] }),
  });
  return (await readPages(Buffer.from(await answer.arrayBuffer()))).join('\n');
}
