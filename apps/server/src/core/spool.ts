import { randomUUID } from 'node:crypto';
import { mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** A file under way, on the disk instead of in memory. */
export interface Spool {
  readonly bytes: () => number;
  write(chunk: Buffer): Promise<void>;
  /** All of it, from the beginning. */
  read(): Readable;
  close(): Promise<void>;
}

/** It has no name once it is open, so nothing of it is left however the process ends. */
export async function openSpool(dataDir: string): Promise<Spool> {
  const folder = join(dataDir, 'spool');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  let length = 0;
  return {
    bytes: () => length,
    write: async (chunk) => {
      for (let at = 0; at < chunk.length; ) {
        const { bytesWritten } = await file.write(chunk, at, chunk.length - at, length);
        at += bytesWritten;
        length += bytesWritten;
      }
    },
    read: () => file.createReadStream({ start: 0, autoClose: false }),
    close: () => file.close(),
  };
}
