import type { FastifyReply } from 'fastify';
import type { ErrorForms } from '../http/app.ts';

/** A refusal as eBay's REST calls word it. Source: the error lists of eBay's OpenAPI contracts. */
export class EbayError extends Error {
  readonly status: number;
  readonly errorId: number;
  readonly domain: string;
  readonly category: string;

  constructor(status: number, errorId: number, domain: string, message: string, category = 'REQUEST') {
    super(message);
    this.status = status;
    this.errorId = errorId;
    this.domain = domain;
    this.category = category;
  }
}

const domainOf = (domain: string) => (status: number, errorId: number, message: string) =>
  new EbayError(status, errorId, domain, message);

export const access = domainOf('ACCESS');
export const fulfillment = domainOf('API_FULFILLMENT');
export const inventory = domainOf('API_INVENTORY');
export const finances = domainOf('API_FINANCES');
export const notification = domainOf('API_NOTIFICATION');
export const edis = domainOf('API_EDIS');
/** Not the request is wrong, but their own system. */
export const edisBroken = (errorId: number, message: string) =>
  new EbayError(500, errorId, 'API_EDIS', message, 'APPLICATION');
export const postOrder = domainOf('postOrderErrorDomain');

export const wordsOf = ({ errorId, domain, category, message }: EbayError) => ({
  errorId,
  domain,
  category,
  message,
  longMessage: message,
});

export function sendError(reply: FastifyReply, error: EbayError, postOrderForm = false): FastifyReply {
  const words = [wordsOf(error)];
  return reply
    .code(error.status)
    .type('application/json')
    .send(postOrderForm ? { error: words } : { errors: words });
}

export const ebayErrors: ErrorForms = {
  throttled: (reply) => sendError(reply, access(429, 2001, 'Too many requests.')),
  broken: (reply) => sendError(reply, new EbayError(500, 30500, 'API_FULFILLMENT', 'System error', 'APPLICATION')),
};
