import type { FastifyInstance } from 'fastify';
import { type Context, rawBody } from '../http/app.ts';
import { isRecord, parseJson, text } from '../http/types.ts';
import type { PlatformSide } from '../kit/platform.ts';
import { type Books, decimalOf } from './books.ts';

/**
 * What tests do behind a provider, never part of its interface: `POST /control/<name>/receipts` {amount, currency, account?,
 * day?, payer?, reference?, fee?, state?}, `POST /control/<name>/line` {id, state}, `GET /control/<name>/books`.
 */
export function registerDoor(app: FastifyInstance, ctx: Context, books: Books): PlatformSide {
  const { name, seller } = books.settings;
  const post = (act: string, work: (field: (name: string) => string) => unknown) =>
    app.post(`/control/${name}/${act}`, async (request, reply) => {
      const body = parseJson(rawBody(request));
      try {
        return reply.send(work((field) => (isRecord(body) ? text(body[field]) : '')) ?? { ok: true });
      } catch (error) {
        return reply.code(400).send({ error: error instanceof Error ? error.message : String(error) });
      }
    });
  post('receipts', (field) => {
    const { id, at, account } = books.receive({
      amount: field('amount'),
      currency: field('currency') || 'USD',
      account: field('account'),
      day: field('day'),
      payer: field('payer'),
      reference: field('reference'),
      fee: field('fee'),
      state: field('state'),
    });
    return { id, at: new Date(at).toISOString(), account };
  });
  post('revoke', () => {
    ctx.world.revoked.set(`${name}/${seller}`, ctx.world.clock.now());
    ctx.world.changes++;
  });
  post('line', (field) => books.turn(field('id'), field('state')));
  app.get(`/control/${name}/books`, async (_request, reply) => {
    const opening = Object.entries(books.opening).map(([currency, minor]) => [currency, decimalOf(minor, currency)]);
    const balances = books.balances().map(({ currency, total }) => [currency, decimalOf(total, currency)]);
    return reply.send({
      opening: Object.fromEntries(opening),
      balances: Object.fromEntries(balances),
      accounts: books.accounts,
      lines: books.lines.map((line) => ({ ...line, at: new Date(line.at).toISOString() })),
    });
  });
  return { save: () => books.save(), load: (saved) => books.load(saved) };
}
