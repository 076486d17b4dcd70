import { rights } from '@tradewind/contract/access/modules.ts';
import type { InputOf } from '@tradewind/contract/call.ts';
import { savePaper } from '@tradewind/contract/catalog.ts';
import { addAttachment, getAttachment, listAttachments, removeAttachment } from '@tradewind/contract/documents.ts';
import { listExpenseTypes, saveExpense } from '@tradewind/contract/finance.ts';
import { openManifest } from '@tradewind/contract/logistics.ts';
import { savePurchase, saveRequisition, saveSupplier, saveSupplierReturn } from '@tradewind/contract/procurement.ts';
import { addInbound } from '@tradewind/contract/warehouse.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';
import { addShop, makeOrder, type OrderWorld, openWorld, walk } from '../orders/orders.testing.ts';

type Document = InputOf<typeof listAttachments>;
interface Kind {
  docKind: Document['docKind'];
  /** Rights of who adds files, of who only sees them, and of who works beside. */
  change: string;
  see: string;
  beside: string;
  /** What a member's view is narrowed by; undefined where the document belongs to the whole company. */
  scope?: 'shop' | 'warehouse';
}
const KINDS: Kind[] = [
  {
    docKind: 'sales_order',
    change: rights.shopifyOrder.edit,
    see: rights.shopifyOrder.view,
    beside: rights.outbound.pack,
    scope: 'shop',
  },
  {
    docKind: 'sales_return',
    change: rights.salesReturn.inspect,
    see: rights.salesReturn.view,
    beside: rights.shopifyOrder.edit,
    scope: 'shop',
  },
  {
    docKind: 'outbound',
    change: rights.outbound.pack,
    see: rights.outbound.view,
    beside: rights.shopifyOrder.edit,
    scope: 'warehouse',
  },
  {
    docKind: 'inbound',
    change: rights.inbound.receive,
    see: rights.inbound.view,
    beside: rights.outbound.pack,
    scope: 'warehouse',
  },
  {
    docKind: 'manifest',
    change: rights.manifest.add,
    see: rights.manifest.view,
    beside: rights.outbound.pack,
    scope: 'warehouse',
  },
  { docKind: 'product', change: rights.product.edit, see: rights.product.view, beside: rights.shopifyOrder.edit },
  {
    docKind: 'compliance_paper',
    change: rights.product.edit,
    see: rights.product.view,
    beside: rights.supplier.edit,
  },
  { docKind: 'supplier', change: rights.supplier.edit, see: rights.supplier.view, beside: rights.product.edit },
  {
    docKind: 'requisition',
    change: rights.requisition.edit,
    see: rights.requisition.view,
    beside: rights.purchaseOrder.edit,
    scope: 'warehouse',
  },
  {
    docKind: 'purchase_order',
    change: rights.purchaseOrder.edit,
    see: rights.purchaseOrder.view,
    beside: rights.requisition.edit,
    scope: 'warehouse',
  },
  {
    docKind: 'supplier_return',
    change: rights.purchaseOrder.return,
    see: rights.purchaseOrder.view,
    beside: rights.requisition.edit,
    scope: 'warehouse',
  },
  {
    docKind: 'expense',
    change: rights.expense.edit,
    see: rights.expense.view,
    beside: rights.income.edit,
    scope: 'shop',
  },
  {
    docKind: 'income',
    change: rights.income.edit,
    see: rights.income.view,
    beside: rights.expense.edit,
    scope: 'shop',
  },
  {
    docKind: 'fba_case',
    change: rights.fbaShipment.edit,
    see: rights.fbaShipment.view,
    beside: rights.transitLeg.edit,
    scope: 'shop',
  },
  {
    docKind: 'transit_leg',
    change: rights.transitLeg.edit,
    see: rights.transitLeg.view,
    beside: rights.fbaShipment.edit,
    scope: 'warehouse',
  },
];
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');
const JPG = Buffer.from([
  0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xd9,
]);
/** Of what came back photos are kept. */
const fileOf = (docKind: Document['docKind']) => (docKind === 'sales_return' ? JPG : PDF);

let server: TestServer;
let world: OrderWorld;
const ids = {
  sales_order: 0,
  sales_return: 0,
  outbound: 0,
  inbound: 0,
  manifest: 0,
  product: 0,
  fba_case: 0,
  transit_leg: 0,
  compliance_paper: 0,
  supplier: 0,
  requisition: 0,
  purchase_order: 0,
  supplier_return: 0,
  expense: 0,
  income: 0,
};
const places = { shop: [0, 0], warehouse: [0, 0] };

beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { stock: 5 });
  await world.take([makeOrder('1001')]);
  ids.sales_order = await world.idOf('1001');
  await walk(world, ids.sales_order, 'reserve');
  const { id: outboundId } = await world.one<{ id: number }>(
    sql`select id from outbound where company_id = ${world.main.companyId} and order_id = ${ids.sales_order}`,
  );
  ids.outbound = outboundId;
  const arriving = { productId: world.productIds[0] ?? 0, quantity: 1 };
  const notice = { warehouseId: world.warehouseId, kind: 'manual' as const, lines: [arriving] };
  ids.inbound = (await server.ok(addInbound, notice, world.main)).id;
  const made = await server.app.database.owner.query(
    `insert into sales_return (company_id, number, shop_id, order_id, platform, kind, state, wanted, currency, units, requested_at, created_by)
     values ($1, 'RMA-1', $2, $3, 'shopify', 'return', 'approved', 'refund', 'USD', 1, now(), 'test') returning id`,
    [world.main.companyId, world.shop.id, ids.sales_order],
  );
  ids.sales_return = Number(made.rows[0].id);
  const { id: manifestId } = await server.ok(
    openManifest,
    { warehouseId: world.warehouseId, carrier: 'ups' },
    world.main,
  );
  ids.manifest = manifestId;
  ids.product = world.productIds[0] ?? 0;
  const papers = { productId: world.productIds[0] ?? 0, kind: 'ce' as const };
  ids.compliance_paper = (await server.ok(savePaper, papers, world.main)).id;
  ids.supplier = (await server.ok(saveSupplier, { nameEn: 'Potter', currency: 'CNY' }, world.main)).id;
  ids.requisition = (
    await server.ok(saveRequisition, { lines: [{ ...arriving, warehouseId: world.warehouseId }] }, world.main)
  ).id;
  const buy = { productId: arriving.productId, packs: 1, unitPrice: '2' };
  ids.purchase_order = (
    await server.ok(
      savePurchase,
      { supplierId: ids.supplier, warehouseId: world.warehouseId, lines: [buy] },
      world.main,
    )
  ).id;
  const back = { ...arriving, condition: 'good' as const, reason: 'other' as const, unitCredit: '2' };
  ids.supplier_return = (
    await server.ok(
      saveSupplierReturn,
      { supplierId: ids.supplier, warehouseId: world.warehouseId, remedy: 'refund', lines: [back] },
      world.main,
    )
  ).id;
  const { list: types } = await server.ok(listExpenseTypes, {}, world.main);
  for (const side of ['expense', 'income'] as const) {
    const typeId = types.find((type) => type.side === side)?.id ?? 0;
    const part = { shopId: world.shop.id, share: '1' };
    const money = { amount: '10', currency: 'CNY', day: '2026-11-02', lines: [part] };
    ids[side] = (await server.ok(saveExpense, { typeId, ...money }, world.main)).id;
  }
  await transitDocuments();
  places.shop = [world.shop.id, (await addShop(server, world.main.companyId, { name: 'Other shop' })).id];
  const other = await server.app.database.owner.query(
    `insert into warehouse (company_id, code, name, kind, address) values ($1, 'W2', 'Other', 'selfBuilt', '{}') returning id`,
    [world.main.companyId],
  );
  places.warehouse = [world.warehouseId, Number(other.rows[0].id)];
});
afterAll(() => server.close());

async function transitDocuments(): Promise<void> {
  const { companyId } = world.main;
  const insert = async (table: string, row: Record<string, unknown>): Promise<number> => {
    const columns = Object.keys(row);
    const made = await server.app.database.owner.query(
      `insert into ${table} (company_id, ${columns}) values ($1, ${columns.map((_, at) => `$${at + 2}`)}) returning id`,
      [companyId, ...Object.values(row)],
    );
    return Number(made.rows[0].id);
  };
  const created = { created_at: new Date(), created_by: 'test' };
  const place = { warehouse_id: world.warehouseId };
  const shipment = {
    number: 'FBA-1',
    shop_id: world.shop.id,
    marketplace_id: 'US',
    name: 'Spring',
    ...place,
    ...created,
  };
  const shipment_id = await insert('fba_shipment', shipment);
  const owners = { label_owner: 'SELLER', prep_owner: 'NONE' };
  const goods = { product_id: world.productIds[0], seller_sku: 'S', quantity: 2, ...owners };
  const line_id = await insert('fba_line', { shipment_id, ...goods });
  const part_id = await insert('fba_part', { shipment_id, platform_id: 'sh1' });
  const part_line_id = await insert('fba_part_line', { part_id, line_id, quantity: 2 });
  const lost = { number: 'FC-1', kind: 'short', quantity: 1, due_on: '2031-01-01', created_at: new Date() };
  ids.fba_case = await insert('fba_case', { shipment_id, part_line_id, ...lost });
  const leg = { number: 'TR-1', supplier: 'Potter', mode: 'sea', ...place, ...created };
  ids.transit_leg = await insert('transit_leg', leg);
}

