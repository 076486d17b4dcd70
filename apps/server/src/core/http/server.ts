import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { moduleOf } from '@tradewind/contract/access/modules.ts';
import {
  type Access,
  type Call,
  type Envelope,
  type Failure,
  SESSION_COOKIE,
  SESSION_OVER,
  WEB_HEADER,
} from '@tradewind/contract/call.ts';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type App, readiness } from '../app.ts';
import { type Language, permits, type Rights } from '../context.ts';
import { hashToken } from '../crypto.ts';
import type { NotificationListener } from '../database/notification-listener.ts';
import { Fail, forbidden, sessionOver } from '../errors.ts';
import { requestSeconds } from '../metrics.ts';
import { say } from '../text/texts.ts';
import { describeSpan, SpanKind, traced } from '../tracing.ts';
import { unstorable } from './characters.ts';
import { cookieName, keepCookie, ownCookies } from './cookies.ts';
import { documentation } from './documentation.ts';
import { Events } from './events.ts';
import { readFailure } from './failures.ts';
import { once } from './idempotency.ts';
import { jsonable } from './jsonable.ts';
import { fieldProblems } from './parse.ts';
import type { Principal } from './principal.ts';
import { trusting, warnOfUnknownProxy } from './proxies.ts';
import {
  EventStream,
  type FileAnswer,
  type FileStream,
  RawJson,
  type RequestCtx,
  type Route,
  type UploadedFile,
} from './routes.ts';
import { fileName, sniff } from './uploads.ts';
import { serveWeb } from './web.ts';

export interface ServerParts {
  routes: Route[];
  /** Undefined: no such session, or its user is disabled. */
  principalOf(tokenHash: Buffer): Promise<Principal | undefined>;
  /** Receives the notifications of other processes; `principalOf` already listens to it. */
  listener: NotificationListener;
  /** Routes outside of the contract: platforms' pushes and authorization callbacks. */
  raw?: (server: FastifyInstance) => void;
  webFolder?: string;
  patience?: Patience;
}

/** How long the server waits for a client, in milliseconds; then it closes the connection. */
export interface Patience {
  /** For the whole head of a request, however it trickles in. */
  head: number;
  /** For the whole request with its body. */
  request: number;
  /** For the next byte in either direction. The stream of live updates writes more often. */
  silence: number;
}
const PATIENCE: Patience = { head: 20_000, request: 500_000, silence: 180_000 };

/** Limits for calls without a session, by address and minute. Calls with a file cost more. */
const PUBLIC_LIMIT = { plain: 600, withFile: 60 };

const NOBODY: Rights = {
  all: false,
  modules: new Set(),
  buttons: new Set(),
  base: new Set(),
  shopIds: [],
  warehouseIds: [],
};

/** In whose name the request came, for answers outside of its handler. */
const contexts = new WeakMap<FastifyRequest, RequestCtx>();

/** Refusals that an operator wants to see: no right, too many tries. */
const LOGGED_REFUSALS = [403, 429];

