import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import { startExport } from '../../../core/exports.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { assertOption } from '../../settings/public.ts';
import { bulkAnswer } from '../outcome.ts';
import { cancelOutbounds } from './cancel.ts';
import { outboundDetail } from './detail.ts';
import { outboundExport } from './export.ts';
import { chooseOutbounds, outboundPage, outboundTabs } from './filter.ts';
import { packOutbounds } from './pack.ts';
import { packingSlips } from './print.ts';
import { shipOutbounds } from './ship.ts';

export function outboundRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.listOutbounds, (ctx, input) => database.inCompany(ctx, (tx) => outboundPage(tx, input))),
    handle(calls.outboundTabs, (ctx, input) => database.inCompany(ctx, (tx) => outboundTabs(tx, input.warehouseId))),
    handle(calls.getOutbound, (ctx, input) => database.inCompany(ctx, (tx) => outboundDetail(tx, input.id))),
    handle(calls.packOutboundsCall, (ctx, { boxes, checked }) =>
      database.inCompany(ctx, async (tx) => {
        const seen = new Set(await chooseOutbounds(tx, { outboundIds: boxes.map((box) => box.outboundId) }));
        const closed = boxes.flatMap((box) => (seen.has(box.outboundId) ? [closedBox(box)] : []));
        return bulkAnswer(ctx, await packOutbounds(tx, closed, checked));
      }),
    ),
    handle(calls.shipOutboundsCall, (ctx, input) =>
      database.inCompany(ctx, async (tx) =>
        bulkAnswer(ctx, await shipOutbounds(tx, await chooseOutbounds(tx, input, 'packed'))),
      ),
    ),
    handle(calls.cancelOutboundsCall, (ctx, input) =>
      database.inCompany(ctx, async (tx) => {
        await assertOption(tx, 'cancel.reason', input.reason, 'reason');
        return bulkAnswer(ctx, await cancelOutbounds(tx, await chooseOutbounds(tx, input), 'warehouse', input));
      }),
    ),
    handle(calls.exportOutbounds, (ctx, input) => startExport(app, ctx, outboundExport, input.filter)),
    handle(calls.printOutbounds, (ctx, input) => packingSlips(app, ctx, input.ids)),
  ];
}

interface GivenBox {
  outboundId: number;
  weightGrams: number;
  lengthMm?: number | undefined;
  widthMm?: number | undefined;
  heightMm?: number | undefined;
}

/** Dimensions count only when all three are there. */
function closedBox({ outboundId, weightGrams, lengthMm, widthMm, heightMm }: GivenBox) {
  const dims = lengthMm && widthMm && heightMm ? { dims: { lengthMm, widthMm, heightMm } } : {};
  return { outboundId, weightGrams, ...dims };
}
