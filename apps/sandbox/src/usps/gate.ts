import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Context, type ErrorForms, header, rawBody } from '../http/app.ts';
import { at, list, parseFields, parseJson, text } from '../http/types.ts';
import { TokenDesk } from '../kit/tokens.ts';
import { type Part, sendParts } from './parts.ts';

export const APP = { clientId: 'usps-client-demo', clientSecret: 'usps-secret-demo' };
const PAYER = { CRID: '12345678', MID: '903000001', manifestMID: '903000002', EPS: '1000000001' };
const TOKEN_SECONDS = 28_799;

/** A refusal in the form of version 3. `parameter`: which field it is about. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly parameter: string;
  constructor(code: string, message: string, parameter = '', status = 400) {
    super(message);
    this.code = code;
    this.parameter = parameter;
    this.status = status;
  }
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

function refuse(reply: FastifyReply, api: string, { status, code, message, parameter }: Refused): FastifyReply {
  const title = TITLES[status] ?? 'Error';
  const source = { parameter, example: '' };
  const errors = code === '' ? [] : [{ status: String(status), code, title, detail: message, source }];
  return reply
    .code(status)
    .type('application/json')
    .send({
      apiVersion: `/${api}/v3`,
      error: { code: String(status), message: errors.length ? title : message, errors },
    });
}

export const uspsErrors: ErrorForms = {
  throttled: (reply) =>
    refuse(reply.header('retry-after', '30'), 'usps', new Refused('429', 'Quota exceeded', '', 429)),
  broken: (reply) => refuse(reply, 'usps', new Refused('500', 'Internal Server Error', '', 500)),
};

const ROLES = ['PAYER', 'LABEL_OWNER', 'RATE_HOLDER', 'SHIPPER', 'MAIL_OWNER', 'PLATFORM'];

/** Roles as the payments interface checks them: the account must be one that it knows. */
function checkRoles(roles: unknown[]): void {
  for (const role of roles) {
    const field = (name: string) => text(at(role, name));
    const name = field('roleName');
    if (!ROLES.includes(name)) throw new Refused('160219', 'Cannot have a role without roleName', 'roles');
    if (field('CRID') !== PAYER.CRID) throw new Refused('160218', `${name} requires CRID`, 'roles');
    if (name === 'LABEL_OWNER' && field('MID') !== PAYER.MID)
      throw new Refused('160221', `${name} requires MID`, 'roles');
    if (name === 'LABEL_OWNER' && field('manifestMID') !== PAYER.manifestMID)
      throw new Refused('160222', `${name}  requires manifestMID`, 'roles');
    if (name === 'PAYER') checkPayer(field);
  }
  for (const needed of ['PAYER', 'LABEL_OWNER'])
    if (!roles.some((role) => at(role, 'roleName') === needed))
      throw new Refused(needed === 'PAYER' ? '160228' : '160229', `${needed} is required`, 'roles');
}

function checkPayer(field: (name: string) => string): void {
  const type = field('accountType');
  if (type !== 'EPS' && type !== 'PERMIT')
    throw new Refused('160220', 'PAYER requires accountType of PERMIT or EPS', 'roles');
  const number = field(type === 'EPS' ? 'accountNumber' : 'permitNumber');
  if (!number) throw new Refused('160224', 'PAYER requires accountNumber when accountType is EPS', 'roles');
  if (type === 'PERMIT' && !/^\d{5}$/.test(field('permitZIP')))
    throw new Refused('160226', 'PAYER  requires permitZipCode when accountType is PERMIT', 'roles');
  if (type === 'EPS' && number !== PAYER.EPS)
    throw new Refused('100001', `Could not find an EPS Account with number: ${number}.`, 'roles');
}

export type Answered =
  | { json: object | unknown[]; status?: number; etag?: string }
  | { parts: Part[]; status?: number }
  | null;

interface Door {
  /** The first step of the address, for refusals. */
  api: string;
  note: string;
  /** The authorization of payment must come with it. */
  pays?: boolean;
}

/** Tokens of the app, and authorizations of payment beside them. */
export class Gate {
  readonly #tokens: TokenDesk;

  constructor(ctx: Context) {
    this.#tokens = new TokenDesk(ctx, 'usps', { accessSeconds: TOKEN_SECONDS, refreshSeconds: 0 });
  }

  token(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    request.note = 'token';
    const fields = parseFields(rawBody(request), header(request, 'content-type'));
    const no = (error: string, error_description: string, status: number) =>
      reply.code(status).send({ error, error_description, error_uri: 'https://datatracker.ietf.org/doc/html/rfc6749' });
    if (fields.grant_type !== 'client_credentials') return no('unsupported_grant_type', 'Unsupported grant type.', 400);
    if (fields.client_id !== APP.clientId || fields.client_secret !== APP.clientSecret)
      return no('invalid_client', 'Client authentication failed.', 401);
    return reply.send({
      access_token: this.#tokens.access('app', { kind: 'app' }),
      token_type: 'Bearer',
      issued_at: Date.now(),
      expires_in: this.#tokens.accessSeconds,
      status: 'approved',
      scope: 'addresses labels international-labels payments pickup prices scan-forms shipments tracking',
      issuer: 'sandbox',
      client_id: APP.clientId,
    });
  }

  authorizePayment(request: FastifyRequest): Answered {
    const roles = list(at(parseJson(rawBody(request)), 'roles'));
    checkRoles(roles);
    return { json: { paymentAuthorizationToken: this.#tokens.access('app', { kind: 'payment' }), roles } };
  }

  async guarded(
    request: FastifyRequest,
    reply: FastifyReply,
    { api, note, pays }: Door,
    work: () => Answered | Promise<Answered>,
  ): Promise<FastifyReply> {
    request.note = note;
    try {
      const bearer = /^Bearer (.+)$/i.exec(header(request, 'authorization'))?.[1] ?? '';
      if (this.#tokens.ofAccess(bearer)?.more.kind !== 'app') throw new Refused('401', 'Invalid token', '', 401);
      if (pays && this.#tokens.ofAccess(header(request, 'x-payment-authorization-token'))?.more.kind !== 'payment')
        throw new Refused('160100', 'is invalid or expired', 'Header: X-Payment-Authorization-Token', 401);
      const answered = await work();
      if (answered === null) return reply.code(200).send();
      if ('parts' in answered) return sendParts(reply.code(answered.status ?? 200), answered.parts);
      if (answered.etag) reply.header('etag', answered.etag);
      return reply
        .code(answered.status ?? 200)
        .type('application/json')
        .send(answered.json);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      request.note += ` ${error.code} ${error.message}`;
      return refuse(reply, api, error);
    }
  }
}
