import type { FastifyInstance } from 'fastify';
import { rawBody } from '../http/app.ts';
import { isRecord, parseJson, text } from '../http/types.ts';
import { type House, QUIET } from './house.ts';

/** The buttons behind a house: time, bad luck, and what its people do. Never part of its interface. */
export function registerWmsControl(app: FastifyInstance, house: House, subscribe: (uri: string) => void): void {
  const post = (act: string, work: (body: Record<string, unknown>) => unknown) =>
    app.post(`/control/${house.name}/${act}`, async (request, reply) => {
      const body = parseJson(rawBody(request));
      try {
        return reply.send(work(isRecord(body) ? body : {}) ?? { ok: true });
      } catch (error) {
        return reply.code(400).send({ error: error instanceof Error ? error.message : String(error) });
      }
    });
  app.get(`/control/${house.name}/state`, async (_request, reply) => reply.send(house.state));
  post('knobs', (body) => {
    for (const [knob, quiet] of Object.entries(QUIET)) {
      const wanted = body[knob];
      if (wanted === undefined) continue;
      const value =
        typeof quiet === 'number' ? Number(wanted) : typeof quiet === 'string' ? text(wanted) : wanted === true;
      Object.assign(house.knobs, { [knob]: value });
    }
    return house.knobs;
  });
  post('tick', (body) => {
    for (let i = 0; i < Number(body.steps ?? 1); i++) house.tick();
  });
  post('stock', (body) =>
    house.setStock(text(body.warehouse) || 'US-W1', text(body.sku), Number(body.quantity), body.silent === true),
  );
  post('approve', () => {
    for (const one of house.state.products) if (one.status === 'REVIEW') one.status = 'ACTIVE';
  });
  post('stumble', (body) => {
    const order = house.state.orders.find((one) => one.clientOrderNo === text(body.clientOrderNo));
    if (!order) throw new Error('no such order');
    house.stumble(
      order,
      body.status === 'CANCELLED' ? 'CANCELLED' : 'EXCEPTION',
      text(body.problem) || 'damaged on the floor',
    );
  });
  post('topup', (body) => house.fee('OTHER', '', 'FREIGHT', 'TOPUP', Number(body.cents ?? 10_000)));
  post('subscribe', (body) => subscribe(text(body.url)));
}
