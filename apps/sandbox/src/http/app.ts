import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { World } from '../world/world.ts';
import type { FaultBoard } from './faults.ts';
import type { RequestLog } from './log.ts';
import type { PlatformName } from './types.ts';

export interface Context {
  world: World;
  faults: FaultBoard;
  log: RequestLog;
  /** Where this sandbox is reached, for the addresses it hands out. */
  baseUrl(): string;
}

/** How each platform words "too many requests" and "our fault". */
export interface ErrorForms {
  throttled(reply: FastifyReply, request: FastifyRequest): FastifyReply;
  broken(reply: FastifyReply, request: FastifyRequest): FastifyReply;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a handler: what the call was, for the log. */
    note: string;
    startedAt: number;
    dropAfterWork: boolean;
    answerAfterMs: number;
  }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Redirects and webhooks go to this machine only. */
export function isLoopbackUrl(address: string): boolean {
  try {
    const url = new URL(address);
    return /^https?:$/.test(url.protocol) && isLoopbackHost(url.hostname);
  } catch {
    return false;
  }
}

/**
 * SDKs that only know the real host names reach the sandbox with their Host (or x-forwarded-host) kept:
 * the host then stands for the path prefix.
 */
type PrefixForHost = (hostHeader: string) => string;

function rewriteWith(prefixForHost: PrefixForHost) {
  return (request: IncomingMessage): string => {
    const url = request.url ?? '/';
    const forwarded = request.headers['x-forwarded-host'];
    const host = (Array.isArray(forwarded) ? forwarded[0] : forwarded) ?? request.headers.host ?? '';
    const prefix = prefixForHost(host);
    return prefix && !url.startsWith(`${prefix}/`) ? prefix + url : url;
  };
}

/** What createApp needs to know of the platforms that stand behind it. */
export interface Doors {
  forms: Readonly<Record<PlatformName, ErrorForms>>;
  prefixForHost: PrefixForHost;
}

export function createApp(ctx: Context, { forms, prefixForHost }: Doors): FastifyInstance {
  const platformOf = (url: string): PlatformName | undefined => {
    const name = url.split('/', 2)[1] ?? '';
    return Object.hasOwn(forms, name) ? name : undefined;
  };
  const record = (request: FastifyRequest, status: number): void => {
    const platform = platformOf(request.url);
    if (!platform) return;
    ctx.log.add({
      at: new Date(ctx.world.clock.now()).toISOString(),
      platform,
      method: request.method,
      path: request.url.length > 300 ? `${request.url.slice(0, 300)}…` : request.url,
      status,
      ms: Math.round((performance.now() - request.startedAt) * 10) / 10,
      note: request.note.trim(),
    });
  };
  const app = Fastify({
    rewriteUrl: rewriteWith(prefixForHost),
    bodyLimit: 32 * 1024 * 1024,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
  });
  app.decorateRequest('note', '');
  app.decorateRequest('startedAt', 0);
  app.decorateRequest('dropAfterWork', false);
  app.decorateRequest('answerAfterMs', 0);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.addHook('onRequest', async (request) => {
    request.startedAt = performance.now();
  });

  app.addHook('preHandler', async (request, reply) => {
    const platform = platformOf(request.url);
    if (!platform) return;
    const faults = ctx.faults.of(platform);
    const call = callText(request);
    if (faults.slowMs > 0 && ctx.faults.meant(platform, call))
      await new Promise((done) => setTimeout(done, faults.slowMs));
    if (ctx.faults.take(platform, 'throttle', call)) {
      request.note = 'fault: throttled';
      return forms[platform]?.throttled(reply, request);
    }
    if (ctx.faults.take(platform, 'status500', call)) {
      request.note = 'fault: 500';
      return forms[platform]?.broken(reply, request);
    }
    if (ctx.faults.meant(platform, call)) request.answerAfterMs = faults.slowAnswerMs;
    request.dropAfterWork = ctx.faults.dropsAfterWork(platform, call);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    if (request.answerAfterMs > 0) await new Promise((done) => setTimeout(done, request.answerAfterMs).unref());
    if (request.dropAfterWork) {
      request.note += ' fault: connection dropped after the work';
      record(request, 0);
      reply.hijack();
      request.raw.socket.destroy();
    }
    return payload;
  });

  app.addHook('onResponse', async (request, reply) => record(request, reply.statusCode));
  return app;
}

function callText(request: FastifyRequest): string {
  const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
  return `${request.method} ${request.url} ${body}`;
}

export function rawBody(request: FastifyRequest): Buffer | undefined {
  return Buffer.isBuffer(request.body) ? request.body : undefined;
}

export function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** A query's single values, the last one winning. */
export function query(request: FastifyRequest): Record<string, string> {
  const start = request.url.indexOf('?');
  return start < 0 ? {} : Object.fromEntries(new URLSearchParams(request.url.slice(start + 1)));
}

export function param(request: FastifyRequest, name: string): string {
  const params = request.params;
  if (typeof params !== 'object' || params === null) return '';
  const value = Reflect.get(params, name);
  return typeof value === 'string' ? value : '';
}
