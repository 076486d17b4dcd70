import * as calls from '@tradewind/contract/orders.ts';
import type { App } from '../../core/app.ts';
import { exportRoute } from '../../core/exports.ts';
import { handle, handleApp, RawJson, type Route } from '../../core/http/routes.ts';
import { importRoutes } from '../../core/imports.ts';
import * as desk from './actions/actions.ts';
import { setSignature } from './actions/signature.ts';
import { sendToPickers } from './actions/wave.ts';
import { arrangeRoutes } from './arrange/arrange.routes.ts';
import { buyersDataRoutes } from './buyers-data/buyers-data.routes.ts';
import { orderCustoms, saveOrderCustoms } from './customs/customs.service.ts';
import { orderImport } from './intake/import.ts';
import { tabCounts } from './list/counts.ts';
import { orderDetail } from './list/detail.ts';
import { ordersExport } from './list/export.ts';
import { goodsOf } from './list/goods.ts';
import { orderPage, pageText } from './list/list.ts';
import { makeRoutes } from './make/make.routes.ts';
import { ruleRoutes } from './rules/rules.routes.ts';
import { tagRoutes } from './tags/tags.routes.ts';
import { whyRoutes } from './why/why.routes.ts';

export function orderRoutes(app: App): Route[] {
  return [
    handle(calls.listOrders, async (tx, input) => new RawJson(pageText(await orderPage(tx, input)))),
    handle(calls.orderGoods, async (tx, { ids }) => ({ list: await goodsOf(tx, ids) })),
    handle(calls.orderTabs, (tx, input) => tabCounts(tx, input)),
    handle(calls.getOrder, async (tx, input) => (await orderDetail(tx, input.id)) as never),
    handleApp(calls.reviewOrders, (ctx, input) => desk.review(app, ctx, input)),
    handleApp(calls.allocateOrders, (ctx, input) => desk.allocate(app, ctx, input)),
    handleApp(calls.unallocateOrders, (ctx, input) => desk.unallocate(app, ctx, input)),
    handleApp(calls.holdOrders, (ctx, input) => desk.hold(app, ctx, input)),
    handleApp(calls.resumeOrders, (ctx, input) => desk.resume(app, ctx, input)),
    handleApp(calls.cancelOrders, (ctx, input) => desk.cancel(app, ctx, input, input)),
    handleApp(calls.shipOrdersAnyway, (ctx, input) => desk.shipAnyway(app, ctx, input)),
    handleApp(calls.confirmOrdersAgain, (ctx, input) => desk.confirmAgain(app, ctx, input)),
    handleApp(calls.waveOrders, (ctx, input) => sendToPickers(app, ctx, input)),
    handleApp(calls.remarkOrders, (ctx, input) => desk.remark(app, ctx, input, input.remark)),
    handleApp(calls.signOrders, (ctx, input) => setSignature(app, ctx, input, input.signature)),
    exportRoute(calls.exportOrders, ordersExport),
    ...importRoutes(
      app,
      {
        template: calls.orderTemplate,
        preview: calls.previewOrderImport,
        errors: calls.orderImportErrors,
        commit: calls.commitOrderImport,
      },
      orderImport,
    ),
    handle(calls.editOrderAddress, (tx, input) => desk.editAddress(tx, input)),
    handle(calls.orderCustoms, (tx, { id }) => orderCustoms(tx, id)),
    handle(calls.saveOrderCustoms, (tx, input) => saveOrderCustoms(tx, input)),
    ...tagRoutes(app),
    ...makeRoutes(),
    ...arrangeRoutes(app),
    ...whyRoutes(),
    ...ruleRoutes(app),
    ...buyersDataRoutes(),
  ];
}
