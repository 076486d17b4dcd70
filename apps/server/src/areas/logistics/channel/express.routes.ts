import * as contract from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { carrierList } from '../carrier/accounts.ts';
import { channelOptions } from './channels.ts';
import { deleteMappings, mappingPage, saveMapping } from './mapping.ts';
import { platformOptions, shopOptions, tiktokCarriers } from './shop-options.ts';
import { addToWarehouse, removeFromWarehouses, saveShippingMethods, warehouseChannels } from './warehouses.ts';

/** The specification's names of channels by warehouse and by platform. */
export function expressRoutes(app: App): Route[] {
  return [
    handle(contract.getWarehouseExpress, async (tx, { houseId: warehouseId }) => ({
      list: await warehouseChannels(tx, warehouseId),
    })),
    handle(contract.addWarehouseExpress, (tx, { express }) => addToWarehouse(tx, express.houseId, express.channelId)),
    handle(contract.editWarehouseExpress, (tx, { express }) => saveShippingMethods(tx, express)),
    handle(contract.delWarehouseExpress, (tx, { ids }) => removeFromWarehouses(tx, ids.map(pairOf))),
    handle(contract.getExpressCorrespondence, (tx, filter) => mappingPage(tx, filter)),
    handle(contract.addPlatformExpress, (tx, { express }) => saveMapping(app, tx, express, 'express')),
    handle(contract.delPlatformExpress, (tx, { ids }) => deleteMappings(app, tx, ids.map(nameOf))),
    handle(contract.selectExperssJson, async (tx) => ({ list: await channelOptions(tx, null) })),
    handleApp(contract.getExperssList, async () => ({
      list: carrierList(app).map(({ carrier, platformCode, services }) => ({ carrier, platformCode, services })),
    })),
    handleApp(contract.getPlatformShipment, async (ctx, { platform }) => ({
      list: await platformOptions(app, ctx, platform),
    })),
    handleApp(contract.getShopShipmentList, async (ctx, { shopId }) => ({ list: await shopOptions(app, ctx, shopId) })),
    handleApp(contract.getPlatformExpressTikTok, async (ctx, { shopId }) => ({
      list: await tiktokCarriers(app, ctx, shopId),
    })),
  ];
}

function pairOf(id: string) {
  const [warehouseId = 0, channelId = 0] = id.split(':').map(Number);
  return { warehouseId, channelId };
}

function nameOf(id: string) {
  const [channelId = '', platform = ''] = id.split(':');
  return { channelId: Number(channelId), platform };
}
