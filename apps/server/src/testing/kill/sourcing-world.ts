import type { Call, InputOf, ResultOf } from '@tradewind/contract/call.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { callOver } from '../harness.ts';
import { addWarehouse, type KillWorld, makeWorld } from './world.ts';

export interface SourcingWorld extends Omit<KillWorld, 'shopIds'> {
  supplierId: number;
  warehouseId: number;
  productId: number;
}

/** What the stand-in of 1688 sells from the start. */
const OFFER = { offerId: '682710045501', shop: '义乌小山家居', price: '9.8' };

/** A company that buys one product in a shop of the stand-in's 1688, with its account authorized. */
export const makeSourcingWorld = (port: number, sandboxUrl: string): Promise<SourcingWorld> =>
  makeWorld(port, sandboxUrl, async ({ app, url, companyId, token }) => {
    const ok = async <C extends Call>(call: C, input: InputOf<C>): Promise<ResultOf<C>> => {
      const answer = await callOver(url, call, input, token);
      if (answer.code !== 200) throw new Error(`${call.path}: ${answer.msg} ${JSON.stringify(answer.data)}`);
      return answer.data;
    };
    const begun = await callOver(url, calls.connectSourcing, { origin: url }, token);
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
    const allowed = await fetch(`${begun.data.consentUrl}&auto=1`, { redirect: 'manual' });
    await fetch(allowed.headers.get('location') ?? '', { redirect: 'manual', headers: { cookie } });
    const warehouseId = await addWarehouse(app, companyId);
    const products = await app.database.owner.query(
      `insert into product (company_id, sku, name_zh, name_en) values ($1, 'MUG', '马克杯', 'Mug') returning id`,
      [companyId],
    );
    const productId = (products.rows[0] as { id: number }).id;
    const { offerId, shop, price } = OFFER;
    const supplier = { nameEn: 'Hill', currency: 'CNY', shop1688: shop };
    const { id: supplierId } = await ok(calls.saveSupplier, supplier);
    const [spec] = (await ok(calls.sourcingOffer, { offerId })).specs;
    await ok(calls.saveSupplierPrice, {
      ...{ supplierId, productId, offerId, specId: spec?.specId ?? '', validFrom: '2026-01-01' },
      breaks: [{ fromQuantity: 1, unitPrice: price }],
    });
    return { supplierId, warehouseId, productId };
  });
