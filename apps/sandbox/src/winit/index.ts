import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Context, rawBody } from '../http/app.ts';
import { at, isRecord, list, parseJson, text } from '../http/types.ts';
import { type Arrival, beijing, Depot, dollars, fromBeijing, isJustNow, pageOf, Refused } from '../kit/depot.ts';
import { pdfOf } from '../kit/pdf.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { orders, WAYS } from './orders.ts';
import { days, lineOf, type Service, sizeOf, WAREHOUSES, warehouseOf } from './read.ts';
import { isSigned } from './signing.ts';

const KEYS = {
  app: 'demo@example.test',
  token: 'winit-token-demo',
  client: 'winit-client-demo',
  clientSecret: 'winit-client-secret-demo',
};
const SKEW_MS = 10 * 60_000;

const ARRIVAL: Readonly<Record<Arrival['stage'], string>> = {
  submitted: 'OD',
  inTransit: 'TS',
  arrived: 'EWC',
  receiving: 'EWC',
  received: 'PS',
  putAway: 'SHD',
  cancelled: 'VO',
};

function products(depot: Depot): Readonly<Record<string, Service>> {
  return {
    registerProduct: (data) => {
      const all = list(at(data, 'productList'));
      for (const one of all) {
        const sku = text(at(one, 'productCode'));
        if (depot.product(sku)) throw new Refused('100020', `商品 ${sku} 重复`);
        const kg = Number(at(one, 'registeredWeight'));
        const mm = ['Length', 'Width', 'Height'].map((side) => Number(at(one, `registered${side}`)) * 10);
        if (!sku || ![kg, ...mm].every((size) => size > 0)) throw new Refused('100021', '重量和尺寸必须大于0');
        depot.putProduct({
          sku,
          nameZh: text(at(one, 'cnName')),
          nameEn: text(at(one, 'enName')),
          grams: Math.round(kg * 1000),
          mm: mm as [number, number, number],
          draft: false,
        });
      }
      return all.map((one) => ({ productCode: text(at(one, 'productCode')) }));
    },
    'winit.mms.item.list': (data) => {
      const desired = text(at(data, 'skuCode'));
      const all = depot.products.filter(({ sku }) => !desired || sku === desired);
      const page = pageOf(all, Number(at(data, 'pageNo') ?? 1), sizeOf(at(data, 'pageSize'), 200));
      return {
        list: page.rows.map((one) => ({
          skuCode: one.sku,
          specification: '',
          cnName: one.nameZh,
          name: one.nameEn,
          registerWeight: one.grams / 1000,
          weight: one.measured ? (one.grams + 5) / 1000 : 0,
          length: one.measured ? one.mm[0] / 10 : 0,
          width: one.measured ? one.mm[1] / 10 : 0,
          height: one.measured ? one.mm[2] / 10 : 0,
          isActive: 'Y',
        })),
        pageParams: { pageNo: page.page, pageSize: page.size, totalCount: page.total },
      };
    },
  };
}

