import * as contract from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { notFound } from '../../../core/errors.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { labelProgress, queueLabels } from './bulk.ts';
import { correctWeight } from './correct-weight.ts';
import { interceptParcel } from './intercept.ts';
import { labelFile, labelsFile } from './label.ts';
import { parcelsOfOutbounds, parcelViews } from './parcels.ts';
import { setPieces } from './pieces.ts';
import { buyLabel } from './purchase.ts';
import { quoteBox } from './quote.ts';
import { voidLabel } from './void.ts';

const OK = { ok: true } as const;

async function oneParcel(app: App, ctx: Ctx, parcelId: number) {
  const [parcel] = await app.database.inCompany(ctx, (tx) => parcelViews(app, tx, ctx, sql`p.id = ${parcelId}`));
  if (!parcel) throw notFound('logistics.parcelGone');
  return parcel;
}

export function parcelRoutes(app: App): Route[] {
  return [
    handleApp(contract.quoteParcel, (ctx, input) => quoteBox(app, ctx, input)),
    handle(contract.setPieces, (tx, input, ctx) => setPieces(tx, ctx, input)),
    handleApp(contract.buyLabel, async (ctx, input) => oneParcel(app, ctx, await buyLabel(app, ctx, input))),
    handle(contract.buyLabels, (tx, { outboundIds }, ctx) => queueLabels(tx, ctx, outboundIds)),
    handle(contract.labelProgress, (tx, { outboundIds }, ctx) => labelProgress(tx, ctx, outboundIds)),
    handle(contract.parcelsOf, async (tx, { outboundIds }, ctx) => ({
      list: await parcelsOfOutbounds(app, tx, ctx, outboundIds),
    })),
    handleApp(contract.labelPdf, (ctx, { parcelId, format }) => labelFile(app, ctx, parcelId, format)),
    handleApp(contract.labelsPdf, (ctx, { outboundIds }) => labelsFile(app, ctx, outboundIds)),
    handleApp(contract.interceptParcel, (ctx, { parcelId }) => interceptParcel(app, ctx, parcelId)),
    handleApp(contract.correctWeight, (ctx, { parcelId }) => correctWeight(app, ctx, parcelId).then(() => OK)),
    handleApp(contract.voidLabel, (ctx, { parcelId }) => voidLabel(app, ctx, parcelId, 'user')),
  ];
}
