import {
  companyRegisterAction,
  companyValidateMail,
  getCity,
  getProvince,
  reSendCheckCode,
} from '@tradewind/contract/company.ts';
import { getUserInfoMain } from '@tradewind/contract/identity.ts';
import type { App } from '../../core/app.ts';
import { handle, OK, type Route } from '../../core/http/routes.ts';
import { citiesOf, provinces } from './regions.ts';
import { registerCompany, resendKey, validateCompany } from './registration.ts';
import { whoIsSignedIn } from './who.ts';

export function companyRoutes(app: App): Route[] {
  return [
    handle(getUserInfoMain, (ctx) => app.database.inCompany(ctx, (tx) => whoIsSignedIn(tx, ctx))),
    handle(companyRegisterAction, async (ctx, given) => {
      await registerCompany(app, ctx, given);
      return OK;
    }),
    handle(companyValidateMail, async (_ctx, { key }) => {
      await validateCompany(app, key);
      return OK;
    }),
    handle(reSendCheckCode, async (ctx, given) => {
      await resendKey(app, ctx, given);
      return OK;
    }),
    handle(getProvince, async () => provinces()),
    handle(getCity, async (_ctx, { province }) => citiesOf(province)),
  ];
}
