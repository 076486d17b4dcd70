import {
  disableSecondFactor,
  enableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  startSecondFactor,
} from '@tradewind/contract/identity.ts';
import type { App } from '../../core/app.ts';
import { handle, handleApp, OK, type Route } from '../../core/http/routes.ts';
import { disableFactor, enableFactor, renewCodes, resetFactor, startFactor } from './own-factor.ts';
import { secondFactorOf } from './second-factor.ts';

export function secondFactorRoutes(app: App): Route[] {
  return [
    handle(getSecondFactor, (tx) => secondFactorOf(tx)),
    handleApp(startSecondFactor, (ctx, { password }) => startFactor(app, ctx, password)),
    handleApp(enableSecondFactor, (ctx, { code }) => enableFactor(app, ctx, code)),
    handleApp(renewRecoveryCodes, (ctx, proof) => renewCodes(app, ctx, proof)),
    handleApp(disableSecondFactor, async (ctx, proof) => {
      await disableFactor(app, ctx, proof);
      return OK;
    }),
    handle(resetSecondFactor, (tx, { userLoginId }, ctx) => resetFactor(tx, userLoginId, ctx.address)),
  ];
}
