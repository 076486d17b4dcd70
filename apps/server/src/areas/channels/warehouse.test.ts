import { findMarketplace } from '@tradewind/connectors/marketplaces/registry.ts';
import { rights } from '@tradewind/contract/access/modules.ts';
import { authorizeShop, temuWarehouseAuthorized } from '@tradewind/contract/channels.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../core/context.ts';
import type { Person } from '../../testing/harness.ts';
import { withShop } from './public.ts';
import { type Outside, openOutside } from './testing/sandbox.ts';

let outside: Outside;
let main: Person & { ctx: Ctx };
let shopId: number;

beforeAll(async () => {
  outside = await openOutside();
  main = await outside.server.company('Sellers');
  const temu = findMarketplace('temu');
  const input = { platform: 'temu', region: temu?.regions[0]?.code ?? '', fields: { ...temu?.sandbox.keys } };
  shopId = (await outside.server.ok(authorizeShop, input, main)).shopId;
});
afterAll(() => outside.close());

const allow = (input: { accessToken: string; warehouse: string }, as: Person = main) =>
  outside.server.call(temuWarehouseAuthorized, input, as);
const warehouses = () =>
  withShop(outside.server.app, main.ctx, shopId, async (connector, access) =>
    (await connector.warehouses?.providers(access))?.filter((one) => one.authorized).map((one) => one.code),
  );

describe('a warehouse of Temu', () => {
  it('is refused by a token that its house does not know, and by a member who may not authorize', async () => {
    expect((await allow({ accessToken: 'guessed', warehouse: 'WINIT' })).data).toMatchObject({
      isOk: false,
      reason: 'denied',
    });
    const member = await outside.server.member(main.companyId, [rights.salesChannel.view]);
    expect((await allow({ accessToken: 'cw-1', warehouse: 'WINIT' }, member)).status).toBe(403);
    expect(await warehouses()).toEqual([]);
  });

  it('may ship for the shops once it is allowed; twice is the same', async () => {
    for (let times = 0; times < 2; times++)
      expect((await allow({ accessToken: 'cw-1', warehouse: 'WINIT' })).data).toMatchObject({ isOk: true, shopId });
    expect(await warehouses()).toEqual(['WINIT']);
  });
});
