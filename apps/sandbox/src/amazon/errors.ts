import type { FastifyReply } from 'fastify';
import type { ErrorForms } from '../http/app.ts';

/** An error as every SP-API operation words it: {"errors":[{code,message,details}]}. Source: ErrorList in Amazon's models. */
export class SpApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: string;

  constructor(status: number, code: string, message: string, details = '') {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export const invalidInput = (message: string, details = '') => new SpApiError(400, 'InvalidInput', message, details);
export const notFound = (message = 'The resource you requested was not found.') =>
  new SpApiError(404, 'NotFound', message);
export const denied = (details = '') =>
  new SpApiError(403, 'Unauthorized', 'Access to requested resource is denied.', details);
export const quotaExceeded = () =>
  new SpApiError(429, 'QuotaExceeded', 'You exceeded your quota for the requested resource.');

export function sendError(reply: FastifyReply, error: SpApiError): FastifyReply {
  return reply
    .code(error.status)
    .type('application/json')
    .send({ errors: [{ code: error.code, message: error.message, details: error.details }] });
}

export const amazonErrors: ErrorForms = {
  throttled: (reply) => sendError(reply.header('x-amzn-RequestId', crypto.randomUUID()), quotaExceeded()),
  broken: (reply) =>
    sendError(reply, new SpApiError(500, 'InternalFailure', 'We encountered an internal error. Please try again.')),
};
