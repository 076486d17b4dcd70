import type { FastifyReply } from 'fastify';
import type { ErrorForms } from '../http/app.ts';

/** A refusal as Mirakl words it: newer operations name a code. */
export class MiraklError extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, message: string, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const bad = (message: string, code?: string) => new MiraklError(400, message, code);
export const notFound = (what: string) => new MiraklError(404, `${what} not found`);
export const tooMany = () => new MiraklError(429, 'Too Many Requests');

export function sendError(reply: FastifyReply, { status, message, code }: MiraklError): FastifyReply {
  return reply.code(status).send({ message, status, ...(code ? { errors: [{ code, message }] } : {}) });
}

export const miraklErrors: ErrorForms = {
  throttled: (reply) => sendError(reply.header('retry-after', '1'), tooMany()),
  broken: (reply) => sendError(reply, new MiraklError(500, 'Internal Server Error')),
};
