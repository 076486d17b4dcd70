import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { ErrorForms } from '../http/app.ts';

/** An error as TikTok Shop words it. Source: "Common errors" and the error lists of each API, Partner Center. */
export class TtsError extends Error {
  readonly code: number;
  readonly status: number;

  constructor(code: number, message: string, status = 200) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** What is wrong with the query or the header; one code for all of it. */
export const badRequest = (message: string) => new TtsError(36009004, message, 400);
export const badParams = () =>
  new TtsError(21001001, 'Invalid parameters. Please ensure you are passing the correct request parameter(s).');
export const notYours = () => new TtsError(21008111, 'The order or package does not belong to the current seller.');

const requestId = () =>
  `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}${randomBytes(9).toString('hex').toUpperCase()}`;

export function sendData(reply: FastifyReply, data: unknown): FastifyReply {
  return reply.send({ code: 0, message: 'Success', request_id: requestId(), data });
}

export function sendError(reply: FastifyReply, error: TtsError): FastifyReply {
  return reply.code(error.status).send({ code: error.code, message: error.message, request_id: requestId() });
}

export const tooMany = () =>
  new TtsError(36009002, "Too many requests. You've made too many requests in a short period of time.", 429);
const internal = () =>
  new TtsError(
    36009003,
    'Internal error. Please try again. If the issue persists after multiple attempts, please contact platform support.',
    500,
  );

export const tiktokErrors: ErrorForms = {
  throttled: (reply) => sendError(reply, tooMany()),
  broken: (reply) => sendError(reply, internal()),
};
