import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Hint } from '@tradewind/contract/messages.ts';
import type { FastifyReply } from 'fastify';
import type { NotificationListener } from '../database/notification-listener.ts';
import { sessionOver, tooMany } from '../errors.ts';
import { HINTS_CHANNEL, readHint } from '../hints.ts';
import type { Principal } from './principal.ts';
import type { EventStream, RequestCtx } from './routes.ts';

/** Proxies and routers cut a stream that is silent for longer. */
const HEARTBEAT_MS = 25_000;
/** The browser then reconnects, and the server checks its session as for any call. */
const LONGEST_MS = 10 * 60_000;
const PER_PERSON = 10;
/** Wait before the same hint goes out again, so that many messages at once cause one request of the browser. */
const QUIET_MS = 1000;
/** A browser with this much unread data is gone. */
const STALLED_BYTES = 16 * 1024;
const HEADERS: OutgoingHttpHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

type PrincipalOf = (tokenHash: Buffer) => Promise<Principal | undefined>;

interface Stream {
  tokenHash: Buffer;
  companyId: number;
  /** The user's own company while they look around in a sample company. */
  homeId: number | undefined;
  /** The user of the window, and the user they view as. */
  person: string;
  /** The user whose hints it gets; undefined: only hints for all users. */
  userId: number | undefined;
  endsAt: number;
  response: ServerResponse;
  /** Hints sent within the last moment, and whether they came again since. */
  quiet: Map<string, boolean>;
}

/**
 * The open streams of this process: each ends with its session, and carries the hints that any process sends to its
 * user.
 */
export class Events {
  readonly #streams = new Set<Stream>();
  readonly #principalOf: PrincipalOf;
  readonly #heart: NodeJS.Timeout;

  /** The cache of principals listens before this does: it has already dropped the entries that this reads. */
  constructor(listener: NotificationListener, principalOf: PrincipalOf) {
    this.#principalOf = principalOf;
    listener.on('principals', (what) => void this.#look(what));
    listener.on(HINTS_CHANNEL, (payload) => this.#hear(payload));
    this.#heart = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
  }

  /** @throws tooMany if the same person has too many windows open */
  open(ctx: RequestCtx, { userId }: EventStream, reply: FastifyReply): FastifyReply {
    if (!ctx.tokenHash) throw sessionOver();
    const person = personOf(ctx);
    const mine = [...this.#streams].filter((stream) => stream.person === person);
    if (mine.length >= PER_PERSON) throw tooMany('core.tooManyRequests', { retryAfterSeconds: 60 });
    const response = reply.hijack().raw;
    const stream: Stream = {
      tokenHash: ctx.tokenHash,
      companyId: ctx.companyId,
      homeId: ctx.visitor?.companyId,
      person,
      userId,
      endsAt: Date.now() + LONGEST_MS,
      response,
      quiet: new Map(),
    };
    response.on('close', () => this.#streams.delete(stream));
    response.on('error', () => this.#streams.delete(stream));
    this.#streams.add(stream);
    response.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...HEADERS });
    response.write(':\n\n');
    return reply;
  }

  close(): void {
    clearInterval(this.#heart);
    for (const stream of this.#streams) this.#end(stream);
  }

  #end(stream: Stream): void {
    this.#streams.delete(stream);
    stream.response.end();
  }

  #write(stream: Stream, text: string): void {
    if (stream.response.writableLength > STALLED_BYTES) stream.response.destroy();
    else stream.response.write(text);
  }

  #beat(): void {
    const now = Date.now();
    for (const stream of this.#streams)
      if (stream.endsAt < now) this.#end(stream);
      else this.#write(stream, ':\n\n');
  }

  /** A session, user or right has changed: a stream whose session has ended, or whose user has changed, ends. The others learn of it. */
  async #look(what: string): Promise<void> {
    const [kind, company, user] = what.split(':');
    const session = what.slice('session:'.length);
    const touched = [...this.#streams].filter((stream) =>
      kind === 'session'
        ? stream.tokenHash.toString('base64') === session
        : kind === 'all' || stream.companyId === Number(company) || stream.homeId === Number(company),
    );
    // One after another: after a database outage all streams return at once.
    for (const stream of touched) {
      const principal = await this.#principalOf(stream.tokenHash).catch(() => undefined);
      if (!principal || personOf(principal) !== stream.person) this.#end(stream);
      else if (kind === 'company' || (kind === 'user' && Number(user) === principal.actor.userId))
        this.#notifyOne(stream, 'rights');
    }
  }

  #hear(payload: string): void {
    const received = readHint(payload);
    if (!received) return;
    const { kind, to } = received;
    for (const stream of this.#streams) {
      const meant =
        !to ||
        (stream.companyId === to.companyId &&
          (!to.userIds || (stream.userId !== undefined && to.userIds.has(stream.userId))));
      if (meant) this.#notifyOne(stream, kind);
    }
  }

  #notifyOne(stream: Stream, kind: Hint): void {
    if (stream.quiet.has(kind)) return void stream.quiet.set(kind, true);
    this.#write(stream, `data: ${kind}\n\n`);
    stream.quiet.set(kind, false);
    setTimeout(() => {
      const again = stream.quiet.get(kind);
      stream.quiet.delete(kind);
      if (again && this.#streams.has(stream)) this.#notifyOne(stream, kind);
    }, QUIET_MS).unref();
  }
}

function personOf(of: Pick<Principal, 'companyId' | 'actor' | 'viewer' | 'visitor'>): string {
  const { companyId, actor, viewer, visitor } = of;
  return `${companyId}:${actor.userId}:${viewer?.userId ?? ''}:${visitor?.actor.userId ?? ''}`;
}
