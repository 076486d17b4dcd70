import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

export type Part = { name: string; json: object } | { name: string; pdf: Buffer };

/** Data as JSON, then files as Base64, whatever the Accept header asks for. */
export function sendParts(reply: FastifyReply, parts: readonly Part[]): FastifyReply {
  const boundary = randomBytes(18).toString('base64url');
  const written = parts.map((part) =>
    'json' in part
      ? `Content-Type: application/json\r\nContent-Disposition: form-data; name="${part.name}"\r\n\r\n${JSON.stringify(part.json)}`
      : `Content-Type: application/pdf\r\nContent-Disposition: form-data; filename="${part.name}.pdf"; name="${part.name}"\r\n\r\n${part.pdf.toString('base64')}`,
  );
  const body = `${written.map((one) => `--${boundary}\r\n${one}\r\n`).join('')}--${boundary}--`;
  return reply.type(`multipart/form-data; boundary=${boundary}`).send(body);
}
