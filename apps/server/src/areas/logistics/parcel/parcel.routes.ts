import * as contract from '@tradewind/contract/logistics.ts';
import { sql } from 'drizzle-orm/sql/sql';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { notFound } from '../../../core/errors.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { labelProgress, queueLabels } from './bulk.ts';
import { labelFile, labelsFile } from './label.ts';
import { parcelsOfOutbounds, parcelViews } from './parcels.ts';
import { buyLabel } from './purchase.ts';
import { quoteBox } from './quote.ts';
import { voidLabel } from './void.ts';

async function oneParcel(app: App, ctx: Ctx, parcelId: number) {
  const [parcel] = await app.database.inCompany(ctx, (tx) => parcelViews(app, tx, ctx, sql`p.id = ${parcelId}`));
  if (!parcel) throw notFound('logistics.parcelGone');
  return parcel;
}

export function parcelRoutes(app: App): Route[] {
  return [
    handle(contract.quoteParcel, (ctx, input) => quoteBox(app, ctx, input)),
    handle(contract.buyLabel, async (ctx, input) => oneParcel(app, ctx, await buyLabel(app, ctx, input))),
    handle(contract.buyLabels, (ctx, { outboundIds }) =>
      app.database.inCompany(ctx, (tx) => queueLabels(tx, ctx, outboundIds)),
    ),
    handle(contract.labelProgress, (ctx, { outboundIds }) =>
      app.database.inCompany(ctx, (tx) => labelProgress(tx, ctx, outboundIds)),
    ),
    handle(contract.parcelsOf, (ctx, { outboundIds }) =>
      app.database.inCompany(ctx, async (tx) => ({ list: await parcelsOfOutbounds(app, tx, ctx, outboundIds) })),
    ),
    handle(contract.labelPdf, (ctx, { parcelId, format }) => labelFile(app, ctx, parcelId, format)),
    handle(contract.labelsPdf, (ctx, { outboundIds }) => labelsFile(app, ctx, outboundIds)),
    handle(contract.voidLabel, (ctx, { parcelId }) => voidLabel(app, ctx, parcelId, 'user')),
  ];
}
