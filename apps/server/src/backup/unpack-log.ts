// Run by PostgreSQL in recovery for each file of its log: node unpack-log.ts FROM.gz TO. Its end with 1 means: not there.
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

const [from = '', to = ''] = process.argv.slice(2);
if (!existsSync(from)) process.exit(1);
await pipeline(createReadStream(from), createGunzip(), createWriteStream(to));