function arrivals(depot: Depot): Readonly<Record<string, Service>> {
  const find = (data: unknown) => {
    const found = depot.arrivals.find((one) => one.no === text(at(data, 'orderNo')));
    if (found) return found;
    throw new Refused('200001', '入库单不存在');
  };
  return {
    'winit.wh.pms.getWinitProducts': () => [{ productCode: 'OW01031031', productName: '直发海外验-整柜' }],
    'winit.wh.inbound.order.create': (data) => {
      if (!['SD', 'DW', 'DI', 'SE', 'SI'].includes(text(at(data, 'orderType'))))
        throw new Refused('200002', 'orderType 不正确');
      if (!text(at(data, 'winitProductCode'))) throw new Refused('200003', 'winitProductCode 必传');
      const ref = text(at(data, 'sellerOrderNo'));
      if (depot.arrivals.some((one) => one.ref === ref && one.stage !== 'cancelled'))
        throw new Refused('200004', `sellerOrderNo ${ref} 重复`);
      const boxes = list(at(data, 'packageList')).flatMap((box, index) =>
        list(at(box, 'merchandiseList')).map((line) => ({
          box: String(index + 1),
          ...lineOf(depot, line, 'merchandiseCode', 'quantity'),
        })),
      );
      const warehouse = warehouseOf(text(at(data, 'destinationWarehouseCode')));
      return { orderNo: depot.arrive({ no: depot.number('WI'), ref, warehouse, boxes }).no };
    },
    'winit.wh.inbound.voidOrder': (data) => {
      if (depot.cancelArrival(find(data))) return null;
      throw new Refused('200005', '订单状态不允许取消，无法取消');
    },
    'winit.wh.inbound.getOrderList': (data) => {
      const made = days(data, 'orderCreateDateStart', 'orderCreateDateEnd');
      const all = depot.arrivals.filter((one) => made(one.createdAt));
      const size = sizeOf(at(data, 'pageParams', 'pageSize'), 200);
      const page = pageOf(all, Number(at(data, 'pageParams', 'pageNo') ?? 1), size);
      return {
        orderList: page.rows.map((one) => ({
          orderNo: one.no,
          status: ARRIVAL[one.stage],
          orderCreateDate: beijing(one.createdAt),
        })),
        pageParams: { pageNo: page.page, pageSize: size, totalCount: page.total },
      };
    },
    'winit.wh.inbound.getOrderDetail': (data) => {
      const one = find(data);
      const head = {
        orderNo: one.no,
        sellerOrderNo: one.ref,
        status: ARRIVAL[one.stage],
        destinationWarehouseCode: one.warehouse,
        createdDate: beijing(one.createdAt),
      };
      if (text(at(data, 'isIncludePackage')) !== 'Y') return head;
      const looked = one.stage === 'received' || one.stage === 'putAway';
      const skus = Map.groupBy(one.boxes, ({ sku }) => sku);
      return {
        ...head,
        packageList: [...new Set(one.boxes.map(({ box }) => box))].map((box) => ({ packageNo: `${one.no}-${box}` })),
        merchandiseList: [...skus].map(([merchandiseCode, lines]) => {
          const quantity = lines.reduce((sum, line) => sum + line.quantity, 0);
          return {
            merchandiseCode,
            specification: '',
            quantity,
            inspectionQty: looked ? quantity : null,
            actualQuantity: one.stage === 'putAway' ? quantity : 0,
          };
        }),
      };
    },
    'winit.wh.inbound.printPackageLabel': async (data) => {
      const one = find(data);
      const desired = list(at(data, 'packageNoList')).map((each) => text(at(each, 'packageNo')));
      if (desired.length === 0) throw new Refused('200006', 'packageNoList 必传');
      return { label: (await pdfOf(desired.map((no) => [no, one.warehouse, 'Made in China']))).toString('base64') };
    },
  };
}

