import * as calls from '@tradewind/contract/company.ts';
import { getUserInfoMain } from '@tradewind/contract/identity.ts';
import type { App } from '../../core/app.ts';
import { handle, handleApp, OK, type RequestCtx, type Route, type UploadedFile } from '../../core/http/routes.ts';
import { cancelChange } from './changes.ts';
import { archiveOfLink, archiveState, linkToArchive, requestArchive } from './data/archive-file.ts';
import { applyWithLicence, dropLogo, licenceOf, logoOf, setLogo } from './pictures.ts';
import { planRoutes } from './plan/plan.routes.ts';
import { changeCompany, companiesOfGroup, companyForPage } from './profile.ts';
import { applications, assertProvider, decide, licenceOfChange } from './provider.ts';
import { citiesOf, provinces } from './regions.ts';
import { registerCompany, resendKey, validateCompany } from './registration.ts';
import { leaveSample, removeSample, sampleState, visitSample } from './sample.ts';
import { whoIsSignedIn } from './who.ts';

export function companyRoutes(app: App): Route[] {
  return [
    ...registration(app),
    ...ownCompany(app),
    ...providers(app),
    ...samples(app),
    ...archives(app),
    ...planRoutes(app),
  ];
}

function registration(app: App): Route[] {
  return [
    handleApp(calls.companyRegisterAction, async (ctx, input) => {
      await registerCompany(app, ctx, input, ctx.file);
      return OK;
    }),
    handleApp(calls.companyValidateMail, async (_ctx, { key }) => {
      await validateCompany(app, key);
      return OK;
    }),
    handleApp(calls.reSendCheckCode, async (ctx, input) => {
      await resendKey(app, ctx, input);
      return OK;
    }),
    handleApp(calls.getProvince, async () => provinces()),
    handleApp(calls.getCity, async (_ctx, { province }) => citiesOf(province)),
  ];
}

function ownCompany(app: App): Route[] {
  const { database, config } = app;
  return [
    handle(getUserInfoMain, (tx, _input, ctx) => whoIsSignedIn(tx, ctx, config.v2Url)),
    handle(calls.getCompanyByCustomerId, (tx, _input, ctx) => companyForPage(tx, ctx)),
    handle(calls.updateCompany, (tx, input) => changeCompany(tx, input)),
    handleApp(calls.getCompanyList, (ctx) => companiesOfGroup(app, ctx)),
    handleApp(calls.uploadLogo, (ctx) => setLogo(app, ctx, fileOf(ctx))),
    handleApp(calls.getLogo, (ctx) => logoOf(app, ctx)),
    handleApp(calls.removeLogo, async (ctx) => {
      await database.inCompany(ctx, dropLogo);
      return OK;
    }),
    handleApp(calls.uploadLicence, async (ctx, { licenceNumber }) => {
      await applyWithLicence(app, ctx, fileOf(ctx), licenceNumber);
      return OK;
    }),
    handleApp(calls.getLicence, (ctx) => licenceOf(app, ctx)),
    handle(calls.cancelCompanyChange, (tx, { id }) => cancelChange(tx, id)),
  ];
}

function providers(app: App): Route[] {
  return [
    handleApp(calls.listCompanyChanges, async (ctx) => {
      await assertProvider(app, ctx);
      return applications(app);
    }),
    handleApp(calls.getChangeLicence, async (ctx, { id }) => {
      await assertProvider(app, ctx);
      return licenceOfChange(app, id);
    }),
    handleApp(calls.decideCompanyChange, async (ctx, input) => {
      await assertProvider(app, ctx);
      await decide(app, ctx.actor.name, input);
      return OK;
    }),
  ];
}

function samples(app: App): Route[] {
  const doing = (work: (app: App, ctx: RequestCtx) => Promise<void>) => async (ctx: RequestCtx) => {
    await work(app, ctx);
    return OK;
  };
  return [
    handleApp(calls.getSample, (ctx) => sampleState(app, ctx)),
    handleApp(calls.visitSample, doing(visitSample)),
    handleApp(calls.leaveSample, doing(leaveSample)),
    handleApp(calls.removeSample, doing(removeSample)),
  ];
}

function archives(app: App): Route[] {
  return [
    handle(calls.requestArchive, (tx, _input, ctx) => requestArchive(tx, ctx)),
    handle(calls.getArchive, (tx, _input, ctx) => archiveState(tx, ctx)),
    handle(calls.archiveLink, (tx, _input, ctx) => linkToArchive(tx, ctx, app.config.publicUrl)),
    handleApp(calls.downloadArchive, (_ctx, { key }) => archiveOfLink(app, key)),
  ];
}

function fileOf(ctx: RequestCtx): UploadedFile {
  if (!ctx.file) throw new Error('an upload without a file');
  return ctx.file;
}
