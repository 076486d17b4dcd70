import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, flag, id, list, ok, pageOf, paging, requiredText, text } from '../call.ts';
import { carrierMapping, channelOption } from './channels.ts';

// The specification's names of channels by warehouse and of their names by platform. No row has an id of its own: a
// warehouse's channel is "warehouse:channel", a name on a platform "channel:platform".

const PAIRS_MOST = 200;
const warehouseChannel = z.string().regex(/^[1-9]\d{0,9}:[1-9]\d{0,9}$/);
const namedChannel = z.string().regex(/^[1-9]\d{0,9}:[A-Za-z0-9]{1,40}$/);

// ---- channels of a warehouse
export const getWarehouseExpress = defineCall({
  method: 'GET',
  path: '/seller/express/getWarehouseExpress',
  access: 'user',
  summary: 'Lists the enabled shipping channels that ship from a warehouse.',
  input: z.strictObject({ houseId: id() }),
  result: z.object({ list: z.array(channelOption.extend({ id: warehouseChannel, channelId: z.number() })) }),
});
export const addWarehouseExpress = defineCall({
  method: 'POST',
  path: '/seller/express/addHouseExpress',
  access: [rights.warehouse.edit, rights.rateCard.add],
  summary: 'Lets one more shipping channel ship from an own warehouse.',
  input: z.strictObject({ express: z.strictObject({ houseId: id(), channelId: id() }) }),
  result: ok,
});
export const editWarehouseExpress = defineCall({
  method: 'POST',
  path: '/seller/express/editHouseExpress',
  access: [rights.warehouse.edit, rights.rateCard.edit],
  summary: 'Sets the shipping channels that ship from an own warehouse. An empty list means all channels.',
  input: z.strictObject({ express: z.strictObject({ houseId: id(), channelIds: list(id(), PAIRS_MOST) }) }),
  result: ok,
});
export const delWarehouseExpress = defineCall({
  method: 'POST',
  path: '/seller/express/delHouseExpress',
  access: [rights.warehouse.edit, rights.rateCard.delete],
  summary: 'Removes shipping channels from own warehouses. The last channel of a warehouse stays.',
  input: z.strictObject({ ids: list(warehouseChannel, PAIRS_MOST) }),
  result: ok,
});

// ---- what platforms call the channels
export const getExpressCorrespondence = defineCall({
  method: 'GET',
  path: '/seller/express/getExpressCorrespondence',
  access: 'user',
  summary: 'Lists the name of each shipping channel on each platform, of all warehouses or of one.',
  input: z.strictObject({
    ...paging,
    houseId: id().optional(),
    platform: text(40).optional(),
    channelId: id().optional(),
    /** With a name of the platform's own, or without. */
    mapped: flag().optional(),
    text: text(60).optional(),
  }),
  result: pageOf(
    carrierMapping.extend({
      id: z.string(),
      carrier: z.string(),
      /** The channel's own name, for platforms without a name of theirs. */
      ownCode: z.string(),
    }),
  ),
});
export const addPlatformExpress = defineCall({
  method: 'POST',
  path: '/seller/express/addPlatformExpress',
  access: [rights.carrier.map, rights.carrier.edit, rights.rateCard.add],
  summary: 'Sets the name that a platform receives for a shipping channel.',
  input: z.strictObject({
    express: z.strictObject({
      channelId: id(),
      platform: requiredText(40),
      code: requiredText(60),
      name: text(120).default(''),
    }),
  }),
  result: ok,
});
export const delPlatformExpress = defineCall({
  method: 'POST',
  path: '/seller/express/delPlatformExpress',
  access: [rights.carrier.map, rights.carrier.edit, rights.rateCard.delete],
  summary: 'Deletes names of shipping channels on platforms, which then receive the channel’s own name.',
  input: z.strictObject({ ids: list(namedChannel, PAIRS_MOST) }),
  result: ok,
});

// ---- what there is to choose from
export const selectExperssJson = defineCall({
  method: 'GET',
  path: '/seller/express/selectExperssJson',
  access: 'user',
  summary: 'Lists enabled shipping channels for pickers.',
  input: z.strictObject({}),
  result: z.object({ list: z.array(channelOption) }),
});
export const getExperssList = defineCall({
  method: 'GET',
  path: '/seller/express/getExperssList',
  access: 'user',
  summary: 'Lists the carriers that sell labels, with the services that each of them offers to every account.',
  input: z.strictObject({}),
  result: z.object({
    list: z.array(
      z.object({
        carrier: z.string(),
        platformCode: z.string(),
        services: z.array(z.object({ code: z.string(), name: z.string() })),
      }),
    ),
  }),
});

// ---- what platforms and shops deliver by
const shippingOption = z.object({
  code: z.string(),
  name: z.string(),
  shippedBy: z.enum(['seller', 'platform']),
  /** The carriers that the platform accepts for it, where the seller ships. */
  carriers: z.array(z.object({ code: z.string(), name: z.string() })),
});
const optionsOf = z.object({ list: z.array(shippingOption) });
export const getPlatformShipment = defineCall({
  method: 'GET',
  path: '/seller/express/getPlatformShipment',
  access: 'user',
  summary: 'Lists the delivery options of a platform, read via the company’s shops once a day. Empty if it lists none.',
  input: z.strictObject({ platform: requiredText(40) }),
  result: optionsOf,
});
export const getShopShipmentList = defineCall({
  method: 'GET',
  path: '/seller/express/getShopShipmentList',
  access: 'user',
  summary: 'Lists the delivery options of a shop, read once a day. Empty if its platform lists none.',
  input: z.strictObject({ shopId: id() }),
  result: optionsOf,
});
export const getPlatformExpressTikTok = defineCall({
  method: 'GET',
  path: '/seller/express/getPlatformExpressTikTok',
  access: 'user',
  summary: 'Lists the carriers that a TikTok shop accepts, each with the delivery options that it serves.',
  input: z.strictObject({ shopId: id() }),
  result: z.object({
    list: z.array(z.object({ code: z.string(), name: z.string(), options: z.array(z.string()) })),
  }),
});
