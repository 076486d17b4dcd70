import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import { exportRoute } from '../../../core/exports.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { tabFor } from '../../../core/lists.ts';
import { bulkAnswer } from '../../../core/outcome.ts';
import { assertOption } from '../../settings/public.ts';
import { cancelOutbounds } from './cancel.ts';
import { outboundDetail } from './detail.ts';
import { chooseOutbounds, outboundExport, outbounds } from './list.ts';
import { packOutbounds } from './pack.ts';
import { packingSlips } from './print.ts';
import { shipOutbounds } from './ship.ts';

const TABS = {
  ...tabFor('state', ['waiting', 'picking', 'picked', 'packed']),
  stopRequested: { stopRequested: 'true', open: true },
} as const;

export function outboundRoutes(app: App): Route[] {
  return [
    handle(calls.listOutbounds, (tx, input) => outbounds.page(tx, input)),
    handle(calls.outboundTabs, async (tx, input) => {
      const { stopRequested, ...counts } = await outbounds.tabs(tx, TABS, input);
      return { counts, stopRequested };
    }),
    handle(calls.getOutbound, (tx, input) => outboundDetail(tx, input.id)),
    handle(calls.packOutboundsCall, async (tx, { boxes, checked }, ctx) => {
      const visited = new Set(await chooseOutbounds(tx, { outboundIds: boxes.map((box) => box.outboundId) }));
      const closed = boxes.flatMap((box) => (visited.has(box.outboundId) ? [closedBox(box)] : []));
      return bulkAnswer(ctx, await packOutbounds(tx, closed, checked));
    }),
    handle(calls.shipOutboundsCall, async (tx, input, ctx) =>
      bulkAnswer(ctx, await shipOutbounds(tx, await chooseOutbounds(tx, input, 'packed'))),
    ),
    handle(calls.cancelOutboundsCall, async (tx, input, ctx) => {
      await assertOption(tx, 'cancel.reason', input.reason, 'reason');
      return bulkAnswer(ctx, await cancelOutbounds(tx, await chooseOutbounds(tx, input), 'warehouse', input));
    }),
    exportRoute(calls.exportOutbounds, outboundExport, ({ filter }) => filter),
    handleApp(calls.printOutbounds, (ctx, input) => packingSlips(app, ctx, input.ids)),
  ];
}

interface InputBox {
  outboundId: number;
  weightGrams: number;
  lengthMm?: number | undefined;
  widthMm?: number | undefined;
  heightMm?: number | undefined;
}

/** Dimensions count only if all three are given. */
function closedBox({ outboundId, weightGrams, lengthMm, widthMm, heightMm }: InputBox) {
  const dims = lengthMm && widthMm && heightMm ? { dims: { lengthMm, widthMm, heightMm } } : {};
  return { outboundId, weightGrams, ...dims };
}
