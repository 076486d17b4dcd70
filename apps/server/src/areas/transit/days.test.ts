import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { Fail } from '../../core/errors.ts';
import { type TestServer, testServer } from '../../testing/harness.ts';
import { openFloor } from '../warehouse/warehouse.testing.ts';
import { placeShipment } from './fba/save.ts';
import { saveDraft } from './leg/legs.ts';
import { legs } from './leg/list.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const readyFor = async (tx: Tx, id: number, readyOn: string) => {
  try {
    await placeShipment(tx, { id, placementId: 'none', readyOn });
    return undefined;
  } catch (error) {
    if (!(error instanceof Fail)) throw error;
    return error.fields?.[0]?.code;
  }
};

describe.each([
  {
    zone: 'Pacific/Kiritimati',
    at: '2026-03-10T23:30:00Z',
    before: '2026-03-10',
    today: '2026-03-11',
    after: '2026-03-12',
  },
  {
    zone: 'Pacific/Pago_Pago',
    at: '2026-03-10T05:00:00Z',
    before: '2026-03-08',
    today: '2026-03-09',
    after: '2026-03-10',
  },
])('days of a company in $zone', ({ zone, at, before, today, after }) => {
  it('decide when goods can be ready for Amazon, and how late a first leg is', async () => {
    const floor = await openFloor(server, { products: 1 });
    await server.app.database.owner.query('update company set time_zone = $2 where id = $1', [
      floor.main.companyId,
      zone,
    ]);
    const ctx = { ...systemContext(floor.main.companyId, 'test'), now: () => new Date(at) };
    await server.app.database.inCompany(ctx, async (tx) => {
      const shop = await tx.row<{
        id: number;
      }>(sql`insert into shop (company_id, platform, region, name, account, module_id, state)
        values (${sql.company}, 'amazon', 'US', 'Harbor', 'harbor', 402, 'authorized') returning id`);
      const row = await tx.row<{
        id: number;
      }>(sql`insert into fba_shipment (company_id, number, shop_id, marketplace_id,
          warehouse_id, name, state, created_at, created_by)
        values (${sql.company}, 'FBA-1', ${shop?.id ?? 0}, 'ATVPDKIKX0DER', ${floor.warehouseId}, 'Spring', 'packed', ${tx.now}, 'test')
        returning id`);
      const refusals = [await readyFor(tx, row?.id ?? 0, today), await readyFor(tx, row?.id ?? 0, after)];
      expect(refusals).toEqual(['transit.dayTooSoon', 'transit.noOption']);

      const late = async (etaOn: string) => {
        const { id } = await saveDraft(tx, {
          ...{ fromWarehouseId: null, supplier: 'Porto', warehouseId: floor.warehouseId, mode: 'sea', forwarder: '' },
          ...{ container: '', trackingNumber: '', cartons: 0, departOn: null, etaOn, remark: '', costs: [] },
          lines: [{ productId: floor.productIds[0] ?? 0, quantity: 1, goodsCost: '1' }],
        });
        await tx.rows(sql`update transit_leg set state = 'submitted' where company_id = ${sql.company} and id = ${id}`);
        return (await legs.one(tx, id)).lateDays;
      };
      expect([await late(before), await late(today)]).toEqual([1, 0]);
    });
  });
});
