import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, id, ok } from '../call.ts';

/** More channels than any company has. */
const CHANNELS_MOST = 200;

export const shippingMethods = defineCall({
  method: 'GET',
  path: '/seller/warehouse/getShippingMethods',
  access: [rights.warehouse.view],
  summary: 'Returns which of the company’s shipping channels ship from a warehouse.',
  input: z.strictObject({ houseId: id() }),
  result: z.object({
    /** None is named: all of them do, and those that are added later. */
    all: z.boolean(),
    channels: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        carrier: z.string(),
        accountName: z.string().nullable(),
        /** Its carrier account, too. */
        enabled: z.boolean(),
        isDefault: z.boolean(),
        ships: z.boolean(),
      }),
    ),
  }),
});
export const saveShippingMethods = defineCall({
  method: 'POST',
  path: '/seller/warehouse/saveShippingMethods',
  access: [rights.warehouse.edit],
  summary: 'Sets the shipping channels that ship from an own warehouse. An empty list means all channels.',
  input: z.strictObject({ houseId: id(), channelIds: z.array(id()).max(CHANNELS_MOST) }),
  result: ok,
});
