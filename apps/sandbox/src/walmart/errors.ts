import type { FastifyReply } from 'fastify';
import type { ErrorForms } from '../http/app.ts';

/** A refusal as Walmart words it. Source: "Error codes", Walmart developer portal. */
export class WalmartError extends Error {
  readonly status: number;
  readonly code: string;
  /** Which service refuses: the second half of the code, and the form of the answer. */
  readonly service: Service;
  readonly field: string | undefined;

  constructor(status: number, code: string, service: Service, message: string, field?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.service = service;
    this.field = field;
  }
}
export type Service =
  | 'GATEWAY'
  | 'ORDER'
  | 'ITEM'
  | 'INVENTORY'
  | 'PRICE'
  | 'FEED'
  | 'REPORT'
  | 'RETURN'
  | 'NOTIFICATION'
  | 'SWW';

export const badParam = (service: Service, field: string, message: string) =>
  new WalmartError(400, 'INVALID_REQUEST_PARAM', service, message, field);
export const badContent = (service: Service, field: string, message: string) =>
  new WalmartError(400, 'INVALID_REQUEST_CONTENT', service, message, field);
export const notFound = (service: Service, message: string) =>
  new WalmartError(404, 'CONTENT_NOT_FOUND', service, message);
export const tooMany = () =>
  new WalmartError(
    429,
    'REQUEST_THRESHOLD_VIOLATED',
    'GATEWAY',
    'Too many requests: the limit of this API is used up.',
  );

export function sendError(reply: FastifyReply, error: WalmartError, now: number): FastifyReply {
  if (error.status === 429)
    reply.header('x-current-token-count', '0').header('x-next-replenishment-time', String(now + 3000));
  const words = [
    {
      code: `${error.code}.GMP_${error.service}_API`,
      ...(error.field ? { field: error.field } : {}),
      description: error.message,
      info: error.message,
      severity: 'ERROR',
      category: 'DATA',
      causes: [],
      errorIdentifiers: {},
    },
  ];
  const form =
    error.service === 'GATEWAY'
      ? { error: words }
      : error.service === 'ORDER'
        ? { errors: { error: words } }
        : { errors: words };
  return reply.code(error.status).type('application/json').send(form);
}

export const walmartErrors: ErrorForms = {
  throttled: (reply) => sendError(reply, tooMany(), Date.now()),
  broken: (reply) =>
    sendError(reply, new WalmartError(500, 'SYSTEM_ERROR', 'ORDER', 'System error, try again later.'), 0),
};
