import * as calls from '@tradewind/contract/orders.ts';
import type { App } from '../../core/app.ts';
import { Fail } from '../../core/errors.ts';
import { startExport } from '../../core/exports.ts';
import { handle, OK, RawJson, type Route } from '../../core/http/routes.ts';
import { commitImport, importErrors, previewImport, templateFile } from '../../core/imports.ts';
import { arrangeRoutes } from './arrange/arrange.routes.ts';
import * as desk from './desk.ts';
import { orderDetail } from './detail.ts';
import { ordersExport } from './export.ts';
import { goodsOf } from './goods.ts';
import { homeRoutes } from './home.routes.ts';
import { orderImport } from './import.ts';
import { tabCounts } from './list.counts.ts';
import { orderPage, pageText } from './list.ts';
import { makeRoutes } from './make/make.routes.ts';
import { ruleRoutes } from './rules.routes.ts';
import { tagRoutes } from './tags/tags.routes.ts';
import { sendToPickers } from './wave.ts';
import { whyRoutes } from './why/why.routes.ts';

export function orderRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(
      calls.listOrders,
      async (ctx, input) => new RawJson(pageText(await database.look(ctx, (tx) => orderPage(tx, input)))),
    ),
    handle(calls.orderGoods, async (ctx, { ids }) => ({ list: await database.look(ctx, (tx) => goodsOf(tx, ids)) })),
    handle(calls.orderTabs, (ctx, input) => database.look(ctx, (tx) => tabCounts(tx, input))),
    handle(
      calls.getOrder,
      async (ctx, input) => (await database.look(ctx, (tx) => orderDetail(tx, input.id))) as never,
    ),
    handle(calls.reviewOrders, (ctx, input) => desk.review(app, ctx, input)),
    handle(calls.allocateOrders, (ctx, input) => desk.allocate(app, ctx, input)),
    handle(calls.unallocateOrders, (ctx, input) => desk.unallocate(app, ctx, input)),
    handle(calls.holdOrders, (ctx, input) => desk.hold(app, ctx, input)),
    handle(calls.resumeOrders, (ctx, input) => desk.resume(app, ctx, input)),
    handle(calls.cancelOrders, (ctx, input) => desk.cancel(app, ctx, input, input)),
    handle(calls.goOnOrders, (ctx, input) => desk.goOn(app, ctx, input)),
    handle(calls.confirmOrdersAgain, (ctx, input) => desk.confirmAgain(app, ctx, input)),
    handle(calls.waveOrders, (ctx, input) => sendToPickers(app, ctx, input)),
    handle(calls.remarkOrders, (ctx, input) => desk.remark(app, ctx, input, input.remark)),
    handle(calls.exportOrders, (ctx, input) => startExport(app, ctx, ordersExport, input)),
    handle(calls.orderTemplate, async (ctx) => templateFile(orderImport, ctx.language)),
    handle(calls.previewOrderImport, (ctx, input) => {
      if (!ctx.file) throw new Fail('core.fileMissing', 400);
      return previewImport(app, ctx, orderImport, ctx.file, input.pasted);
    }),
    handle(calls.orderImportErrors, (ctx, input) => importErrors(app, ctx, orderImport, input.importId)),
    handle(calls.commitOrderImport, (ctx, input) => commitImport(app, ctx, orderImport, input.importId)),
    handle(calls.editOrderAddress, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => desk.editAddress(tx, input));
      return OK;
    }),
    ...tagRoutes(app),
    ...homeRoutes(app),
    ...makeRoutes(app),
    ...arrangeRoutes(app),
    ...whyRoutes(app),
    ...ruleRoutes(app),
  ];
}
