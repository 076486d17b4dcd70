import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { adjustOptions, adjustStock } from '@tradewind/contract/stock.ts';
import { listStockWarnings } from '@tradewind/contract/stock-views.ts';
import { saveLeg } from '@tradewind/contract/transit.ts';
import {
  addCount,
  countLocationCall,
  countWork,
  saveAssembly,
  saveTransfer,
  startCount,
  submitCount,
} from '@tradewind/contract/warehouse.ts';
import type { Person, TestServer } from '../../testing/harness.ts';
import { A4_PAGE, drawPdf } from '../pdf.ts';

interface Place {
  server: TestServer;
  main: Person;
  /** Hidden in the list of open ones. */
  warehouseId: number;
  secondWarehouseId: number;
  shopId: number;
  productId: number;
  /** Another product. */
  otherId: number;
  sku: string;
}

/** Documents of a warehouse with their printed documents: the input that makes each file. */
export async function warehousePapers(place: Place): Promise<Record<string, Record<string, unknown>>> {
  const { server, main, warehouseId, secondWarehouseId, productId } = place;
  const count = await server.ok(addCount, { warehouseId, kind: 'chosen', productIds: [productId] }, main);
  await server.ok(startCount, { id: count.id }, main);
  const { places } = await server.ok(countWork, { id: count.id }, main);
  const items = [{ code: place.sku, quantity: 1 }];
  for (const { code: locationCode } of places)
    await server.ok(countLocationCall, { countId: count.id, locationCode, items }, main);
  await server.ok(submitCount, { id: count.id }, main);
  await wantingAndDamaged(place);
  const lines = [{ productId, quantity: 1 }];
  const transfer = await server.ok(saveTransfer, { fromId: warehouseId, toId: secondWarehouseId, lines }, main);
  const kit = await server.ok(
    saveAssembly,
    { kind: 'assemble', warehouseId, productId, quantity: 1, lines: [{ productId: place.otherId, each: 1 }] },
    main,
  );
  await server.ok(saveLeg, { fromWarehouseId: warehouseId, warehouseId: secondWarehouseId, mode: 'sea', lines }, main);
  const { shipment, part } = await shipmentToFba(place);
  return {
    'wms.wmsInboundLabels': { inboundId: await asnAtProvider(place) },
    'warehouse.printCount': { id: count.id },
    'warehouse.printTransfer': { id: transfer.id },
    'warehouse.printAssembly': { id: kit.id },
    'transit.fbaBoxLabels': { id: shipment, partId: part },
    'transit.fbaUnitLabels': { id: shipment },
  };
}

/** Damaged goods, and fewer good ones than shall always be there. */
async function wantingAndDamaged({ server, main, warehouseId, productId }: Place): Promise<void> {
  // Not by its call, which names the warehouse in the audit log: that is the company's.
  await server.app.database.owner.query(
    `insert into stock_limit (company_id, warehouse_id, product_id, safety, updated_at, actor) values ($1, $2, $3, 100000, now(), 'test')`,
    [main.companyId, warehouseId, productId],
  );
  const [place] = await server.ok(adjustOptions, { warehouseId }, main);
  const line = { productId, locationId: place?.id ?? 0, condition: 'damaged' as const, delta: 1 };
  await server.ok(adjustStock, { warehouseId, reason: 'found', lines: [line] }, main);
  await server.until(async () => (await server.ok(listStockWarnings, {}, main)).total > 0, 60);
}

/** An ASN for a provider's warehouse; the provider answers every call with labels. */
async function asnAtProvider({ server, main, warehouseId }: Place): Promise<number> {
  const { data } = await drawPdf({ name: 'cartons', page: A4_PAGE }, (pdf) => void pdf.addPage());
  const answer = JSON.stringify({ code: 0, data: { label_image: data.toString('base64'), image_type: 'pdf' } });
  const provider = createServer((_request, response) => void response.end(answer)).listen(0, '127.0.0.1');
  provider.unref();
  await once(provider, 'listening');
  server.app.config.sandboxUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const { rows } = await server.app.database.owner.query<{ id: number }>(
    `with account as (insert into wms_connection (company_id, provider, name, keys, push_token, sandbox, state, created_at)
       values ($1, 'goodcang', 'labels', $3, 'labels', true, 'authorized', now()) returning id),
     notice as (insert into inbound (company_id, number, warehouse_id, kind, state, created_at, created_by)
       values ($1, 'IN-LABELS', $2, 'manual', 'notice', now(), 'test') returning id)
     insert into wms_order (company_id, connection_id, warehouse_id, kind, doc_id, client_no, state, provider_no, created_at)
     select $1, account.id, $2, 'inbound', notice.id, 'IN-LABELS', 'sent', 'RV1', now() from account, notice returning doc_id as id`,
    [main.companyId, warehouseId, server.app.vault.seal({ appKey: 'k', appToken: 't' })],
  );
  return Number(rows[0]?.id ?? 0);
}

/** A shipment that Amazon has given its labels for. */
async function shipmentToFba({ server, main, warehouseId, shopId, productId }: Place) {
  const { data } = await drawPdf({ name: 'labels', page: A4_PAGE }, (pdf) => void pdf.addPage());
  const labels = await server.app.files.put(main.companyId, 'labels.pdf', data);
  const { rows } = await server.app.database.owner.query<{ shipment: number; part: number }>(
    `with made as (insert into fba_shipment (company_id, number, shop_id, marketplace_id, warehouse_id, name, state, created_at, created_by)
       values ($1, 'FBA-1', $2, 'ATVPDKIKX0DER', $3, 'Spring', 'transport', now(), 'test') returning id),
     line as (insert into fba_line (company_id, shipment_id, product_id, seller_sku, quantity, label_owner, prep_owner, fnsku)
       select $1, id, $4, 'S-1', 1, 'SELLER', 'NONE', 'X001ABCDEF' from made)
     insert into fba_part (company_id, shipment_id, platform_id, confirmation_id, labels_key)
     select $1, id, 'sh1', 'FBA1', $5 from made returning shipment_id as shipment, id as part`,
    [main.companyId, shopId, warehouseId, productId, labels],
  );
  return rows[0] ?? { shipment: 0, part: 0 };
}