export async function buildServer(app: App, parts: ServerParts): Promise<FastifyInstance> {
  const trustProxy = trusting(app.config.trustedProxies);
  const { patience = PATIENCE } = parts;
  const server = Fastify({
    logger: false,
    trustProxy,
    bodyLimit: 2 * 1024 * 1024,
    requestTimeout: patience.request,
    connectionTimeout: patience.silence,
    http: { headersTimeout: patience.head, connectionsCheckingInterval: patience.head / 2 },
    genReqId: () => randomBytes(8).toString('hex'),
    routerOptions: { ignoreTrailingSlash: true },
  });
  warnOfUnknownProxy(app.log, server, trustProxy);
  await server.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        // The decoder of the camera's pictures is WebAssembly of our own.
        'script-src': ["'self'", "'wasm-unsafe-eval'"],
        // The pictures of listings lie with their platforms.
        'img-src': ["'self'", 'data:', 'blob:', 'https:'],
        // A page that brings styles gets a nonce for them: allowStyles.
        'style-src': ["'self'"],
        'base-uri': ["'none'"],
        'upgrade-insecure-requests': null,
      },
    },
    strictTransportSecurity: app.config.production,
  });
  await server.register(cookie);
  server.addHook('onRequest', async (request, reply) => {
    ownCookies(app.config, request);
    // Nothing that a call answers stays behind in a browser or a proxy.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
  await server.register(compress, { threshold: 4096, global: true });
  await server.register(multipart, {
    limits: { files: 1, fileSize: 64 * 1024 * 1024, fields: 100, fieldSize: 2 * 1024 * 1024 },
  });
  await server.register(rateLimit, { global: false });
  // Clients name JSON even when they send nothing (DELETE): that is no input, and the session is checked first.
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body.toString(), done),
  );

  server.setErrorHandler((error, request, reply) => answerError(app, error, request, reply));
  server.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api')) return answerError(app, new Fail('core.notFound', 404), request, reply);
    return reply.code(404).type('text/plain').send('404');
  });
  // Alive: the program answers. Ready: requests may come.
  server.get('/api/live', () => ({ status: 'ok' }));
  for (const path of ['/api/ready', '/api/health'])
    server.get(path, async (_request, reply) => {
      const status = await readiness(app);
      return reply.code(status === 'ok' ? 200 : 503).send({ status });
    });
  server.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.url;
    if (call?.startsWith('/api/')) requestSeconds.observe({ call, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  const events = new Events(parts.listener, parts.principalOf);
  const unused = unusedConnections(server);
  server.addHook('preClose', async () => {
    events.close();
    for (const socket of unused()) socket.destroy();
  });
  for (const route of parts.routes) addRoute(app, server, route, parts, events);
  documentation(server, cookieName(app.config, SESSION_COOKIE));
  parts.raw?.(server);
  if (parts.webFolder && existsSync(parts.webFolder)) await serveWeb(server, parts.webFolder);
  return server;
}

/** Browsers open connections ahead. One that was never used counts as busy, and would hold up a stop for a minute. */
function unusedConnections(server: FastifyInstance): () => Socket[] {
  const open = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => [...open].filter((socket) => socket.bytesRead === 0);
}

function addRoute(
  app: App,
  server: FastifyInstance,
  { call, handler }: Route,
  parts: ServerParts,
  events: Events,
): void {
  const isPublic = call.access === 'public';
  const max = call.upload ? PUBLIC_LIMIT.withFile : PUBLIC_LIMIT.plain;
  const work = async (request: FastifyRequest, reply: FastifyReply) => {
    const ctx = await contextOf(app, call, parts, request, reply);
    describeSpan({ 'tradewind.company': ctx.companyId, 'tradewind.request': request.id });
    const supplied = await inputOf(call, request, ctx);
    const refuse = (fields: Failure['fields']) =>
      failure(reply, ctx.language, new Fail('core.badInput', 400), request.id, fields);
    const badTexts = unstorable(supplied, ctx.language);
    if (badTexts.length > 0) return refuse(badTexts);
    const parsed = call.input.safeParse(supplied);
    if (!parsed.success) return refuse(fieldProblems(parsed.error, ctx.language, supplied));
    const input = parsed.data as { idempotencyKey?: string };
    const act = () => handler(app, ctx, input as never);
    const result = input.idempotencyKey ? await once(app, ctx, call.path, input.idempotencyKey, act) : await act();
    if (result instanceof EventStream) return events.open(ctx, result, reply);
    return answer(call, ctx, result, reply);
  };
  const span = { kind: SpanKind.SERVER, attributes: { 'http.route': call.path } };
  server.route({
    method: call.method,
    url: `/api${call.path}`,
    bodyLimit: call.upload?.maxBytes ?? 2 * 1024 * 1024,
    ...(isPublic ? { config: { rateLimit: { max, timeWindow: '1 minute' } } } : {}),
    handler: (request, reply) => traced(`${call.method} ${call.path}`, span, () => work(request, reply)),
  });
}

async function contextOf(
  app: App,
  call: Call,
  parts: ServerParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RequestCtx> {
  const header = request.headers.token;
  const viaCookie = request.cookies[SESSION_COOKIE];
  const token = typeof header === 'string' && header !== '' ? header : viaCookie;
  const tokenHash = token ? hashToken(token) : undefined;
  const principal = tokenHash && call.access !== 'public' ? await parts.principalOf(tokenHash) : undefined;
  const ctx: RequestCtx = {
    companyId: principal?.companyId ?? 0,
    actor: principal?.actor ?? { userId: 0, name: '', mainAccount: false },
    rights: principal?.rights ?? NOBODY,
    language: languageOf(request) ?? principal?.language ?? browserLanguage(request) ?? 'zh',
    requestId: request.id,
    now: () => new Date(),
    ...(principal?.viewer ? { viewer: principal.viewer } : {}),
    ...(principal?.visitor ? { visitor: principal.visitor } : {}),
    // Of a connection that broke meanwhile nobody knows it, whatever the type says.
    address: (request.ip as string | undefined) ?? '',
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    tokenHash,
    cookies: request.cookies,
    setCookie: (name, value, maxAgeSeconds) => keepCookie(app.config, reply, name, value, maxAgeSeconds),
  };
  contexts.set(request, ctx);
  if (call.access === 'public') return ctx;
  if (!principal) throw sessionOver();
  // The browser sends the cookie automatically: only our own pages can add this header to a call. A stream changes
  // nothing, and no other site's page can read it: the browser's EventSource sends no headers of its own.
  if (token === viaCookie && token !== header && !request.headers[WEB_HEADER] && !call.stream)
    throw forbidden('core.webHeader');
  if (principal.settingUp && !call.beforeSecondFactor) throw forbidden(principal.refusal);
  if (!permits(call.access, principal.rights))
    throw forbidden(principal.refusal ?? (lockedOnly(principal.rights, call.access) ? 'core.moduleLocked' : undefined));
  if (principal.viewer && call.method !== 'GET' && !call.whileViewing) throw forbidden('core.onlyViewing');
  if (principal.visitor && call.notInSample) throw forbidden('core.notInSample');
  return ctx;
}

const lockedOnly = (rights: Rights, access: Access): boolean =>
  Array.isArray(access) && access.every((right) => rights.locked?.has(moduleOf(right)));

function languageOf(request: FastifyRequest): Language | undefined {
  const desired = request.headers['x-language'] ?? request.cookies.language;
  return desired === 'en' || desired === 'zh' ? desired : undefined;
}

/** The first language of the browser that the program speaks: for somebody who has chosen none yet. */
function browserLanguage(request: FastifyRequest): Language | undefined {
  const [first] = /\b(zh|en)\b/i.exec(request.headers['accept-language'] ?? '') ?? [];
  return first === undefined ? undefined : first.toLowerCase() === 'en' ? 'en' : 'zh';
}

async function inputOf(call: Call, request: FastifyRequest, ctx: RequestCtx): Promise<unknown> {
  const query = request.query as Record<string, unknown>;
  if (call.upload && (request.isMultipart() || !call.upload.optional)) {
    const { file, fields } = await readUpload(call, request);
    ctx.file = file;
    return { ...query, ...fields };
  }
  const body = call.method === 'POST' && request.body && typeof request.body === 'object' ? request.body : {};
  return Array.isArray(body) ? body : { ...query, ...body };
}

async function readUpload(
  call: Call,
  request: FastifyRequest,
): Promise<{ file: UploadedFile; fields: Record<string, unknown> }> {
  const limit = call.upload?.maxBytes ?? 0;
  const kinds = call.upload?.kinds ?? [];
  const fileMissing = () => new Fail('core.badInput', 400, {}, [{ path: 'file', code: 'core.fileMissing' }]);
  if (!request.isMultipart()) throw fileMissing();
  const part = await request.file({ limits: { fileSize: limit } });
  if (!part) throw fileMissing();
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) chunks.push(chunk as Buffer);
  const tooLarge = new Fail('core.badInput', 400, {}, [
    { path: 'file', code: 'core.fileTooLarge', params: { megabytes: limit / 1024 / 1024 } },
  ]);
  if (part.file.truncated) throw tooLarge;
  const data = Buffer.concat(chunks);
  const kind = sniff(data);
  if (!kind || !kinds.includes(kind))
    throw new Fail('core.badInput', 400, {}, [
      { path: 'file', code: 'core.fileKind', params: { kinds: kinds.join(', ') } },
    ]);
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(part.fields)) {
    const one = Array.isArray(field) ? field[0] : field;
    if (one && 'value' in one && typeof one.value === 'string') fields[name] = fieldValue(one.value);
  }
  return { file: { name: fileName(part.filename, kind), kind, data }, fields };
}

