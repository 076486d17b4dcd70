import { listFba, listLegs } from '@tradewind/contract/transit.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ctx, systemContext } from '../../core/context.ts';
import { explained } from '../../testing/explain.ts';
import { type TestServer, testServer } from '../../testing/harness.ts';
import { addShop } from '../orders/orders.testing.ts';
import { type Floor, openFloor, openSecond } from '../warehouse/warehouse.testing.ts';
import { fbaPage } from './fba/read.ts';
import { legs } from './leg/list.ts';

/** Enough for the database to choose as it does with hundreds of thousands. */
const DOCUMENTS = 20_000;
const PRODUCTS = 1_000;
/** Rows that a part of a statement may touch where a text names a few. */
const TOUCHED = 100;

let server: TestServer;
let floor: Floor;
let ctx: Ctx;
beforeAll(async () => {
  server = await testServer();
  floor = await openFloor(server, { products: PRODUCTS });
  const { companyId } = floor.main;
  ctx = systemContext(companyId, 'test');
  const { owner } = server.app.database;
  const shop = await addShop(server, companyId, { platform: 'amazon' });
  const second = await openSecond(floor);
  await owner.query(
    `with made as (insert into fba_shipment (company_id, number, shop_id, marketplace_id, warehouse_id, name, state, created_at, created_by)
       select $1, 'FB' || lpad(n::text, 6, '0'), $2, 'ATVPDKIKX0DER', $3, case when n = 7 then 'Ökologisch 春季' else 'Spring ' || n end, 'closed', now(), 'test'
       from generate_series(1, $4::int) n returning id, number),
     lines as (insert into fba_line (company_id, shipment_id, product_id, seller_sku, quantity, label_owner, prep_owner)
       select $1, id, $5, 'Sku-' || number, 1, 'NONE', 'NONE' from made)
     insert into fba_part (company_id, shipment_id, platform_id, confirmation_id) select $1, id, 'sh', 'FBA' || number from made`,
    [companyId, shop.id, floor.warehouseId, DOCUMENTS, floor.productIds[0]],
  );
  await owner.query(
    `with made as (insert into transit_leg (company_id, number, from_warehouse_id, warehouse_id, state, mode, forwarder, container, tracking_number, created_at, created_by)
       select $1, 'LG' || lpad(n::text, 6, '0'), $2, $3, 'received', 'sea', case when n = 7 then 'Grüne Fähre' else 'Line ' || n end,
         case when n % 2 = 0 then 'CSNU' || n else '' end, case when n % 2 = 1 then 'Tr' || n else '' end, now(), 'test'
       from generate_series(1, $4::int) n returning id, number)
     insert into transit_leg_line (company_id, leg_id, product_id, quantity)
     select $1, id, ($5::bigint[])[1 + right(number, 6)::int % $6::int], 1 from made`,
    [companyId, floor.warehouseId, second.warehouseId, DOCUMENTS, floor.productIds, PRODUCTS],
  );
  await owner.query('vacuum analyze product, fba_shipment, fba_line, fba_part, transit_leg, transit_leg_line');
});
afterAll(() => server.close());

const PAGE = { page: 1, pageSize: 50 };
const read = (work: Parameters<typeof explained>[2], big: string[]) =>
  explained(server.app.database, ctx, work, { big, touched: TOUCHED });

describe('a text finds', () => {
  it.each([
    ['its number', 'fb000012', ['FB000012']],
    ['its name, in large letters or small', 'SPRING 12345', ['FB012345']],
    ['its name in other letters', 'ökologisch 春', ['FB000007']],
    ["a part's number at Amazon", 'fbafb000013', ['FB000013']],
    ['a SKU as it is written', 'Sku-FB000014', ['FB000014']],
    ['nothing', 'pring', []],
  ])('a shipment by %s', async (_by, text, numbers) => {
    const { rows, total } = await server.ok(listFba, { text }, floor.main);
    expect([rows.map((row) => row.number), total]).toEqual([numbers, numbers.length]);
    expect(await read((tx) => fbaPage(tx, ctx, { ...PAGE, text }), ['fba_shipment', 'fba_line'])).toEqual([]);
  });
  it.each([
    ['its number', 'lg000012', ['LG000012']],
    ['its forwarder, in large letters or small', 'LINE 19999', ['LG019999']],
    ['its forwarder in other letters', 'GRÜNE', ['LG000007']],
    ['its container', 'csnu19998', ['LG019998']],
    ['its tracking number as it is written', 'Tr19997', ['LG019997']],
    ['nothing', 'tr19997', []],
  ])('a leg by %s', async (_by, text, numbers) => {
    const { rows, total } = await server.ok(listLegs, { text }, floor.main);
    expect([rows.map((row) => row.number), total]).toEqual([numbers, numbers.length]);
    expect(await read((tx) => legs.page(tx, { ...PAGE, text }), ['transit_leg', 'transit_leg_line'])).toEqual([]);
  });
  it('legs by a SKU of their goods, the newest first', async () => {
    const { rows, total } = await server.ok(listLegs, { text: 'p-998' }, floor.main);
    expect([rows[0]?.number, total]).toEqual(['LG019997', DOCUMENTS / PRODUCTS]);
    expect(await read((tx) => legs.page(tx, { ...PAGE, text: 'p-998' }), ['transit_leg', 'transit_leg_line'])).toEqual(
      [],
    );
  });
});
