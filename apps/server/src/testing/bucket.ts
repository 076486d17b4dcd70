import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Bucket {
  readonly kept: Map<string, Buffer>;
  /** So many of the next requests are answered with 503. */
  refusals: number;
  /** For FILES_URL. @param place the bucket's name, and a folder in it */
  address(place: string): string;
  close(): void;
}

const KEYS = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };

/** An S3 store as far as files need one. Sets the keys of this process until it closes. */
export async function openTestBucket(): Promise<Bucket> {
  const before = Object.keys(KEYS).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, KEYS);
  const kept = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    if (bucket.refusals > 0) {
      bucket.refusals--;
      request.resume();
      return void response.writeHead(503).end();
    }
    const path = (request.url ?? '').split('?')[0] ?? '';
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.method === 'PUT') kept.set(path, Buffer.concat(parts));
    const body = request.method === 'GET' ? kept.get(path) : undefined;
    response.writeHead(request.method === 'GET' && !body ? 404 : 200).end(body);
  });
  const bucket: Bucket = {
    kept,
    refusals: 0,
    address: (place) =>
      `s3://${place}?region=eu-central-1&endpoint=http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      server.close();
      server.closeAllConnections();
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return bucket;
}
