import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { openBucket } from '../core/files.ts';

/** Where backups lie: a folder or a bucket. A file is either there whole or not at all. */
export interface BackupStore {
  put(name: string, file: string): Promise<void>;
  get(name: string, file: string): Promise<void>;
  has(name: string): Promise<boolean>;
  /** All names under a prefix, sorted. */
  list(prefix: string): Promise<string[]>;
  remove(name: string): Promise<void>;
}

export async function openStore(url: string): Promise<BackupStore> {
  return url.startsWith('file:') ? folderStore(fileURLToPath(new URL(url))) : bucketStore(url);
}

function folderStore(root: string): BackupStore {
  const at = (name: string) => join(root, name);
  return {
    async put(name, file) {
      const unfinished = `${at(name)}.unfinished`;
      await mkdir(dirname(unfinished), { recursive: true, mode: 0o700 });
      await copyFile(file, unfinished);
      // The server deletes its own copy next: this one has to survive a power cut.
      const handle = await open(unfinished, 'r+');
      await handle.sync().finally(() => handle.close());
      await rename(unfinished, at(name));
    },
    get: (name, file) => copyFile(at(name), file),
    has: (name) =>
      stat(at(name)).then(
        () => true,
        () => false,
      ),
    async list(prefix) {
      const entries = await readdir(at(prefix), { recursive: true, withFileTypes: true }).catch(nothing);
      return entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.unfinished'))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .sort();
    },
    remove: (name) => rm(at(name), { force: true }),
  };
}

function nothing(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'ENOENT') throw error;
  return [];
}

async function bucketStore(url: string): Promise<BackupStore> {
  const { disk, folder } = await openBucket(url);
  return {
    async put(name, file) {
      const { size } = await stat(file);
      await disk.putStream(folder + name, createReadStream(file), { contentLength: size });
    },
    async get(name, file) {
      await pipeline(await disk.getStream(folder + name), createWriteStream(file));
    },
    has: (name) => disk.exists(folder + name),
    async list(prefix) {
      const names: string[] = [];
      let next: string | undefined;
      do {
        const page = await disk.listAll(folder + prefix, {
          recursive: true,
          ...(next ? { paginationToken: next } : {}),
        });
        for (const found of page.objects) if (found.isFile) names.push(found.key.slice(folder.length));
        next = page.paginationToken;
      } while (next);
      return names.sort();
    },
    remove: (name) => disk.delete(folder + name),
  };
}
