import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Context, header, param, query, rawBody } from '../http/app.ts';

export interface StoredDocument {
  id: string;
  contentType: string;
  signature: string;
  expiresAt: number;
  content: Buffer | undefined;
}

const URL_LIVES_MS = 5 * 60_000;
const STORE = '/amazon/document-store';

/** The store behind presigned addresses: no tokens, but the very content type the document was announced with. */
export class DocumentStore {
  readonly #ctx: Context;
  readonly #documents = new Map<string, StoredDocument>();

  constructor(app: FastifyInstance, ctx: Context) {
    this.#ctx = ctx;
    ctx.world.onReset(() => this.#documents.clear());

    app.put(`${STORE}/:id`, async (request, reply) => {
      request.note = 'upload document';
      const document = this.#documents.get(param(request, 'id'));
      const xml = (code: string) => reply.code(403).type('application/xml').send(`<Error><Code>${code}</Code></Error>`);
      if (!document || query(request)['X-Amz-Signature'] !== document.signature) return xml('SignatureDoesNotMatch');
      if (document.expiresAt < ctx.world.clock.now()) return xml('AccessDenied');
      if (header(request, 'content-type') !== document.contentType) return xml('SignatureDoesNotMatch');
      document.content = rawBody(request) ?? Buffer.alloc(0);
      return reply.code(200).send();
    });
    app.get(`${STORE}/:id`, async (request, reply) => {
      request.note = 'download document';
      const document = this.#documents.get(param(request, 'id'));
      if (
        !document?.content ||
        query(request)['X-Amz-Signature'] !== document.signature ||
        document.expiresAt < ctx.world.clock.now()
      ) {
        return reply.code(403).type('application/xml').send('<Error><Code>AccessDenied</Code></Error>');
      }
      return reply.type(document.contentType).send(document.content);
    });
  }

  make(contentType: string, content?: string | Buffer): StoredDocument {
    const document: StoredDocument = {
      id: `amzn1.tortuga.4.na.${crypto.randomUUID()}`,
      contentType,
      signature: randomBytes(12).toString('hex'),
      expiresAt: this.#ctx.world.clock.now() + URL_LIVES_MS,
      content: content === undefined ? undefined : Buffer.from(content),
    };
    this.#documents.set(document.id, document);
    return document;
  }

  get(id: string): StoredDocument | undefined {
    return this.#documents.get(id);
  }

  /** An address that lives for five minutes from now. */
  addressOf(document: StoredDocument): string {
    document.expiresAt = this.#ctx.world.clock.now() + URL_LIVES_MS;
    return `${this.#ctx.baseUrl()}${STORE}/${document.id}?X-Amz-Signature=${document.signature}`;
  }
}
