import * as calls from '@tradewind/contract/procurement.ts';
import type { App } from '../../core/app.ts';
import { handle, handleApp, type Route } from '../../core/http/routes.ts';
import { accountOf, disconnect } from './sourcing/account.ts';
import { cancelTrade, followNow, lookAtOffer, payPage, release } from './sourcing/acts.ts';
import { beginConsent } from './sourcing/consent.ts';
import { askPlace } from './sourcing/place.ts';
import { previewOf, takePrices } from './sourcing/preview.ts';
import { sourcingOf } from './sourcing/read.ts';
import { sourcingSetup } from './sourcing/setup.ts';

export function sourcingRoutes(app: App): Route[] {
  // A mistake in the credentials stops the start, not the first order.
  sourcingSetup(app);
  return [
    handle(calls.sourcingAccount, (tx) => accountOf(app, tx)),
    handleApp(calls.connectSourcing, (ctx, { origin }) => beginConsent(app, ctx, origin)),
    handle(calls.disconnectSourcing, (tx) => disconnect(tx)),
    handleApp(calls.sourcingOffer, (ctx, input) => lookAtOffer(app, ctx, input)),
    handleApp(calls.previewSourcing, (ctx, input) => previewOf(app, ctx, input)),
    handle(calls.placeSourcing, (tx, input) => askPlace(tx, input)),
    handleApp(calls.takeSourcingPrices, (ctx, input) => takePrices(app, ctx, input)),
    handle(calls.sourcingOfPurchase, (tx, { id }, ctx) => sourcingOf(tx, ctx, id)),
    handleApp(calls.followSourcing, (ctx, { id }) => followNow(app, ctx, id)),
    handleApp(calls.paySourcing, (ctx, { id }) => payPage(app, ctx, id)),
    handleApp(calls.cancelSourcing, (ctx, input) => cancelTrade(app, ctx, input)),
    handleApp(calls.releaseSourcing, (ctx, { id }) => release(app, ctx, id)),
  ];
}
