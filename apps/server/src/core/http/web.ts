import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

const POLICY = 'content-security-policy';
/** `html.cspNonce` of the web's vite.config.ts: the build writes it where the nonce of an answer belongs. */
const PLACE = /nonce-of-the-answer/g;

/** Lets the page of this answer bring styles, those alone that carry the nonce that comes back. */
export function allowStyles(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64');
  reply.header(POLICY, String(reply.getHeader(POLICY)).replace("style-src 'self'", `$& 'nonce-${nonce}'`));
  return nonce;
}

/** Serves the built web. Its page is made for each answer anew and has no tag: a 304 would bring a nonce that it lacks. */
export async function serveWeb(server: FastifyInstance, folder: string): Promise<void> {
  for (const path of ['/', '/index.html'])
    server.get(path, async (_request, reply) => {
      const page = await readFile(join(folder, 'index.html'), 'utf8');
      const nonce = allowStyles(reply);
      return reply
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(page.replace(PLACE, nonce));
    });
  await server.register(serveStatic, {
    root: folder,
    index: false,
    maxAge: '365d',
    immutable: true,
    setHeaders: (response, path) => {
      if (!/[\\/]assets[\\/]/.test(path)) response.header('cache-control', 'no-cache');
    },
  });
}
