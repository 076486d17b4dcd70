import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { ErrorForms } from '../http/app.ts';

/** Refusals come with HTTP 200, a code of text and a sentence. */
export class SheinError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export const wrongSignature = () => new SheinError('openapi00001', 'Signature verification failed');
export const wrongParameter = (detail: string) => new SheinError('400', `Parameter error: ${detail}`);
export const refused = (detail: string) => new SheinError('9999004', detail);
// SHEIN does not publish the number.
const tooMany = () => new SheinError('429', 'Too many requests, please try again later');

const traceId = () => randomBytes(8).toString('hex');
const send = (reply: FastifyReply, status: number, body: object) =>
  reply
    .code(status)
    .type('application/json;charset=UTF-8')
    .send(JSON.stringify({ ...body, bbl: {}, traceId: traceId() }));

export const sendInfo = (reply: FastifyReply, info: unknown) => send(reply, 200, { code: '0', msg: 'OK', info });
export const sendError = (reply: FastifyReply, error: SheinError, status = 200) =>
  send(reply, status, { code: error.code, msg: error.message, info: null });

export { tooMany };
export const sheinErrors: ErrorForms = {
  throttled: (reply) => sendError(reply, tooMany()),
  broken: (reply) => sendError(reply, new SheinError('500', 'system error'), 500),
};
