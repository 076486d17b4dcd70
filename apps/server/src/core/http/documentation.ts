import { calls, type NamedCall } from '@tradewind/contract/registry.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { allowStyles } from './web.ts';

/** GET /api/docs/openapi.json comes from the contract alone, so it always matches the server. */
export function documentation(server: FastifyInstance, sessionCookie: string): void {
  let text: string | undefined;
  server.get('/api/docs/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(openApi(sessionCookie));
    return reply.type('application/json').send(text);
  });
  server.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page(allowStyles(reply))),
  );
}

function shape(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  return rest;
}

export function openApi(sessionCookie: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const named of calls) {
    const path = `/api${named.call.path}`;
    paths[path] = { ...paths[path], [named.call.method.toLowerCase()]: operation(named) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tradewind', version: '0.1.0' },
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'token' },
        cookie: { type: 'apiKey', in: 'cookie', name: sessionCookie },
      },
    },
  };
}

function operation({ area, name, call }: NamedCall): Record<string, unknown> {
  const input = shape(call.input, 'input');
  const properties = (input.properties ?? {}) as Record<string, unknown>;
  const required = new Set((input.required as string[] | undefined) ?? []);
  const body = call.upload
    ? {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: { ...properties, file: { type: 'string', format: 'binary' } },
            required: [...required, ...(call.upload.optional ? [] : ['file'])],
          },
        },
        ...(call.upload.optional ? { 'application/json': { schema: input } } : {}),
      }
    : { 'application/json': { schema: input } };
  const envelope = {
    type: 'object',
    properties: {
      code: { const: 200 },
      msg: { type: 'string' },
      data: call.download ? {} : shape(call.result, 'output'),
    },
    required: ['code', 'msg', 'data'],
  };
  return {
    operationId: `${area}.${name}`,
    tags: [area],
    summary: call.summary,
    ...(call.access === 'public' ? { security: [] } : { security: [{ token: [] }, { cookie: [] }] }),
    'x-access': call.access,
    ...(call.method === 'POST'
      ? { requestBody: { content: body } }
      : {
          parameters: Object.entries(properties).map(([property, schema]) => ({
            name: property,
            in: 'query',
            required: required.has(property),
            schema,
          })),
        }),
    responses: {
      200: call.download
        ? { description: 'The file', content: { '*/*': {} } }
        : call.stream
          ? { description: 'Events', content: { 'text/event-stream': { schema: shape(call.result, 'output') } } }
          : { description: 'Done', content: { 'application/json': { schema: envelope } } },
      400: { description: 'Bad input: data.fields names each field' },
      ...(call.access === 'public'
        ? {}
        : { 401: { description: 'code 10086: not signed in' }, 403: { description: 'No permission' } }),
    },
  };
}

function page(nonce: string): string {
  const safe = (value: string) => value.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  const rows = calls
    .map(
      ({ area, call }) =>
        `<tr><td>${area}</td><td><code>${call.method}</code></td><td><code>/api${safe(call.path)}</code></td><td>${safe(
          Array.isArray(call.access) ? call.access.join(', ') : String(call.access),
        )}</td><td>${safe(call.summary)}</td></tr>`,
    )
    .join('\n');
  return `<!doctype html><meta charset="utf-8"><title>Tradewind API</title>
<style nonce="${nonce}">body{font:14px/1.5 system-ui;margin:2rem;color:#1b1f24}table{border-collapse:collapse}td,th{padding:.3rem .8rem;border-bottom:1px solid #e6e8ec;text-align:left}code{font-size:13px}</style>
<h1>Tradewind API</h1><p>Machine-readable: <a href="/api/docs/openapi.json">openapi.json</a></p>
<table><tr><th>Area</th><th></th><th>Path</th><th>Access</th><th>What it does</th></tr>${rows}</table>`;
}
