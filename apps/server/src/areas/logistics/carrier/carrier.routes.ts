import * as contract from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import { mayPress } from '../../../core/context.ts';
import { forbidden } from '../../../core/errors.ts';
import { handle, OK, type Route } from '../../../core/http/routes.ts';
import { deleteAccount, findAccount, listAccounts, saveAccount, testAccount } from './accounts.ts';

export function carrierRoutes(app: App): Route[] {
  return [
    handle(contract.getUpsAuth, (ctx) =>
      app.database.inCompany(ctx, async (tx) => ({ list: await listAccounts(app, tx) })),
    ),
    handle(contract.findUpsDetail, (ctx, { id }) => app.database.inCompany(ctx, (tx) => findAccount(app, tx, id))),
    handle(contract.saveOrUpdateUpsAuth, (ctx, { account }) => {
      if (!mayPress(ctx.rights, 996, account.id === undefined ? 'add' : 'edit')) throw forbidden();
      return app.database.inCompany(ctx, async (tx) => ({ id: await saveAccount(app, tx, account) }));
    }),
    handle(contract.deleteUpsAuth, async (ctx, { id }) => {
      await app.database.inCompany(ctx, (tx) => deleteAccount(app, tx, id));
      return OK;
    }),
    handle(contract.testCarrierAccount, (ctx, { id }) => testAccount(app, ctx, id)),
  ];
}
