import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { ErrorForms } from '../http/app.ts';

const SUCCESS = 1_000_000;

/** Refusals come with HTTP 200, a number and a sentence. Source: the error lists of the Partner Platform. */
export class TemuError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const wrongParams = (detail: string) => new TemuError(3_000_000, `Invalid params: ${detail}`);
export const tooMany = () => new TemuError(4_000_004, 'The request is too frequent, please try again later');
/** The answer to sellers who have not been granted amounts, prices or whole addresses. */
export const noSensitiveScope = () => new TemuError(3_000_032, 'access_token has no permission of the sensitive data');
export const noOrder = () => new TemuError(140_020_002, 'Order not found');

const send = (reply: FastifyReply, status: number, body: object) =>
  reply
    .code(status)
    .type('application/json')
    .send(JSON.stringify({ ...body, requestId: `us-${randomUUID()}` }));

export const sendResult = (reply: FastifyReply, result: unknown) =>
  send(reply, 200, { success: true, errorCode: SUCCESS, errorMsg: '', result });
export const sendError = (reply: FastifyReply, error: TemuError, status = 200) =>
  send(reply, status, { success: false, errorCode: error.code, errorMsg: error.message, result: null });

export const temuErrors: ErrorForms = {
  throttled: (reply) => sendError(reply, tooMany()),
  broken: (reply) => sendError(reply, new TemuError(4_000_000, 'SYSTEM_EXCEPTION'), 500),
};
