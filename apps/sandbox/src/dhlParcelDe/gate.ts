import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Context, type ErrorForms, header, rawBody } from '../http/app.ts';
import { parseFields } from '../http/types.ts';
import { TokenDesk } from '../kit/tokens.ts';

const APP = { id: 'dhl-parcel-demo', secret: 'dhl-parcel-secret' };
export const USER = { name: 'user-valid', password: 'dhl-parcel-password' };
const TOKEN_SECONDS = 1800;

/** A fault of a field, as answers list them. */
export interface Fault {
  property: string;
  validationMessage: string;
  validationState: 'Error' | 'Warning';
}

export const fault = (property: string, validationMessage: string): Fault => ({
  ...{ property, validationMessage },
  validationState: 'Error',
});

/** A refusal of a whole call. */
export class Refused extends Error {
  readonly status: number;
  readonly title: string;
  constructor(status: number, title: string, detail: string) {
    super(detail);
    this.status = status;
    this.title = title;
  }
}

const send = (reply: FastifyReply, { status, title, message: detail }: Refused): FastifyReply =>
  reply.code(status).type('application/problem+json').send({ title, status, statusCode: status, detail });

export const dhlParcelDeErrors: ErrorForms = {
  throttled: (reply) =>
    send(reply, new Refused(429, 'Too Many Requests', 'Too many requests within defined time period')),
  broken: (reply) => send(reply, new Refused(500, 'Internal Server Error', 'An unexpected error occurred')),
};

export class Gate {
  readonly #tokens: TokenDesk;

  constructor(ctx: Context) {
    this.#tokens = new TokenDesk(ctx, 'dhlParcelDe', { accessSeconds: TOKEN_SECONDS, refreshSeconds: 0 });
  }

  /** Password grant: the keys of the program and the user of the business customer portal. */
  token(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    request.note = 'token';
    const fields = parseFields(rawBody(request), header(request, 'content-type'));
    if (fields.grant_type !== 'password') return send(reply, new Refused(400, 'Bad Request', 'invalid grant_type'));
    if (fields.client_id !== APP.id || fields.client_secret !== APP.secret)
      return send(reply, new Refused(401, 'Unauthorized', 'Invalid client identifier'));
    if (fields.username !== USER.name || fields.password !== USER.password)
      return send(reply, new Refused(400, 'Bad Request', 'Invalid username or password'));
    const access_token = this.#tokens.access(APP.id);
    return reply.send({ access_token, token_type: 'Bearer', expires_in: this.#tokens.accessSeconds });
  }

  async guarded(
    request: FastifyRequest,
    reply: FastifyReply,
    by: 'token' | 'key' | 'basic',
    work: () => Promise<FastifyReply> | FastifyReply,
  ): Promise<FastifyReply> {
    try {
      if (!this.#isAllowed(request, by)) throw new Refused(401, 'Unauthorized', 'Unauthorized for given resource.');
      return await work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      request.note += ` ${error.status} ${error.message}`;
      return send(reply, error);
    }
  }

  #isAllowed(request: FastifyRequest, by: 'token' | 'key' | 'basic'): boolean {
    if (by === 'key') return header(request, 'dhl-api-key') === APP.id;
    const [, kind = '', value = ''] = /^(Bearer|Basic) (.+)$/i.exec(header(request, 'authorization')) ?? [];
    if (by === 'basic') return Buffer.from(value, 'base64').toString() === `${APP.id}:${APP.secret}`;
    return /^bearer$/i.test(kind) && this.#tokens.ofAccess(value) !== undefined;
  }
}
