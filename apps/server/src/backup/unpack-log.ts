// Run by PostgreSQL in recovery for each file of its log: node unpack-log.ts FROM.gz TO. Its end with 1 means: not there.
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

const [from = '', to = ''] = process.argv.slice(2);
// Not by looking first: access(2) knows nothing of the rights that setpriv lends.
await pipeline(createReadStream(from), createGunzip(), createWriteStream(to)).catch(() => process.exit(1));
