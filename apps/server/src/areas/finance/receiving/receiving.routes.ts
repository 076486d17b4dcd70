import * as contract from '@tradewind/contract/finance/receiving.ts';
import * as setAside from '@tradewind/contract/finance/receiving-set-aside.ts';
import type { App } from '../../../core/app.ts';
import { handle, handleApp, OK, type Route } from '../../../core/http/routes.ts';
import { beginConsent, connectByKeys, finishConsent, readNow, revoke } from './consent.ts';
import { connections } from './list.ts';
import { setAsideOfReceiving } from './set-aside/list.ts';
import { dismiss, retry } from './set-aside/retry.ts';
import { receivingSetup } from './setup.ts';
import './alerts.ts';
import './jobs.ts';
import './receiving.texts.ts';

export function receivingRoutes(app: App): Route[] {
  // A mistake in the credentials stops the start, not the first consent.
  receivingSetup(app);
  return [
    handle(contract.listReceivingConnections, (tx) => connections(app, tx)),
    handleApp(contract.getBankAccountAuth, (ctx, input) => beginConsent(app, ctx, input)),
    handleApp(contract.getBankAccoutToken, (ctx, input) => finishConsent(app, ctx, input)),
    handleApp(contract.connectReceivingKeys, (ctx, input) => connectByKeys(app, ctx, input)),
    handle(contract.readReceiving, (tx, { id }) => readNow(tx, id)),
    handleApp(contract.revokeReceiving, async (ctx, { id }) => {
      await revoke(app, ctx, id);
      return OK;
    }),
    handle(setAside.listReceivingSetAside, (tx, input) => setAsideOfReceiving.page(tx, input)),
    handle(setAside.retryReceivingSetAside, (tx, input, ctx) => retry(tx, ctx, input)),
    handle(setAside.dismissReceivingSetAside, (tx, input, ctx) => dismiss(tx, ctx, input)),
  ];
}
