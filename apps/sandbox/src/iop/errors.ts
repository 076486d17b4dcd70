import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { ErrorForms } from '../http/app.ts';

/** Who is to blame: the caller, the service behind the gateway, or the gateway. */
type Side = 'ISV' | 'ISP' | 'SYSTEM';

/** A refusal as Alibaba's newer open platforms word it: always with HTTP 200. */
export class IopError extends Error {
  readonly code: string;
  readonly side: Side;
  readonly more: object;

  constructor(code: string, message: string, side: Side = 'ISV', more: object = {}) {
    super(message);
    this.code = code;
    this.side = side;
    this.more = more;
  }
}

export const requestId = (): string => `2102${randomBytes(14).toString('hex')}`;

export function sendError(reply: FastifyReply, error: IopError): FastifyReply {
  const { code, side: type, message, more } = error;
  return reply.send({ type, code, message, request_id: requestId(), ...more });
}

export const missing = (name: string) =>
  new IopError(
    'MissingParameter',
    `The input parameter "${name}" that is mandatory for processing this request is not supplied`,
  );

export const tooMany = () =>
  new IopError(
    'ApiCallLimit',
    'The request has been rejected because of too many calls to this API. This ban will last 1 more seconds',
    'SYSTEM',
  );

export const iopErrors: ErrorForms = {
  throttled: (reply) => sendError(reply, tooMany()),
  broken: (reply) => sendError(reply, new IopError('ServiceUnavailable', 'The service is unavailable.', 'SYSTEM')),
};
