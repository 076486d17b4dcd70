import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { FILES } from './layout.ts';
import type { BackupStore } from './store.ts';

/** The keys of all files of companies. None is ever changed, so one that the store has needs no second look. */
export async function listFiles(dataDir: string): Promise<string[]> {
  const root = join(dataDir, 'files');
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** Sends those that the store does not have. */
export async function sendFiles(dataDir: string, store: BackupStore, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const there = new Set(await store.list(FILES));
  for (const key of keys) {
    if (there.has(FILES + key)) continue;
    await store.put(FILES + key, join(dataDir, 'files', key)).catch((error: NodeJS.ErrnoException) => {
      // Removed since it was listed.
      if (error.code !== 'ENOENT') throw error;
    });
  }
}

export async function fetchFiles(store: BackupStore, folder: string): Promise<void> {
  for (const name of await store.list(FILES)) {
    const file = join(folder, name.slice(FILES.length));
    await mkdir(dirname(file), { recursive: true });
    await store.get(name, file);
  }
}
