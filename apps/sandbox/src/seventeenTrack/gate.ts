import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Context, type ErrorForms, header, rawBody } from '../http/app.ts';
import { parseJson } from '../http/types.ts';
import { RateDesk } from '../kit/rates.ts';

/** Keys of the demo accounts: one in use, one switched off. */
export const KEY = 't17-key-demo';
const DISABLED = 't17-key-disabled';

/** A refusal of the whole call. */
export class Refused extends Error {
  readonly code: number;
  readonly status: number;
  constructor(code: number, message: string, status = 200) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Also a refusal comes with code 0; what is wrong stands in `data.errors`. */
const refuse = (reply: FastifyReply, { code, message, status }: Refused): FastifyReply =>
  reply
    .code(status)
    .type('application/json')
    .send({ code: status === 200 ? 0 : code, data: { errors: [{ code, message }] } });

const tooMany = () => new Refused(-18010014, 'The number of requests exceeds the limit.', 429);

export const seventeenTrackErrors: ErrorForms = {
  throttled: (reply) => refuse(reply, tooMany()),
  broken: (reply) => refuse(reply, new Refused(-18010003, 'Internal service error. Please retry later.', 500)),
};

/** Three calls a second for each key, and nothing without one. */
export class Gate {
  readonly #rates: RateDesk;

  constructor(ctx: Context) {
    this.#rates = new RateDesk(ctx, { call: { perSecond: 3, burst: 3 } });
  }

  guarded(request: FastifyRequest, reply: FastifyReply, note: string, work: (json: unknown) => object): FastifyReply {
    request.note = note;
    try {
      const key = header(request, '17token');
      if (key === DISABLED) throw new Refused(-18010004, 'The account is disabled.', 401);
      if (key !== KEY) throw new Refused(-18010002, 'The security key is invalid.', 401);
      if (!this.#rates.take(key, 'call')) throw tooMany();
      return reply.send({ code: 0, data: work(parseJson(rawBody(request))) });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      request.note += ` ${error.code} ${error.message}`;
      return refuse(reply, error);
    }
  }
}
