import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { bulkCall, defineCall, flag, id, instant, integer, list, ok, pageOf, paging, text } from '../call.ts';

export const SCANS_AT_ONCE = 100;

const scanOutcome = z.object({
  seq: z.number(),
  outcome: z.enum(['done', 'refused']),
  /** Why it was refused, in the user's language. */
  message: z.string().nullable(),
  code: z.string().nullable(),
  /** What its doer answered; by kind. */
  result: z.unknown(),
});
export type ScanOutcome = z.output<typeof scanOutcome>;

/**
 * A device numbers its scans from 1 without gaps and sends them in order; it sends scans without an answer again. The
 * server executes each once: a repeated scan gets the same answer.
 */
export const sendScans = defineCall({
  method: 'POST',
  path: '/seller/warehouse/scan/log',
  access: [rights.scanStation.view],
  summary: 'Runs a device’s scans in order, each exactly once. A refused scan does not stop the others.',
  input: z.strictObject({
    /** Made by the device when it is first used. */
    device: text(60),
    warehouseId: id().optional(),
    /** The device's clock at sending: with it `at` gives the age of a scan, even if the clock is wrong. */
    sentAt: instant().optional(),
    scans: z
      .array(
        z.strictObject({
          seq: integer(1, 2_000_000_000),
          kind: text(30),
          /** The device's clock. */
          at: instant(),
          payload: z.record(z.string(), z.unknown()),
        }),
      )
      .min(1)
      .max(SCANS_AT_ONCE),
  }),
  result: z.object({ answers: z.array(scanOutcome), next: z.number() }),
});

const refusedScan = z.object({
  id: z.number(),
  /** The device: the prefix of its name is enough to distinguish two. */
  device: z.string(),
  seq: z.number(),
  kind: z.string(),
  /** The scanned values for people: codes and quantities. */
  payload: z.record(z.string(), z.unknown()),
  warehouseId: z.number().nullable(),
  warehouseName: z.string().nullable(),
  /** The device's clock, and when it came here. */
  scannedAt: z.string(),
  receivedAt: z.string(),
  actor: z.string(),
  message: z.string(),
  /** Who did the same thing before, on another device. */
  other: z
    .object({ actor: z.string(), device: z.string(), kind: z.string(), scannedAt: z.string(), receivedAt: z.string() })
    .nullable(),
  settledBy: z.string().nullable(),
  settledAt: z.string().nullable(),
});
export type RefusedScan = z.output<typeof refusedScan>;

/** The merge report: scans of a device that the ledger could not accept. */
export const listRefusedScans = defineCall({
  method: 'GET',
  path: '/seller/warehouse/scan/refused',
  access: [rights.scanStation.view, rights.stockRecord.view],
  summary: 'Lists refused scans, with who did the same before on another device.',
  input: z.strictObject({ warehouseId: id().optional(), settled: flag().default(false), ...paging }),
  result: pageOf(refusedScan),
});
export const settleScans = bulkCall(
  '/seller/warehouse/scan/settle',
  [rights.scanStation.view],
  'Marks refused scans as resolved.',
  z.strictObject({ ids: list(id(), 500) }),
);
/** A device knows its scans by their numbers. */
export const settleOwnScan = defineCall({
  method: 'POST',
  path: '/seller/warehouse/scan/settleOwn',
  access: [rights.scanStation.view],
  summary: 'Marks a refused scan of one’s own device as resolved: its user has read why. Repeating it changes nothing.',
  input: z.strictObject({ device: text(60), seq: integer(1, 2_000_000_000) }),
  result: ok,
});
