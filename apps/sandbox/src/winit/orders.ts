import { at, list, text } from '../http/types.ts';
import { beijing, type Depot, type DepotOrder, dollars, pageOf, Refused } from '../kit/depot.ts';
import { days, lineOf, type Service, sizeOf, warehouseOf } from './read.ts';

export const WAYS = [
  { deliveryID: 100, deliveryWay: 'USPS Ground Advantage', winitProductCode: 'OSF100001' },
  { deliveryID: 101, deliveryWay: 'UPS Ground', winitProductCode: 'OSF100002' },
];
/** Both ways stay in the country of the warehouse. */
const DELIVERED: Readonly<Record<string, string>> = { US0001: 'US', UK0001: 'GB' };
/** Things this long lie in another hall: an order for both kinds is split. */
const BULKY_MM = 600;

const ORDER: Readonly<Record<DepotOrder['stage'], string>> = {
  accepted: 'CFI',
  processing: 'CF',
  picking: 'PKC',
  packed: 'PAC',
  shipped: 'DLI',
  delivered: 'DLC',
  cancelled: 'VO',
  short: 'EX',
};

export function orders(depot: Depot): Readonly<Record<string, Service>> {
  const find = (data: unknown) => {
    const found = depot.orders.find((one) => one.no === text(at(data, 'outboundOrderNum')));
    if (found) return found;
    throw new Refused('300001', '出库单不存在');
  };
  const statusOf = (one: DepotOrder) => (one.stopping ? 'VOI' : ORDER[one.stage]);
  const parcels = (one: DepotOrder) =>
    one.shippedAt === 0
      ? []
      : [
          {
            packageNum: `${one.no}-1`,
            trackingNos: [one.tracking],
            weight: one.grams / 1000,
            status: ORDER[one.stage],
            outboundDate: beijing(one.shippedAt),
            merchandiseList: one.lines.map(({ sku, quantity }) => ({
              productCode: sku,
              specification: '',
              productNum: quantity,
            })),
          },
        ];
  return {
    createOutboundOrder: (data) => {
      const ref = text(at(data, 'sellerOrderNo'));
      const again = depot.orders.some((one) => one.ref === ref && one.stage !== 'cancelled');
      if (again && text(at(data, 'repeatable')) !== 'Y') throw new Refused('300002', `sellerOrderNo ${ref} 重复`);
      const way = text(at(data, 'deliveryWayID'));
      if (!WAYS.some(({ deliveryID }) => String(deliveryID) === way))
        throw new Refused('300003', `派送方式 ${way} 不可用`);
      for (const field of ['recipientName', 'zipCode', 'state', 'city', 'address1'])
        if (!text(at(data, field))) throw new Refused('300004', `${field} 必传`);
      const warehouse = warehouseOf(text(at(data, 'warehouseID')));
      // The country; the province stands in `region`. Two public clients agree on it (docs/connectors/warehouses.md).
      const country = text(at(data, 'state'));
      if (country !== DELIVERED[warehouse]) throw new Refused('300007', `派送方式 ${way} 不支持国家 ${country}`);
      const lines = list(at(data, 'productList')).map((line) => lineOf(depot, line, 'productCode', 'productNum'));
      if (!depot.isInStock(warehouse, lines)) throw new Refused('300005', '商品库存不足');
      const isBulky = ({ sku }: { sku: string }) => Math.max(...(depot.product(sku)?.mm ?? [0])) >= BULKY_MM;
      const parts = [lines.filter((line) => !isBulky(line)), lines.filter(isBulky)].filter((part) => part.length > 0);
      const made = parts.map((part) =>
        depot.order({ no: depot.number('WO'), ref, warehouse, method: way, country, lines: part }),
      );
      const numbers = made.map(({ no }) => no);
      return { orderNo: numbers[0], splitType: numbers.length > 1 ? 'BW' : 'NONE', orderNoList: numbers };
    },
    voidOutboundOrder: (data) => {
      const order = find(data);
      if (order.stage === 'packed' || depot.stop(order) === 'tooLate')
        throw new Refused('300006', '订单已出库，无法取消');
      return { outboundOrderNum: order.no };
    },
    queryOutboundOrder: (data) => {
      const one = find(data);
      const view = {
        outboundOrderNum: one.no,
        sellerOrderNo: one.ref,
        status: statusOf(one),
        trackingNum: one.tracking,
        winitTrackingNo: `ID${one.no.slice(2)}CN`,
        carrier: one.shippedAt > 0 ? 'USPS' : null,
        state: one.country,
        orderedTime: beijing(one.createdAt),
        outboundDate: beijing(one.shippedAt),
        chargeableWeight: (one.grams / 1000).toFixed(3),
        deliveryCosts: one.shippedAt > 0 ? dollars(one.freight) : null,
        deliveryCostsCode: 'USD',
        packageList: parcels(one),
      };
      // Public clients read it either way: alone, and as the first of a list.
      return Number(one.no.slice(-1)) % 2 === 0 ? view : { list: [view] };
    },
    queryOutboundOrderList: (data) => {
      const ref = text(at(data, 'sellerOrderNo'));
      const made = days(data, 'dateOrderedStartDate', 'dateOrderedEndDate');
      const all = depot.orders.filter((one) => (!ref || one.ref === ref) && made(one.createdAt));
      const size = sizeOf(at(data, 'pageSize'), 100);
      const page = pageOf(all, Number(at(data, 'pageNum') ?? 1), size);
      return {
        total: page.total,
        currentPageNum: page.page,
        currentPageSize: page.rows.length,
        list: page.rows.map((one) => ({
          documentNo: one.no,
          sellerOrderNo: one.ref,
          status: statusOf(one),
          trackingNo: one.tracking,
          dateOrdered: beijing(one.createdAt),
          dateFinish: beijing(one.shippedAt) || null,
          deliverywayName: WAYS.find(({ deliveryID }) => String(deliveryID) === one.method)?.deliveryWay,
          packageList: parcels(one),
        })),
      };
    },
  };
}
