import { getOrder, orderCustoms, saveOrderCustoms, signOrders } from '@tradewind/contract/orders.ts';
import { chooseWmsMethods } from '@tradewind/contract/wms.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outboundPayload } from './payload.ts';
import { openProvider, type ProviderWorld } from './wms.testing.ts';

let p: ProviderWorld;
beforeAll(async () => {
  p = await openProvider();
  const choices = [{ channelId: 0, methodCode: 'ECO' }];
  await p.server.ok(chooseWmsMethods, { houseId: p.houseId, choices }, p.world.main);
});
afterAll(() => p.close());

it('a provider is sent what a person entered for the order, and what the product declares for the rest', async () => {
  const { orderId: id, outboundId } = await p.reserved(2);
  const sent = async () => {
    const made = await p.world.tx((tx) => outboundPayload(tx, outboundId));
    return made.ok ? made.payload.items : made.problem;
  };
  expect(await sent()).toMatchObject([{ declaredUsd: '4.50', quantity: 2 }]);
  const [line] = (await p.server.ok(orderCustoms, { id }, p.world.main)).list;
  const { lineId = 0, productId = 0 } = line ?? {};
  const { version } = await p.server.ok(getOrder, { id }, p.world.main);
  await p.server.ok(saveOrderCustoms, { id, version, lineId, productId, hsCode: '691200' }, p.world.main);
  expect(await sent()).toMatchObject([{ declaredUsd: '4.50', hsCode: '691200' }]);
  await p.server.ok(
    saveOrderCustoms,
    { id, version: version + 1, lineId, productId, hsCode: '691200', valueUsd: '3.2' },
    p.world.main,
  );
  expect(await sent()).toMatchObject([{ declaredUsd: '3.20', hsCode: '691200' }]);
});

it('a provider is asked for the signature that an order wants, and one that offers none is not sent the order', async () => {
  const { orderId, outboundId } = await p.reserved(1);
  const sent = () => p.world.tx((tx) => outboundPayload(tx, outboundId));
  expect(await sent()).not.toHaveProperty('payload.signature');
  await p.server.ok(signOrders, { ids: [orderId], signature: true }, p.world.main);
  expect(await sent()).toMatchObject({ ok: true, payload: { signature: true } });
  await p.server.app.database.owner.query(`update wms_connection set provider = 'winit' where company_id = $1`, [
    p.world.main.companyId,
  ]);
  expect(await sent()).toMatchObject({ ok: false, problem: { code: 'wms.noSignature' } });
});
