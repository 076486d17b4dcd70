import { rights } from '@tradewind/contract/access/modules.ts';
import * as contract from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import { mayPress } from '../../../core/context.ts';
import { forbidden } from '../../../core/errors.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { channelOptions, deleteChannel, listChannels, mapChannel, saveChannel, setDefaultChannel } from './channels.ts';
import { listMappings, saveMapping } from './mapping.ts';
import { platformCarriers } from './platform-carriers.ts';
import { saveShippingMethods, shippingMethods } from './warehouses.ts';

export function channelRoutes(app: App): Route[] {
  return [
    handle(contract.listChannels, async (tx) => ({ list: await listChannels(tx) })),
    handle(contract.channelOptions, async (tx, { houseId: warehouseId }) => ({
      list: await channelOptions(tx, warehouseId ?? null),
    })),
    handle(contract.shippingMethods, (tx, { houseId: warehouseId }) => shippingMethods(tx, warehouseId)),
    handle(contract.saveShippingMethods, (tx, input) => saveShippingMethods(tx, input)),
    handle(contract.saveChannel, async (tx, { channel }, ctx) => {
      const needed = channel.id === undefined ? 'add' : 'edit';
      if (!mayPress(ctx.rights, rights.carrier[needed]) && !mayPress(ctx.rights, rights.rateCard[needed]))
        throw forbidden();
      return { id: await saveChannel(tx, channel) };
    }),
    handle(contract.mapChannel, (tx, { id, platformCarrierCode }) => mapChannel(tx, id, platformCarrierCode)),
    handle(contract.getPlatformCorrespondingExpress, async (tx, only) => ({ list: await listMappings(tx, only) })),
    handle(contract.savePlatformCorrespondingExpress, (tx, { mapping }) => saveMapping(app, tx, mapping)),
    handleApp(contract.getPlatformExpress, async (ctx, { platform }) => ({
      list: await platformCarriers(app, ctx, platform),
    })),
    handle(contract.setDefaultChannel, (tx, { id }) => setDefaultChannel(tx, id)),
    handle(contract.deleteChannel, (tx, { id }) => deleteChannel(tx, id)),
  ];
}
