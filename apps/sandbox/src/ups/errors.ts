import type { FastifyReply } from 'fastify';
import type { ErrorForms } from '../http/app.ts';

/** UPS words every error as {"response":{"errors":[{code,message}]}}. Source: ErrorResponse in the UPS descriptions. */
export class UpsError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const badRequest = (code: string, message: string) => new UpsError(400, code, message);

export function sendUpsError(reply: FastifyReply, error: UpsError): FastifyReply {
  return reply
    .code(error.status)
    .header('content-type', 'application/json')
    .header('errorcode', error.code)
    .send({ response: { errors: [{ code: error.code, message: error.message }] } });
}

export const upsErrors: ErrorForms = {
  throttled: (reply) => sendUpsError(reply, new UpsError(429, '10429', 'Too Many Requests')),
  broken: (reply) => sendUpsError(reply, new UpsError(500, '10500', 'Internal Server Error')),
};
