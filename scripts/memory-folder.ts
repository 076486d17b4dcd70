import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { alive } from '../apps/server/src/core/processes.ts';

const SHARED = '/dev/shm';
const NAME = 'tradewind-tests-';
/** The databases of a run take a third of it; the rest is for whatever else runs. */
const ROOM_BYTES = 12 * 1024 ** 3;

/**
 * Lets this process and those that it starts keep their temporary files in memory, if the machine has room for them: a
 * database is thousands of files, and ext4 takes over a second of processor time to make them where others were deleted a
 * moment ago. Elsewhere they stay in the usual folder. @returns what gives the memory back
 */
export function keepFilesInMemory(): () => void {
  if (!roomy()) return () => {};
  removeLeftovers();
  const folder = join(SHARED, `${NAME}${process.pid}`);
  remove(folder);
  mkdirSync(folder);
  const { TMPDIR: usual } = process.env;
  process.env.TMPDIR = folder;
  return () => {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
    rmSync(folder, { recursive: true, force: true });
  };
}

function roomy(): boolean {
  if (process.platform !== 'linux' || freemem() < ROOM_BYTES) return false;
  try {
    const { bavail, bsize } = statfsSync(SHARED);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

/** Of runs that were killed. */
function removeLeftovers(): void {
  const left = readdirSync(SHARED).filter((name) => name.startsWith(NAME));
  for (const name of left) if (!alive(Number(name.slice(NAME.length)))) remove(join(SHARED, name));
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Of another account.
  }
}
