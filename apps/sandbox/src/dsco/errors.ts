import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { ErrorForms } from '../http/app.ts';

/** A refusal as the network words it: one envelope for all, with what is wrong in its messages. */
export class DscoError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, description: string) {
    super(description);
    this.status = status;
    this.code = code;
  }
}

export const bad = (description: string) => new DscoError(400, 'bad_request', description);

export const envelope = (status: 'success' | 'failure' | 'pending', requestId: string, messages: object[] = []) => ({
  status,
  requestId,
  eventDate: new Date().toISOString(),
  messages,
});

export function sendError(reply: FastifyReply, { status, code, message }: DscoError): FastifyReply {
  const messages = [{ code, severity: 'error', description: message }];
  return reply.code(status).send(envelope('failure', randomUUID(), messages));
}

export const tooMany = () => new DscoError(429, 'too_many_requests', 'Too Many Requests');

export const dscoErrors: ErrorForms = {
  throttled: (reply) => sendError(reply, tooMany()),
  broken: (reply) => sendError(reply, new DscoError(500, 'internal_error', 'Internal Server Error')),
};
