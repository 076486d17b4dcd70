import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { ErrorForms } from '../http/app.ts';

/** Refusals as every v2 call words them: an error code, a sentence, and now and then what a batch came to. */
export class ShopeeError extends Error {
  readonly code: string;
  readonly status: number;
  readonly response: unknown;

  constructor(code: string, message: string, more: { status?: number; response?: unknown } = {}) {
    super(message);
    this.code = code;
    this.status = more.status ?? 200;
    this.response = more.response;
  }
}

export const wrongParameter = (detail: string) =>
  new ShopeeError('error_param', `Wrong parameters, detail: ${detail}.`);
export const requestId = (): string => randomUUID().replaceAll('-', '');

export function sendError(reply: FastifyReply, error: ShopeeError): FastifyReply {
  return reply.code(error.status).send({
    error: error.code,
    message: error.message,
    request_id: requestId(),
    ...(error.response === undefined ? {} : { response: error.response }),
  });
}

export const tooMany = () =>
  new ShopeeError('error_rate_limit', 'Too many requests. You have reached the rate limit. Please try again later.', {
    status: 429,
  });

export const shopeeErrors: ErrorForms = {
  throttled: (reply) => sendError(reply, tooMany()),
  broken: (reply) =>
    sendError(reply, new ShopeeError('error_server', 'Something wrong. Please try later.', { status: 500 })),
};
