import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Ear } from '../database/ear.ts';
import { sessionOver, tooMany } from '../errors.ts';
import { HINTS_CHANNEL, readHint } from '../hints.ts';
import type { EventStream, RequestCtx } from './routes.ts';
import type { Principal } from './server.ts';

/** Proxies and routers cut what is silent for longer. */
const HEARTBEAT_MS = 25_000;
/** Then the browser comes again, and its session is looked at as for any call. */
const LONGEST_MS = 10 * 60_000;
const PER_PERSON = 10;
/** The same hint again waits so long: many messages at once are one question of the browser. */
const QUIET_MS = 1000;
/** Whoever has not read so much is no longer there. */
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
  /** Who sits there, and as whom. */
  person: string;
  /** Whose hints; undefined: only those for everybody. */
  userId: number | undefined;
  endsAt: number;
  response: ServerResponse;
  /** Hints told within the last moment, and whether they came again since. */
  quiet: Map<string, boolean>;
}

/** The open streams of this process: each ends with its session, and hears what any process tells its user. */
export class Events {
  readonly #streams = new Set<Stream>();
  readonly #principalOf: PrincipalOf;
  readonly #heart: NodeJS.Timeout;

  /** The cache of principals listens before this does: what is asked here is already forgotten there. */
  constructor(ear: Ear, principalOf: PrincipalOf) {
    this.#principalOf = principalOf;
    ear.on('principals', (what) => void this.#look(what));
    ear.on(HINTS_CHANNEL, (payload) => this.#hear(payload));
    this.#heart = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
  }

  /** @throws tooMany where the same person has as many windows open as anybody needs */
  open(ctx: RequestCtx, { userId }: EventStream, reply: FastifyReply): FastifyReply {
    if (!ctx.tokenHash) throw sessionOver();
    const person = personOf(ctx);
    const mine = [...this.#streams].filter((stream) => stream.person === person);
    if (mine.length >= PER_PERSON) throw tooMany('core.tooManyRequests', { retryAfterSeconds: 60 });
    const response = reply.hijack().raw;
    const stream: Stream = {
      tokenHash: ctx.tokenHash,
      companyId: ctx.companyId,
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

  /** A session, user or right has changed: whose session is over, or who is somebody else now, hears no more. */
  async #look(what: string): Promise<void> {
    const [kind, company] = what.split(':');
    const session = what.slice('session:'.length);
    const touched = [...this.#streams].filter((stream) =>
      kind === 'session'
        ? stream.tokenHash.toString('base64') === session
        : kind === 'all' || stream.companyId === Number(company),
    );
    // One after another: a lost database comes back to everybody at once.
    for (const stream of touched) {
      const principal = await this.#principalOf(stream.tokenHash).catch(() => undefined);
      if (!principal || personOf(principal) !== stream.person) this.#end(stream);
    }
  }

  #hear(payload: string): void {
    const heard = readHint(payload);
    if (!heard) return;
    const { kind, to } = heard;
    for (const stream of this.#streams) {
      const meant =
        !to || (stream.companyId === to.companyId && stream.userId !== undefined && to.userIds.has(stream.userId));
      if (meant) this.#tell(stream, kind);
    }
  }

  #tell(stream: Stream, kind: string): void {
    if (stream.quiet.has(kind)) return void stream.quiet.set(kind, true);
    this.#write(stream, `data: ${kind}\n\n`);
    stream.quiet.set(kind, false);
    setTimeout(() => {
      const again = stream.quiet.get(kind);
      stream.quiet.delete(kind);
      if (again && this.#streams.has(stream)) this.#tell(stream, kind);
    }, QUIET_MS).unref();
  }
}

function personOf({ companyId, actor, viewer }: Pick<Principal, 'companyId' | 'actor' | 'viewer'>): string {
  return `${companyId}:${actor.userId}:${viewer?.userId ?? ''}`;
}
