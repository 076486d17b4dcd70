import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';
import { DEFLATED, type ZipPart, zipDirectory, zipHead, zipSizes } from './zip.ts';

/**
 * Writes an archive member by member: only packed bytes stay in memory until `handOn`, and packing happens off the event
 * loop. A member has less than 4 GB; the archive has no limit.
 */
export class ZipWriter {
  #chunks: Buffer[] = [];
  readonly #parts: ZipPart[] = [];
  readonly #write: ((chunk: Buffer) => Promise<void>) | undefined;
  #offset = 0;

  /** @param write takes the bytes as they come; without it they stay in memory for `kept` */
  constructor(write?: (chunk: Buffer) => Promise<void>) {
    this.#write = write;
  }

  /** Begins a member. Close it before the next one begins. */
  open(name: string): ZipMemberWriter {
    const part: ZipPart = { name, crc: 0, size: 0, packed: 0, offset: this.#offset };
    this.#put(zipHead(name, DEFLATED));
    return new ZipMemberWriter(
      part,
      (chunk) => this.#put(chunk),
      () => {
        this.#put(zipSizes(part));
        this.#parts.push(part);
      },
    );
  }

  async whole(name: string, content: string | Buffer): Promise<void> {
    const part = this.open(name);
    await part.write(content);
    await part.close();
  }

  /** Passes on what is packed so far. */
  async handOn(): Promise<void> {
    if (!this.#write) return;
    const chunks = this.#chunks;
    this.#chunks = [];
    for (const chunk of chunks) await this.#write(chunk);
  }

  /** Writes the directory: nothing comes after it. */
  async end(): Promise<void> {
    this.#put(zipDirectory(this.#parts, DEFLATED, this.#offset));
    await this.handOn();
  }

  /** The whole archive, where nothing took its bytes. */
  kept(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  #put(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#offset += chunk.length;
  }
}

/** One member of the archive while it is written: its size and checksum follow it. */
export class ZipMemberWriter {
  readonly #part: ZipPart;
  readonly #deflate: DeflateRaw = createDeflateRaw({ level: 6 });
  readonly #ended: Promise<void>;
  readonly #onClose: () => void;

  constructor(part: ZipPart, put: (chunk: Buffer) => void, onClose: () => void) {
    this.#part = part;
    this.#onClose = onClose;
    this.#ended = new Promise((resolve, reject) => {
      this.#deflate.on('data', (chunk: Buffer) => {
        part.packed += chunk.length;
        put(chunk);
      });
      this.#deflate.once('end', resolve).once('error', reject);
    });
  }

  /** Unpacked, so far. */
  size(): number {
    return this.#part.size;
  }

  write(content: string | Buffer): Promise<void> {
    const data = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    this.#part.crc = crc32(data, this.#part.crc);
    this.#part.size += data.length;
    return new Promise((resolve, reject) => {
      this.#deflate.write(data, (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    this.#deflate.end();
    await this.#ended;
    this.#onClose();
  }
}