function books(depot: Depot): Readonly<Record<string, Service>> {
  return {
    queryWarehouseStorage: (data) => {
      const warehouse = warehouseOf(text(at(data, 'warehouseCode')) || text(at(data, 'warehouseID')));
      const size = sizeOf(at(data, 'pageSize'), 200);
      const page = pageOf(depot.stock(warehouse), Number(at(data, 'pageNum') ?? 1), size);
      return {
        total: page.total,
        currentPageNum: page.page,
        currentPageSize: page.rows.length,
        list: page.rows.map((one) => ({
          productCode: one.sku,
          specification: '',
          warehouseCode: warehouse,
          qtyAvailable: String(one.available),
          inStockQty: String(one.available + one.allocated),
          qtyWaitOut: String(one.allocated),
          qtyFrozen: 0,
          prohibitUsableQty: 0,
          qtyDestruction: 0,
          pipelineInventory: String(one.onway + one.pending),
        })),
      };
    },
    'winit.inventory.pageInvInouts': (data) => {
      const made = days(data, 'startDate', 'endDate');
      const all = depot.entries.filter((one) => one.warehouse === text(at(data, 'warehouseCode')) && made(one.at));
      const size = sizeOf(at(data, 'pageVo', 'pageSize'), 200);
      const page = pageOf(all, Number(at(data, 'pageVo', 'pageNo') ?? 1), size);
      return {
        list: page.rows.map((one) => ({
          uuid: `inv-${one.id}`,
          skuCode: one.sku,
          specification: '',
          warehouseCode: one.warehouse,
          docType: one.kind === 'ship' ? 'OUTBOUND_ORDER' : 'INBOUND_OVERSEAS',
          docNo: one.ref,
          startQty: one.balance - one.delta,
          endQty: one.balance,
          changeQty: one.delta,
          changeDate: beijing(one.at),
        })),
        pageParams: { pageNo: page.page, pageSize: size, totalCount: page.total },
      };
    },
    'sms.incomeSettlement.pageChargeDetails': (data) => {
      const from = fromBeijing(text(at(data, 'deducationTimeStart'))) ?? 0;
      const to = fromBeijing(text(at(data, 'deducationTimeEnd'))) ?? Number.MAX_SAFE_INTEGER;
      const all = depot.money.filter(
        (one) => one.flow === 'charge' && one.at >= from && Math.floor(one.at / 1000) * 1000 <= to,
      );
      const size = sizeOf(at(data, 'pageParams', 'pageSize'), 200);
      const page = pageOf(all, Number(at(data, 'pageParams', 'pageNo') ?? 1), size);
      return {
        list: page.rows.map((one) => ({
          id: 7_000_000 + one.id,
          chargeCode: one.type,
          chargeName: one.type === 'SHIPPING' ? '派送费' : '操作费',
          businessDocumentNo: one.ref,
          sourceAmt: Number(dollars(one.cents)),
          sourceCurrency: 'USD',
          acctAmt: Number(dollars(one.cents)),
          acctCurrency: 'USD',
          exchangeRate: 1,
          deducationTime: beijing(one.at),
        })),
        pageParams: { pageNo: page.page, pageSize: size, totalCount: page.total },
      };
    },
  };
}

function checked(ctx: Context, raw: string, body: unknown): Record<string, unknown> {
  if (!isRecord(body)) throw new Refused('999', '请求格式错误');
  const stamp = fromBeijing(text(body.timestamp)) ?? 0;
  if (body.app_key !== KEYS.app || !isSigned(body, raw, text(body.sign), KEYS.token))
    throw new Refused('10007', '签名错误');
  if (
    body.client_id !== undefined &&
    (body.client_id !== KEYS.client || !isSigned(body, raw, text(body.client_sign), KEYS.clientSecret))
  )
    throw new Refused('10008', 'client_sign签名错误');
  if (!isJustNow(ctx, 'winit', stamp, SKEW_MS)) throw new Refused('10009', '签名过期');
  return body;
}

export const winitPlatform = {
  name: 'winit',
  shops: [],
  errors: {
    throttled: (reply: FastifyReply) => reply.code(429).send({ code: '429', msg: '请求过于频繁', data: null }),
    broken: (reply: FastifyReply) => reply.code(500).send({ code: '500', msg: 'system error', data: null }),
  },
  register(app: FastifyInstance, ctx: Context): PlatformSide {
    const depot = new Depot(ctx);
    const services: Readonly<Record<string, Service>> = {
      queryWarehouse: () => WAREHOUSES,
      queryDeliveryWay: (data) => {
        const id = text(at(data, 'warehouseID'));
        if (!WAREHOUSES.some(({ warehouseID }) => String(warehouseID) === id))
          throw new Refused('100010', '仓库不存在');
        return WAYS.map((one) => ({ ...one, warehouseID: Number(id), isMandoorplateNumbers: 'N', vASList: null }));
      },
      ...products(depot),
      ...arrivals(depot),
      ...orders(depot),
      ...books(depot),
    };
    app.post('/winit/openapi/service', async (request, reply) => {
      const raw = rawBody(request)?.toString('utf8') ?? '';
      const answered = parseJson(rawBody(request));
      request.note = text(at(answered, 'action'));
      try {
        const body = checked(ctx, raw, answered);
        const work = services[text(body.action)];
        if (!work) throw new Refused('10001', 'action 有误');
        const data = await work(body.data);
        // Both are documented: the number and the text.
        return reply.send({ code: request.note.startsWith('query') ? '0' : 0, msg: '操作成功', data });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return reply.send({ code: error.code, msg: error.message, data: null });
      }
    });
    return { save: () => depot.save(), load: (saved) => depot.load(saved) };
  },
} satisfies SandboxPlatform;
