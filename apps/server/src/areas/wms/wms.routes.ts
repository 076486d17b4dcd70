import * as calls from '@tradewind/contract/wms.ts';
import type { App } from '../../core/app.ts';
import { notFound } from '../../core/errors.ts';
import { handle, handleApp, type Route } from '../../core/http/routes.ts';
import { accountWith, adopt, chooseMethods, theirWarehouses, warehouseOf } from './adopt.ts';
import {
  connections,
  deleteConnection,
  enableConnection,
  providers,
  saveConnection,
  tryConnection,
} from './connections.ts';
import { askFees, askMethods, askPoll, askSend, askStock } from './jobs.ts';
import { inboundLabels } from './labels.ts';
import { differences, fees, inboundThere, orderPage, warehousePage, wmsProducts } from './lists.ts';
import { methodPage } from './methods.ts';
import { enqueueInbound, retryOrders, wantCancel } from './outbox.ts';
import { pushProducts } from './products.ts';
import { settleDifference } from './stock.ts';

const UNIDOOR = 'unidoor';

export function wmsRoutes(app: App): Route[] {
  return [
    handleApp(calls.wmsProviders, async () => providers(app)),
    handle(calls.wmsConnections, (tx) => connections(app, tx)),
    handleApp(calls.saveWmsConnection, (ctx, input) => saveConnection(app, ctx, input)),
    handle(calls.enableWmsConnection, (tx, { id, enabled }) => enableConnection(tx, id, enabled)),
    handle(calls.deleteWmsConnection, (tx, { id }) => deleteConnection(tx, id)),
    handleApp(calls.wmsWarehouses, (ctx, { id }) => theirWarehouses(app, ctx, id)),
    handleApp(calls.adoptWmsWarehouses, (ctx, input) => adopt(app, ctx, input)),
    handleApp(calls.unidoorWarehouseAuto, (ctx, { id }) => tryConnection(app, ctx, id)),
    handleApp(calls.getUnidoorWarehouse, async (ctx) => {
      const id = await accountWith(app, ctx, UNIDOOR);
      return id === undefined ? [] : theirWarehouses(app, ctx, id);
    }),
    handleApp(calls.addUnidoorWarehouse, async (ctx, { warehouses }) => {
      const id = await accountWith(app, ctx, UNIDOOR);
      if (id === undefined) throw notFound('wms.connectionGone');
      return adopt(app, ctx, { id, warehouses: warehouses.map((code) => ({ code, personInCharge: '' })) });
    }),
    ...warehouseRoutes(app),
    ...documentRoutes(app),
  ];
}

function warehouseRoutes(app: App): Route[] {
  return [
    handle(calls.refreshWarehouseLogistics, async (tx, { houseId: warehouseId }) => {
      const warehouse = await warehouseOf(tx, warehouseId);
      await askMethods(tx, warehouse.connectionId, warehouseId);
    }),
    handle(calls.getSupplychainExpress, (tx, filter) => methodPage(tx, filter)),
    handle(calls.wmsWarehouse, (tx, { houseId: warehouseId }, ctx) =>
      warehousePage(app, tx, ctx.language, warehouseId),
    ),
    handle(calls.chooseWmsMethods, (tx, input) => chooseMethods(tx, input)),
    handle(calls.wmsProducts, (tx, input) => wmsProducts.page(tx, input)),
    handle(calls.pushWmsProducts, (tx, input) => pushProducts(tx, input)),
    handle(calls.refreshWms, async (tx, { id }) => {
      const [connection] = await connections(app, tx, id);
      if (!connection) throw notFound('wms.connectionGone');
      await askSend(tx, id);
      await askPoll(tx, id);
      await askFees(tx, id);
      for (const warehouse of connection.warehouses) await askStock(tx, id, warehouse.id);
    }),
  ];
}

function documentRoutes(app: App): Route[] {
  return [
    handle(calls.wmsOrders, (tx, input, ctx) => orderPage(tx, ctx.language, input)),
    handle(calls.retryWmsOrders, async (tx, { ids }) => ({
      done: await retryOrders(tx, ids),
    })),
    handle(calls.cancelWmsOrder, (tx, { id }) => wantCancel(tx, id)),
    handle(calls.sendInboundToWms, (tx, { inboundId, transport }) => enqueueInbound(tx, inboundId, transport)),
    handle(calls.inboundAtWms, (tx, { inboundId }, ctx) => inboundThere(app, tx, ctx.language, inboundId)),
    handleApp(calls.wmsInboundLabels, (ctx, { inboundId }) => inboundLabels(app, ctx, inboundId)),
    handle(calls.wmsDifferences, (tx, input) => differences.page(tx, input)),
    handle(calls.settleWmsDifference, (tx, input) => settleDifference(tx, input)),
    handle(calls.wmsFees, (tx, input) => fees.page(tx, input)),
  ];
}