/** A form's field is text; the web writes objects as JSON into it. */
function fieldValue(text: string): unknown {
  if (!text.startsWith('{')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function answer(call: Call, ctx: RequestCtx, result: unknown, reply: FastifyReply): unknown {
  if (call.download) {
    const file = result as FileAnswer | FileStream;
    // RFC 8187 leaves fewer characters as they are than an address does, and half of a pair has no code.
    const name = encodeURIComponent(file.name.toWellFormed()).replace(
      /['()*]/g,
      (c) => `%${c.charCodeAt(0).toString(16)}`,
    );
    // A picture that a page shows again is not fetched again while the page stands.
    if (file.mime.startsWith('image/')) reply.header('cache-control', 'private');
    return reply
      .header('content-disposition', `${file.inline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`)
      .type(file.mime)
      .send(file.data);
  }
  const msg = say(ctx.language, 'core.ok');
  reply.type('application/json; charset=utf-8');
  if (result instanceof RawJson) return reply.send(`{"code":200,"msg":${JSON.stringify(msg)},"data":${result.text}}`);
  const envelope: Envelope<unknown> = { code: 200, msg, data: call.result.parse(jsonable(result)) };
  return reply.send(JSON.stringify(envelope));
}

function answerError(app: App, error: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  const ctx = contexts.get(request);
  const language = ctx?.language ?? languageOf(request) ?? 'zh';
  const read = readFailure(error, [request.query, Buffer.isBuffer(request.body) ? {} : request.body]);
  const url = request.url.split('?')[0];
  if (!read || read.unexpected) app.log.error({ error, requestId: request.id, url }, 'request failed');
  else if (LOGGED_REFUSALS.includes(read.fail.status)) {
    const { companyId, actor } = ctx ?? {};
    const refusal = { status: read.fail.status, refused: read.fail.code, requestId: request.id, url };
    app.log.info({ ...refusal, address: request.ip, companyId, userId: actor?.userId }, 'request refused');
  }
  const fail = read?.fail ?? new Fail('core.unexpected', 500, { requestId: request.id });
  const fields = fail.fields.map((field) => ({ path: field.path, message: say(language, field.code, field.params) }));
  return failure(reply, language, fail, request.id, fields.length > 0 ? fields : undefined);
}

function failure(
  reply: FastifyReply,
  language: Language,
  fail: Fail,
  requestId: string,
  fields?: Failure['fields'],
): unknown {
  const envelope: Envelope<Failure> = {
    code: fail.status === 401 ? SESSION_OVER : fail.status,
    msg: say(language, fail.code, fail.params),
    data: { error: fail.code, requestId, ...(fields ? { fields } : {}) },
  };
  if (typeof fail.params.retryAfterSeconds === 'number')
    reply.header('retry-after', String(fail.params.retryAfterSeconds));
  return reply.code(fail.status).type('application/json; charset=utf-8').send(JSON.stringify(envelope));
}
