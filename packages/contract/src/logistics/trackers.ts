import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, flag, ok, text } from '../call.ts';
import { keyField, named } from '../keys.ts';

const trackerKeys = z.record(z.string(), z.string());
const trackerAccount = z.object({
  tracker: z.string(),
  /** Keys that are not secret; secret ones are empty. */
  keys: trackerKeys,
  sandbox: z.boolean(),
  enabled: z.boolean(),
  lastError: z.string().nullable(),
  /** As last read; a number that is followed costs one. */
  quota: z
    .object({ total: z.number().int(), used: z.number().int(), left: z.number().int(), at: z.string() })
    .nullable(),
  /** Where the tracker sends its news. */
  pushUrl: z.string(),
});
export type TrackerAccount = z.output<typeof trackerAccount>;

export const getTracker = defineCall({
  method: 'GET',
  path: '/seller/logistics/tracker',
  access: [rights.carrier.view],
  summary:
    'Returns the account by which parcels are followed that no carrier of the company reports on, and which trackers there are.',
  input: z.strictObject({}),
  result: z.object({
    account: trackerAccount.nullable(),
    list: z.array(
      z.object({
        tracker: z.string(),
        name: z.string(),
        keys: z.array(keyField),
        keysHelp: named,
        /** Keys of the stand-in; null where this installation has none. */
        trial: trackerKeys.nullable(),
      }),
    ),
  }),
});
export const saveTracker = defineCall({
  method: 'POST',
  path: '/seller/logistics/saveTracker',
  access: [rights.carrier.edit],
  summary: 'Creates or updates the company’s one tracker account. An empty secret keeps the saved one.',
  notInSample: true,
  input: z.strictObject({
    account: z.strictObject({
      tracker: text(40),
      keys: z.record(z.string().max(40), text(2048)),
      sandbox: flag().default(false),
      enabled: flag().default(true),
    }),
  }),
  result: ok,
  secret: true,
});
export const deleteTracker = defineCall({
  method: 'POST',
  path: '/seller/logistics/deleteTracker',
  access: [rights.carrier.delete],
  summary: 'Deletes the tracker account. What it reported stays.',
  input: z.strictObject({}),
  result: ok,
});
export const testTracker = defineCall({
  method: 'POST',
  path: '/seller/logistics/testTracker',
  access: [rights.carrier.authorize, rights.carrier.refresh],
  summary: 'Reads the quota of the tracker account, which tests its keys, and returns the result.',
  input: z.strictObject({}),
  result: z.object({ authorized: z.boolean(), error: z.string().nullable() }),
});
