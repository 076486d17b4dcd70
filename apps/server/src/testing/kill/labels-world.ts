import { CARRIERS } from '@tradewind/connectors/carriers/registry.ts';
import { rights } from '@tradewind/contract/access/modules.ts';
import { hasAccounts, saveChannel, saveOrUpdateUpsAuth } from '@tradewind/contract/logistics.ts';
import { addShop, makeLine, makeOrder, mapProducts, openWorld, walk } from '../../areas/orders/orders.testing.ts';
import { sql } from '../../core/database/sql.ts';
import { serverOn } from '../harness.ts';
import { type KillWorld, makeWorld } from './world.ts';

/** A packed box, to be sent by a carrier. */
export interface CarrierBox {
  carrier: string;
  channelId: number;
  outboundId: number;
  reference: string;
  /** The carrier shows a label only when it is bought. */
  labelOnce: boolean;
}

export type LabelsWorld = Omit<KillWorld, 'shopIds'> & { boxes: CarrierBox[] };

/** A company with an account, a channel and a packed box of an eBay order at every carrier that sells labels. */
export const makeLabelsWorld = (port: number, sandboxUrl: string): Promise<LabelsWorld> =>
  makeWorld(port, sandboxUrl, async ({ app, url }) => {
    const server = serverOn(app, url);
    const world = await openWorld(server, { stock: 50 });
    const { main } = world;
    const shop = await addShop(server, main.companyId, { platform: 'ebay', moduleId: rights.ebayOrder.id });
    await mapProducts(server, main.companyId, shop.id);
    const boxes: CarrierBox[] = [];
    for (const { carrier, sandbox, platformCode, create } of CARRIERS) {
      if (!hasAccounts(carrier)) throw new Error(`${carrier} is missing in the contract`);
      const account = {
        carrier,
        name: carrier,
        accountNumber: sandbox.accountNumber,
        keys: sandbox.keys,
        sandbox: true,
      };
      const { id: carrierAccountId } = await server.ok(saveOrUpdateUpsAuth, { account }, main);
      const channel = { name: `By ${carrier}`, carrier, carrierAccountId, platformCarrierCode: platformCode };
      const { id: channelId } = await server.ok(saveChannel, { channel }, main);
      await world.take([makeOrder(`K-${carrier}`, { lines: [makeLine(`line-${carrier}`, 'SKU-1')] })], shop);
      await walk(world, await world.idOf(`K-${carrier}`), 'pack');
      const { outboundId, reference } = await world.one<{ outboundId: number; reference: string }>(
        sql`select outbound_id, reference from parcel where company_id = ${main.companyId} and order_no = ${`K-${carrier}`}`,
      );
      boxes.push({ carrier, channelId, outboundId, reference, labelOnce: create({ http: {} }).labelOnce === true });
    }
    return { companyId: main.companyId, token: main.token, boxes };
  });