/** A member who sees only the document's own shop or warehouse (0) or only the other (1). */
async function member(right: string, { scope }: Kind, place: 0 | 1 = 0): Promise<Person> {
  const person = await server.member(world.main.companyId, [right]);
  if (scope)
    await server.app.database.owner.query(
      'insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, $3, $4)',
      [person.companyId, person.userId, scope, places[scope][place]],
    );
  return person;
}

async function upload(as: Person, { docKind, docId }: Document, file = fileOf(docKind)) {
  const form = new FormData();
  form.set('docKind', docKind);
  form.set('docId', String(docId));
  form.set('file', new Blob([new Uint8Array(file)]), '合格证.pdf');
  const headers = { token: as.token };
  const answer = await fetch(`${server.url}/api${addAttachment.path}`, { method: 'POST', headers, body: form });
  return { status: answer.status, ...((await answer.json()) as { data: { id: number } }) };
}

async function download(as: Person, id: number) {
  const answer = await fetch(`${server.url}/api${getAttachment.path}?id=${id}`, { headers: { token: as.token } });
  return { status: answer.status, data: Buffer.from(await answer.arrayBuffer()) };
}

it.each(KINDS.map((kind) => [kind.docKind, kind] as const))(
  '%s: is seen and changed by its own rights',
  async (_, kind) => {
    const document: Document = { docKind: kind.docKind, docId: ids[kind.docKind] };
    const worker = await member(kind.change, kind);
    const reader = await member(kind.see, kind);
    const beside = await server.member(world.main.companyId, [kind.beside]);

    const made = await upload(worker, document);
    expect(made.status).toBe(200);
    expect((await server.ok(listAttachments, document, worker)).mayChange).toBe(true);
    const observed = await server.ok(listAttachments, document, reader);
    expect(observed).toMatchObject({
      files: [{ name: '合格证.pdf', bytes: fileOf(kind.docKind).length }],
      mayChange: false,
    });
    expect((await download(reader, made.data.id)).data).toEqual(fileOf(kind.docKind));

    expect((await upload(reader, document)).status).toBe(403);
    expect((await server.call(removeAttachment, { id: made.data.id }, reader)).status).toBe(403);
    expect((await server.call(listAttachments, document, beside)).status).toBe(403);
    expect((await download(beside, made.data.id)).status).toBe(403);

    await server.ok(removeAttachment, { id: made.data.id }, worker);
    expect((await server.ok(listAttachments, document, reader)).files).toEqual([]);
  },
);

it.each(KINDS.filter((kind) => kind.scope).map((kind) => [kind.docKind, kind] as const))(
  '%s: does not exist for who sees other shops and warehouses',
  async (_, kind) => {
    const document: Document = { docKind: kind.docKind, docId: ids[kind.docKind] };
    const made = await upload(world.main, document);
    const elsewhere = await member(kind.change, kind, 1);
    expect((await server.call(listAttachments, document, elsewhere)).status).toBe(404);
    expect((await download(elsewhere, made.data.id)).status).toBe(404);
    expect((await upload(elsewhere, document)).status).toBe(404);
    expect((await server.call(removeAttachment, { id: made.data.id }, elsewhere)).status).toBe(404);
  },
);

it.each(KINDS.map((kind) => [kind.docKind, kind] as const))(
  '%s: does not exist for other companies',
  async (_, kind) => {
    const document: Document = { docKind: kind.docKind, docId: ids[kind.docKind] };
    const made = await upload(world.main, document);
    const other = await server.company('Other');
    expect((await server.call(listAttachments, document, other)).status).toBe(404);
    expect((await download(other, made.data.id)).status).toBe(404);
    expect((await upload(other, document)).status).toBe(404);
  },
);

it('sales_return: takes photos only', async () => {
  const document: Document = { docKind: 'sales_return', docId: ids.sales_return };
  const refused = await upload(world.main, document, PDF);
  expect(refused).toMatchObject({ status: 400, data: { fields: [{ path: 'file' }] } });
});
