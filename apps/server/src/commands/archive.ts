import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { Refused } from './command.ts';

/** The first file of a backup: what it is and what it needs. */
export const MANIFEST = 'tradewind-backup.json';

/** How every gzip file begins (RFC 1952, 2.3.1). */
const GZIP = Buffer.from([0x1f, 0x8b]);

export const manifest = z.object({
  format: z.literal(1),
  at: z.string(),
  postgres: z.string(),
  /** Tells whether the secret of a restoring machine is the one that the backup was made under. */
  secretCheck: z.string(),
  secretInside: z.boolean(),
});
export type Manifest = z.infer<typeof manifest>;

/** The system's tar: on every Linux and macOS, and on Windows since 10. Gives what it printed. */
export async function tar(args: string[]): Promise<string> {
  const child = spawn('tar', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += String(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += String(chunk);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', () => reject(new Refused('The program "tar" is needed and was not found.')));
    child.once('close', resolve);
  });
  if (code !== 0) throw new Refused(`tar could not do it: ${complaint.trim().split('\n').at(-1)}`);
  return said;
}

/**
 * Why an archive cannot be read to its end: copying it ended early, or its bytes have changed. Undefined: its
 * compression is whole, or it never was an archive.
 */
export async function brokenArchive(file: string): Promise<'incomplete' | 'damaged' | undefined> {
  const handle = await open(file);
  const { bytesRead, buffer } = await handle
    .read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0)
    .finally(() => handle.close());
  if (!GZIP.subarray(0, bytesRead).equals(buffer.subarray(0, bytesRead))) return undefined;
  if (bytesRead < GZIP.length) return 'incomplete';
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  return pipeline(createReadStream(file), createGunzip(), nowhere).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => (error.code === 'Z_BUF_ERROR' ? 'incomplete' : 'damaged'),
  );
}
