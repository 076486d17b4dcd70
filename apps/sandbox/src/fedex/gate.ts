import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Context, type ErrorForms, header, rawBody } from '../http/app.ts';
import { parseFields } from '../http/types.ts';
import { TokenDesk } from '../kit/tokens.ts';

/** Two projects, as FedEx makes them: tracking has keys of its own. */
const PROJECTS = {
  ship: { id: 'fedex-key-demo', secret: 'fedex-secret-demo' },
  track: { id: 'fedex-track-demo', secret: 'fedex-track-secret-demo' },
} as const;
export type Project = keyof typeof PROJECTS;
export const ACCOUNT = '740561073';
const TOKEN_SECONDS = 3599;

/** Source: the examples of FedEx's descriptions; codes beyond those are the sandbox's, in their manner. */
export class Refused extends Error {
  readonly code: string;
  readonly status: number;
  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

function refuse(reply: FastifyReply, { code, message, status }: Refused, transaction?: string): FastifyReply {
  return reply
    .code(status)
    .type('application/json')
    .send({
      transactionId: randomUUID(),
      ...(transaction ? { customerTransactionId: transaction } : {}),
      errors: [{ code, message }],
    });
}

export const fedexErrors: ErrorForms = {
  throttled: (reply) => refuse(reply, new Refused('RATE.LIMIT.EXCEEDED', 'Too many requests.', 429)),
  broken: (reply) =>
    refuse(reply, new Refused('INTERNAL.SERVER.ERROR', 'We encountered an unexpected error and are working.', 500)),
};

export class Gate {
  readonly #tokens: TokenDesk;

  constructor(ctx: Context) {
    this.#tokens = new TokenDesk(ctx, 'fedex', { accessSeconds: TOKEN_SECONDS, refreshSeconds: 0 });
  }

  token(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    request.note = 'token';
    const fields = parseFields(rawBody(request), header(request, 'content-type'));
    if (fields.grant_type !== 'client_credentials')
      return refuse(reply, new Refused('BAD.REQUEST.ERROR', 'Missing or invalid field grant_type.'));
    const project = (Object.keys(PROJECTS) as Project[]).find(
      (one) => PROJECTS[one].id === fields.client_id && PROJECTS[one].secret === fields.client_secret,
    );
    if (!project)
      return refuse(
        reply,
        new Refused(
          'NOT.AUTHORIZED.ERROR',
          'The given client credentials were not valid. Please modify your request.',
          401,
        ),
      );
    return reply.send({
      access_token: this.#tokens.access(project),
      token_type: 'bearer',
      expires_in: this.#tokens.accessSeconds,
      scope: 'CXS',
    });
  }

  /** Answers what `work` makes of a call whose token is alive and of a project that has the product. */
  async guarded(
    request: FastifyRequest,
    reply: FastifyReply,
    { note, project, status = 200 }: { note: string; project: Project; status?: number },
    work: () => object | Promise<object>,
  ): Promise<FastifyReply> {
    request.note = note;
    const transaction = header(request, 'x-customer-transaction-id');
    try {
      const grant = this.#tokens.ofAccess(/^Bearer (.+)$/i.exec(header(request, 'authorization'))?.[1] ?? '');
      if (!grant)
        throw new Refused(
          'NOT.AUTHORIZED.ERROR',
          'Access token expired. Please modify your request and try again.',
          401,
        );
      if (grant.shop !== project)
        throw new Refused(
          'FORBIDDEN.ERROR',
          'We could not authorize your credentials. Please check your permissions.',
          403,
        );
      const output = await work();
      return reply.code(status).send({
        transactionId: randomUUID(),
        ...(transaction ? { customerTransactionId: transaction } : {}),
        output,
      });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      request.note += ` ${error.code} ${error.message}`;
      return refuse(reply, error, transaction);
    }
  }
}
