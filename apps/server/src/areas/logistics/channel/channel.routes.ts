import * as contract from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import { mayPress } from '../../../core/context.ts';
import { forbidden } from '../../../core/errors.ts';
import { handle, OK, type Route } from '../../../core/http/routes.ts';
import { channelOptions, deleteChannel, listChannels, mapChannel, saveChannel, setDefaultChannel } from './channels.ts';
import { saveShippingMethods, shippingMethods } from './houses.ts';
import { listMappings, saveMapping } from './mapping.ts';
import { platformCarriers } from './platform-carriers.ts';

export function channelRoutes(app: App): Route[] {
  return [
    handle(contract.listChannels, (ctx) =>
      app.database.inCompany(ctx, async (tx) => ({ list: await listChannels(tx) })),
    ),
    handle(contract.channelOptions, (ctx, { houseId }) =>
      app.database.inCompany(ctx, async (tx) => ({ list: await channelOptions(tx, houseId ?? null) })),
    ),
    handle(contract.shippingMethods, (ctx, { houseId }) =>
      app.database.look(ctx, (tx) => shippingMethods(tx, houseId)),
    ),
    handle(contract.saveShippingMethods, async (ctx, input) => {
      await app.database.inCompany(ctx, (tx) => saveShippingMethods(tx, input));
      return OK;
    }),
    handle(contract.saveChannel, (ctx, { channel }) => {
      if (!mayPress(ctx.rights, 996, channel.id === undefined ? 'add' : 'edit')) throw forbidden();
      return app.database.inCompany(ctx, async (tx) => ({ id: await saveChannel(tx, channel) }));
    }),
    handle(contract.mapChannel, async (ctx, { id, platformCarrierCode }) => {
      await app.database.inCompany(ctx, (tx) => mapChannel(tx, id, platformCarrierCode));
      return OK;
    }),
    handle(contract.getPlatformCorrespondingExpress, (ctx, only) =>
      app.database.look(ctx, async (tx) => ({ list: await listMappings(tx, only) })),
    ),
    handle(contract.savePlatformCorrespondingExpress, async (ctx, { mapping }) => {
      await app.database.inCompany(ctx, (tx) => saveMapping(app, tx, mapping));
      return OK;
    }),
    handle(contract.getPlatformExpress, async (ctx, { platform }) => ({
      list: await platformCarriers(app, ctx, platform),
    })),
    handle(contract.setDefaultChannel, async (ctx, { id }) => {
      await app.database.inCompany(ctx, (tx) => setDefaultChannel(tx, id));
      return OK;
    }),
    handle(contract.deleteChannel, async (ctx, { id }) => {
      await app.database.inCompany(ctx, (tx) => deleteChannel(tx, id));
      return OK;
    }),
  ];
}
