import * as calls from '@tradewind/contract/wms.ts';
import type { App } from '../../core/app.ts';
import { notFound } from '../../core/errors.ts';
import { handle, OK, type Route } from '../../core/http/routes.ts';
import { accountWith, adopt, chooseMethods, houseOf, theirWarehouses } from './adopt.ts';
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
import { differencePage, feePage, housePage, inboundThere, orderPage, productPage } from './lists.ts';
import { enqueueInbound, retryOrders, wantCancel } from './outbox.ts';
import { pushProducts } from './products.ts';
import { settleDifference } from './stock.ts';

const UNIDOOR = 'unidoor';

export function wmsRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.wmsProviders, async () => providers(app)),
    handle(calls.wmsConnections, (ctx) => database.inCompany(ctx, (tx) => connections(app, tx))),
    handle(calls.saveWmsConnection, (ctx, input) => saveConnection(app, ctx, input)),
    handle(calls.enableWmsConnection, async (ctx, { id, enabled }) => {
      await database.inCompany(ctx, (tx) => enableConnection(tx, id, enabled));
      return OK;
    }),
    handle(calls.deleteWmsConnection, async (ctx, { id }) => {
      await database.inCompany(ctx, (tx) => deleteConnection(tx, id));
      return OK;
    }),
    handle(calls.wmsWarehouses, (ctx, { id }) => theirWarehouses(app, ctx, id)),
    handle(calls.adoptWmsWarehouses, (ctx, input) => adopt(app, ctx, input)),
    handle(calls.unidoorWarehouseAuto, (ctx, { id }) => tryConnection(app, ctx, id)),
    handle(calls.getUnidoorWarehouse, async (ctx) => {
      const id = await accountWith(app, ctx, UNIDOOR);
      return id === undefined ? [] : theirWarehouses(app, ctx, id);
    }),
    handle(calls.addUnidoorWarehouse, async (ctx, { warehouses }) => {
      const id = await accountWith(app, ctx, UNIDOOR);
      if (id === undefined) throw notFound('wms.connectionGone');
      return adopt(app, ctx, { id, warehouses: warehouses.map((code) => ({ code, personInCharge: '' })) });
    }),
    ...houseRoutes(app),
    ...documentRoutes(app),
  ];
}

function houseRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.refreshWarehouseLogistics, async (ctx, { houseId }) => {
      await database.inCompany(ctx, async (tx) => {
        const house = await houseOf(tx, houseId);
        await askMethods(tx, house.connectionId, houseId);
      });
      return OK;
    }),
    handle(calls.wmsHouse, (ctx, { houseId }) =>
      database.inCompany(ctx, (tx) => housePage(app, tx, ctx.language, houseId)),
    ),
    handle(calls.chooseWmsMethods, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => chooseMethods(tx, input));
      return OK;
    }),
    handle(calls.wmsProducts, (ctx, input) => database.inCompany(ctx, (tx) => productPage(tx, input))),
    handle(calls.pushWmsProducts, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => pushProducts(tx, input));
      return OK;
    }),
    handle(calls.refreshWms, async (ctx, { id }) => {
      await database.inCompany(ctx, async (tx) => {
        const [connection] = await connections(app, tx, id);
        if (!connection) throw notFound('wms.connectionGone');
        await askSend(tx, id);
        await askPoll(tx, id);
        await askFees(tx, id);
        for (const house of connection.warehouses) await askStock(tx, id, house.id);
      });
      return OK;
    }),
  ];
}

function documentRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.wmsOrders, (ctx, input) => database.inCompany(ctx, (tx) => orderPage(tx, ctx.language, input))),
    handle(calls.retryWmsOrders, async (ctx, { ids }) => ({
      done: await database.inCompany(ctx, (tx) => retryOrders(tx, ids)),
    })),
    handle(calls.cancelWmsOrder, async (ctx, { id }) => {
      await database.inCompany(ctx, (tx) => wantCancel(tx, id));
      return OK;
    }),
    handle(calls.sendInboundToWms, async (ctx, { inboundId, transport }) => {
      await database.inCompany(ctx, (tx) => enqueueInbound(tx, inboundId, transport));
      return OK;
    }),
    handle(calls.inboundAtWms, (ctx, { inboundId }) =>
      database.inCompany(ctx, (tx) => inboundThere(app, tx, ctx.language, inboundId)),
    ),
    handle(calls.wmsInboundLabels, (ctx, { inboundId }) => inboundLabels(app, ctx, inboundId)),
    handle(calls.wmsDifferences, (ctx, input) => database.inCompany(ctx, (tx) => differencePage(tx, input))),
    handle(calls.settleWmsDifference, (ctx, input) => database.inCompany(ctx, (tx) => settleDifference(tx, input))),
    handle(calls.wmsFees, (ctx, input) => database.inCompany(ctx, (tx) => feePage(tx, input))),
  ];
}
