import * as calls from '@tradewind/contract/company.ts';
import { getUserInfoMain } from '@tradewind/contract/identity.ts';
import type { App } from '../../core/app.ts';
import { handle, OK, type RequestCtx, type Route, type UploadedFile } from '../../core/http/routes.ts';
import { cancelChange } from './changes.ts';
import { applyWithLicence, dropLogo, licenceOf, logoOf, setLogo } from './pictures.ts';
import { planRoutes } from './plan/plan.routes.ts';
import { changeCompany, companiesOfGroup, companyForPage } from './profile.ts';
import { applications, assertProvider, decide, licenceOfChange } from './provider.ts';
import { citiesOf, provinces } from './regions.ts';
import { registerCompany, resendKey, validateCompany } from './registration.ts';
import { whoIsSignedIn } from './who.ts';

export function companyRoutes(app: App): Route[] {
  return [...registration(app), ...ownCompany(app), ...providers(app), ...planRoutes(app)];
}

function registration(app: App): Route[] {
  return [
    handle(calls.companyRegisterAction, async (ctx, given) => {
      await registerCompany(app, ctx, given, ctx.file);
      return OK;
    }),
    handle(calls.companyValidateMail, async (_ctx, { key }) => {
      await validateCompany(app, key);
      return OK;
    }),
    handle(calls.reSendCheckCode, async (ctx, given) => {
      await resendKey(app, ctx, given);
      return OK;
    }),
    handle(calls.getProvince, async () => provinces()),
    handle(calls.getCity, async (_ctx, { province }) => citiesOf(province)),
  ];
}

function ownCompany(app: App): Route[] {
  const { database, config } = app;
  return [
    handle(getUserInfoMain, (ctx) => database.inCompany(ctx, (tx) => whoIsSignedIn(tx, ctx, config.v2Url))),
    handle(calls.getCompanyByCustomerId, (ctx) => database.look(ctx, (tx) => companyForPage(tx, ctx))),
    handle(calls.updateCompany, (ctx, given) => database.inCompany(ctx, (tx) => changeCompany(tx, given))),
    handle(calls.getCompanyList, (ctx) => companiesOfGroup(app, ctx)),
    handle(calls.uploadLogo, (ctx) => setLogo(app, ctx, fileOf(ctx))),
    handle(calls.getLogo, (ctx) => logoOf(app, ctx)),
    handle(calls.removeLogo, async (ctx) => {
      await database.inCompany(ctx, dropLogo);
      return OK;
    }),
    handle(calls.uploadLicence, async (ctx, { licenceNumber }) => {
      await applyWithLicence(app, ctx, fileOf(ctx), licenceNumber);
      return OK;
    }),
    handle(calls.getLicence, (ctx) => licenceOf(app, ctx)),
    handle(calls.cancelCompanyChange, async (ctx, { id }) => {
      await database.inCompany(ctx, (tx) => cancelChange(tx, id));
      return OK;
    }),
  ];
}

function providers(app: App): Route[] {
  return [
    handle(calls.listCompanyChanges, async (ctx) => {
      await assertProvider(app, ctx);
      return applications(app);
    }),
    handle(calls.getChangeLicence, async (ctx, { id }) => {
      await assertProvider(app, ctx);
      return licenceOfChange(app, id);
    }),
    handle(calls.decideCompanyChange, async (ctx, given) => {
      await assertProvider(app, ctx);
      await decide(app, ctx.actor.name, given);
      return OK;
    }),
  ];
}

function fileOf(ctx: RequestCtx): UploadedFile {
  if (!ctx.file) throw new Error('an upload without a file');
  return ctx.file;
}
