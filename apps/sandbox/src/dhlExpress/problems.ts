import type { FastifyReply } from 'fastify';
import type { ErrorForms } from '../http/app.ts';

/** A refusal as DHL writes one. */
export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  readonly more: readonly string[];
  constructor(status: number, title: string, detail: string, more: readonly string[] = []) {
    super(detail);
    this.status = status;
    this.title = title;
    this.more = more;
  }
}

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  404: 'Not found',
  422: 'Unprocessable Entity',
};

export const bad = (detail: string): Problem => new Problem(400, 'Bad request', detail);
export const absent = (title: string, detail: string): Problem => new Problem(404, title, detail);

export function sendProblem(reply: FastifyReply, path: string, problem: Problem): FastifyReply {
  const { status, title, message: detail, more } = problem;
  return reply
    .code(status)
    .type('application/problem+json')
    .send({
      instance: `/expressapi${path}`,
      detail,
      title,
      message: MESSAGES[status] ?? title,
      ...(more.length > 0 ? { additionalDetails: more } : {}),
      status: String(status),
    });
}

const process = '999: Process failure occurred. Process ID associated for that transaction (1234567890)';
export const dhlExpressErrors: ErrorForms = {
  throttled: (reply) => sendProblem(reply, '', new Problem(429, 'Too many requests', 'Too many requests')),
  broken: (reply) => sendProblem(reply, '', new Problem(500, 'Internal Server Error', process)),
};
