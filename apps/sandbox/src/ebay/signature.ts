import { createHash, createPublicKey, verify } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { header, rawBody } from '../http/app.ts';
import { access } from './errors.ts';

/** The public half of the signing key that key management gave our application (RFC 9421, B.1.4), and its JWE. */
const PUBLIC_KEY = 'MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=';
const JWE = 'eyJhbGciOiJkZW1vIn0.demo-signing-key.jwe';
const key = createPublicKey({ key: Buffer.from(PUBLIC_KEY, 'base64'), format: 'der', type: 'spki' });

/** eBay does not publish how old a signature may be. */
const WINDOW_SECONDS = 15 * 60;
const SHAPE = /^sig1=(\(((?:"[^"]+"(?: |(?=\))))*)\);created=(\d{1,12}))$/;

const refuse = (errorId: number, message: string) => access(400, errorId, message);

/** The host that the caller believes it speaks to. */
const authorityOf = (request: FastifyRequest) => header(request, 'x-forwarded-host') || header(request, 'host');

/** Checks the digital signature of a call, if it has one. @returns whether it has */
export function checkSignature(request: FastifyRequest, now: number): boolean {
  const supplied = header(request, 'signature');
  const input = header(request, 'signature-input');
  const jwe = header(request, 'x-ebay-signature-key');
  if (!supplied && !input && !jwe) return false;
  if (!jwe) throw refuse(215001, 'The x-ebay-signature-key header is missing.');
  if (jwe !== JWE) throw refuse(215003, 'The x-ebay-signature-key header is invalid.');
  const parts = SHAPE.exec(input);
  const signature = /^sig1=:([A-Za-z0-9+/=]+):$/.exec(supplied)?.[1];
  if (!parts || !signature) throw refuse(215000, 'Signature validation failed: the signature headers cannot be read.');
  const [, params = '', names = '', created = '0'] = parts;
  const components = names.split(' ').map((name) => name.replaceAll('"', ''));
  const body = rawBody(request);
  const desired = ['x-ebay-signature-key', '@method', '@path', '@authority'];
  if (body && body.length > 0) desired.push('content-digest');
  if (desired.some((name) => !components.includes(name)) || components.length !== desired.length)
    throw refuse(215120, 'Signature validation failed: a required component is not signed.');
  if (Math.abs(now / 1000 - Number(created)) > WINDOW_SECONDS)
    throw refuse(215119, 'Signature validation failed: the signature has expired.');
  checkDigest(request, body);
  const text = [
    ...components.map((name) => `"${name}": ${componentOf(request, name)}`),
    `"@signature-params": ${params}`,
  ].join('\n');
  if (!verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'base64')))
    throw refuse(215122, 'Signature validation failed.');
  return true;
}

function checkDigest(request: FastifyRequest, body: Buffer | undefined): void {
  if (!body || body.length === 0) return;
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  if (header(request, 'content-digest') !== digest)
    throw refuse(215118, 'Signature validation failed: the Content-Digest does not fit the body.');
}

function componentOf(request: FastifyRequest, name: string): string {
  switch (name) {
    case '@method':
      return request.method;
    case '@path':
      return request.originalUrl.split('?')[0] ?? '';
    case '@authority':
      return authorityOf(request).toLowerCase();
    default:
      return header(request, name);
  }
}
