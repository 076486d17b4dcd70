import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Config } from './config.ts';

/** The store answers that it cannot serve now, or not at all, also when tried again. */
export class FilesAway extends Error {}

/** Tries of one request, each after a longer wait: some five seconds together. */
const TRIES = 6;

/** @throws FilesAway */
async function reached<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: Error & { cause?: { $metadata?: { httpStatusCode?: number }; code?: string } }) => {
    const { $metadata, code = '' } = error.cause ?? {};
    if (($metadata?.httpStatusCode ?? 0) >= 500 || /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)/.test(code))
      throw new FilesAway('The store of files cannot be reached', { cause: error });
    throw error;
  });
}

/** Files of companies: each key begins with the company's id, and no file is ever overwritten. */
export class FileStore {
  readonly #disk: Disk;
  readonly #folder: string;
  /** @param folder before every key, empty or with its final slash */
  constructor(disk: Disk, folder = '') {
    this.#disk = disk;
    this.#folder = folder;
  }
  async put(companyId: number, name: string, data: Buffer): Promise<string> {
    const key = this.newKey(companyId, name);
    await reached(this.#disk.put(this.#own(companyId, key), new Uint8Array(data)));
    return key;
  }
  /** A key that can be written down before its file is there. */
  newKey(companyId: number, name: string): string {
    const extension = /\.[a-z0-9]{1,5}$/i.exec(name)?.[0].toLowerCase() ?? '';
    return `${companyId}/${new Date().toISOString().slice(0, 7)}/${randomUUID()}${extension}`;
  }
  /** Of a `newKey`, without the whole file in memory. */
  async putStream(companyId: number, key: string, data: Readable, bytes: number): Promise<void> {
    await reached(this.#disk.putStream(this.#own(companyId, key), data, { contentLength: bytes }));
  }
  /** @throws when the key is not of this company */
  async stream(companyId: number, key: string): Promise<Readable> {
    return reached(this.#disk.getStream(this.#own(companyId, key)));
  }
  /** @throws when the key is not of this company */
  async get(companyId: number, key: string): Promise<Buffer> {
    return Buffer.from(await reached(this.#disk.getBytes(this.#own(companyId, key))));
  }
  /** @throws when the key is not of this company */
  async has(companyId: number, key: string): Promise<boolean> {
    return this.#disk.exists(this.#own(companyId, key));
  }
  /** Accepts a missing file. @throws when the key is not of this company */
  async remove(companyId: number, key: string): Promise<void> {
    await reached(this.#disk.delete(this.#own(companyId, key)));
  }

  /** The key of every file of a company, as the store lists them. */
  async *keys(companyId: number): AsyncGenerator<string> {
    let more: string | undefined;
    do {
      const page = await this.#disk
        .listAll(`${this.#folder}${companyId}/`, { recursive: true, ...(more ? { paginationToken: more } : {}) })
        .catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
          return { objects: [], paginationToken: undefined };
        });
      for (const found of page.objects) {
        // The store takes the prefix without its slash: 7 would be 70 as well.
        const key = found.isFile ? found.key.slice(this.#folder.length) : '';
        if (key.startsWith(`${companyId}/`)) yield key;
      }
      more = page.paginationToken;
    } while (more);
  }

  #own(companyId: number, key: string): string {
    if (!key.startsWith(`${companyId}/`) || key.includes('..')) throw new Error('file of another company');
    return this.#folder + key;
  }
}

/** The bucket that an address names (s3://bucket/folder?region=...&endpoint=...), and the folder in it. */
export async function openBucket(address: string): Promise<{ disk: Disk; folder: string }> {
  const { S3Driver } = await import('flydrive/drivers/s3');
  const url = new URL(address);
  const driver = new S3Driver({
    bucket: url.hostname,
    region: url.searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    visibility: 'private',
    maxAttempts: TRIES,
    ...(url.searchParams.has('endpoint')
      ? {
          ...{ endpoint: url.searchParams.get('endpoint') ?? '', forcePathStyle: true },
          // Other stores than Amazon's do not all read bodies with checksums between their parts.
          ...{ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' },
        }
      : {}),
  });
  const folder = url.pathname.replaceAll(/^\/+|\/+$/g, '');
  return { disk: new Disk(driver), folder: folder && `${folder}/` };
}

export async function openFiles(config: Config): Promise<FileStore> {
  if (!config.filesUrl)
    return new FileStore(new Disk(new FSDriver({ location: join(config.dataDir, 'files'), visibility: 'private' })));
  const { disk, folder } = await openBucket(config.filesUrl);
  return new FileStore(disk, folder);
}
