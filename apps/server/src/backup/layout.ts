import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

// Names in a store: files/KEY, and for each database server (its identifier) log/SEGMENT.gz and bases/ID/...

export const FILES = 'files/';
export const logName = (server: string, segment: string): string => `${server}/log/${segment}.gz`;
export const logFolder = (server: string): string => `${server}/log/`;
export const baseFolder = (server: string, id: string): string => `${server}/bases/${id}/`;

/** Files of a base. The record comes last: without it the base does not count. */
export const RECORD = 'base.json';
export const DATA = 'base.tar.gz';
export const MANIFEST = 'backup_manifest';
export const FILE_LIST = 'files.json';

export const baseRecord = z.object({
  format: z.literal(1),
  /** The moment of the point at which the figures hold. */
  at: z.iso.datetime(),
  /** The name of that point in the log. */
  point: z.string(),
  postgres: z.string(),
  timeline: z.int(),
  /** The log from `firstSegment` to `position` belongs to the base. */
  firstSegment: z.string(),
  position: z.string(),
  secretCheck: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** Files of companies, unless they lie in a store of their own. */
  files: z.int().optional(),
  figures: z.record(z.string(), z.string()),
});
export type BaseRecord = z.infer<typeof baseRecord>;

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** A position in the log such as 0/3000028 as a number. */
export function positionOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
