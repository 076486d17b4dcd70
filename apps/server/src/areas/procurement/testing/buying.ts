import type { InputOf } from '@tradewind/contract/call.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import * as warehouse from '@tradewind/contract/warehouse.ts';
import type { Person, TestServer } from '../../../testing/harness.ts';
import { type Floor, openFloor } from '../../warehouse/warehouse.testing.ts';

export interface Buying extends Floor {
  supplierId: number;
  /** An approved requisition for [product, quantity] lines. */
  request(...lines: [product: number, quantity: number, needBy?: string][]): Promise<calls.RequisitionDetail>;
  /** Draft orders for all open lines of a requisition. */
  orderAll(requisition: calls.RequisitionDetail): Promise<number[]>;
  purchase(
    lines: [product: number, packs: number, price?: string][],
    more?: Partial<InputOf<typeof calls.savePurchase>>,
  ): Promise<number>;
  /** Submits and places an order. @returns its ASN */
  place(orderId: number): Promise<number>;
  receive(inboundId: number, goods: [lineAt: number, quantity: number][]): Promise<number[]>;
  requisition(id: number): Promise<calls.RequisitionDetail>;
  detail(id: number, as?: Person): Promise<calls.PurchaseDetail>;
}

/** A company with a warehouse, four products and a supplier that sells the first three at prices of its own. */
export async function openBuying(server: TestServer, currency = 'CNY'): Promise<Buying> {
  const floor = await openFloor(server);
  const { main } = floor;
  const supplierId = (await server.ok(calls.saveSupplier, { nameEn: 'Potter', currency, leadDays: 20 }, main)).id;
  for (const [at, breaks] of [
    [
      { fromQuantity: 1, unitPrice: '10' },
      { fromQuantity: 100, unitPrice: '9' },
    ],
    [{ fromQuantity: 1, unitPrice: '4' }],
    [{ fromQuantity: 1, unitPrice: '2.5' }],
  ].entries())
    await server.ok(
      calls.saveSupplierPrice,
      { supplierId, productId: floor.productIds[at] ?? 0, validFrom: '2026-01-01', breaks },
      main,
    );
  const productId = (at: number) => floor.productIds[at] ?? 0;
  const requisition = (id: number) => server.ok(calls.getRequisition, { id }, main);
  const detail = (id: number, as: Person = main) => server.ok(calls.getPurchase, { id }, as);
  return {
    ...floor,
    supplierId,
    requisition,
    detail,
    async request(...lines) {
      const { id } = await server.ok(
        calls.saveRequisition,
        {
          lines: lines.map(([at, quantity, needBy = null]) => ({
            ...{ productId: productId(at), quantity, needBy, supplierId, warehouseId: floor.warehouseId },
          })),
        },
        main,
      );
      await server.ok(calls.submitRequisition, { id }, main);
      return requisition(id);
    },
    async orderAll({ lines }) {
      const ids = lines.map((line) => line.id);
      const { orders } = await server.ok(calls.orderPending, { ids }, main);
      return orders.map((order) => order.id);
    },
    async purchase(lines, more = {}) {
      const goods = lines.map(([at, packs, unitPrice]) => ({
        productId: productId(at),
        packs,
        ...(unitPrice === undefined ? {} : { unitPrice }),
      }));
      const { id } = await server.ok(
        calls.savePurchase,
        { supplierId, warehouseId: floor.warehouseId, lines: goods, ...more },
        main,
      );
      return id;
    },
    async place(id) {
      await server.ok(calls.submitPurchase, { id }, main);
      const { inboundId } = await server.ok(calls.placePurchase, { id }, main);
      return inboundId ?? 0;
    },
    async receive(id, goods) {
      const { lines } = await server.ok(warehouse.getInbound, { id }, main);
      const rows = goods.map(([at, quantity]) => ({ lineId: lines[at]?.id ?? 0, quantity }));
      return (await server.ok(warehouse.receiveInboundCall, { id, goods: rows }, main)).receiptIds;
    },
  };
}
