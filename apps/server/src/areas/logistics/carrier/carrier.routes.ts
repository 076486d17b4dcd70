import { rights } from '@tradewind/contract/access/modules.ts';
import * as contract from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import { mayPress } from '../../../core/context.ts';
import { forbidden } from '../../../core/errors.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { firstChannel } from '../channel/channels.ts';
import {
  accountServices,
  carrierList,
  deleteAccount,
  findAccount,
  listAccounts,
  saveAccount,
  testAccount,
} from './accounts.ts';
import { checkOwnKeys } from './connect.ts';
import { beginConsent } from './consent.ts';

export function carrierRoutes(app: App): Route[] {
  // A mistake in the credentials stops the start, not the first account.
  checkOwnKeys(process.env);
  return [
    handleApp(contract.listCarriers, async () => ({ list: carrierList(app) })),
    handleApp(contract.accountServices, async (ctx, { id }) => ({ list: await accountServices(app, ctx, id) })),
    handle(contract.getUpsAuth, async (tx) => ({ list: await listAccounts(app, tx) })),
    handle(contract.findUpsDetail, (tx, { id }) => findAccount(app, tx, id)),
    handle(contract.saveOrUpdateUpsAuth, async (tx, { account }, ctx) => {
      if (!mayPress(ctx.rights, account.id === undefined ? rights.carrier.add : rights.carrier.edit)) throw forbidden();
      const id = await saveAccount(app, tx, account);
      if (account.withChannel && account.id === undefined) await firstChannel(tx, account, id);
      return { id };
    }),
    handle(contract.deleteUpsAuth, (tx, { id }) => deleteAccount(app, tx, id)),
    handleApp(contract.getAuthUrl, (ctx, input) => beginConsent(app, ctx, input)),
    handleApp(contract.testCarrierAccount, (ctx, { id }) => testAccount(app, ctx, id)),
  ];
}
