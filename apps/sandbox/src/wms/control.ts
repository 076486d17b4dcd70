import type { FastifyInstance } from 'fastify';
import { rawBody } from '../http/app.ts';
import { isRecord, parseJson, text } from '../http/types.ts';
import { QUIET, type Warehouse } from './warehouse.ts';

/** The buttons behind a house: time, bad luck, and what its people do. Never part of its interface. */
export function registerWmsControl(app: FastifyInstance, warehouse: Warehouse, subscribe: (uri: string) => void): void {
  const post = (act: string, work: (body: Record<string, unknown>) => unknown) =>
    app.post(`/control/${warehouse.name}/${act}`, async (request, reply) => {
      const body = parseJson(rawBody(request));
      try {
        return reply.send(work(isRecord(body) ? body : {}) ?? { ok: true });
      } catch (error) {
        return reply.code(400).send({ error: error instanceof Error ? error.message : String(error) });
      }
    });
  app.get(`/control/${warehouse.name}/state`, async (_request, reply) => reply.send(warehouse.state));
  post('knobs', (body) => {
    for (const [knob, quiet] of Object.entries(QUIET)) {
      const desired = body[knob];
      if (desired === undefined) continue;
      const value =
        typeof quiet === 'number' ? Number(desired) : typeof quiet === 'string' ? text(desired) : desired === true;
      Object.assign(warehouse.knobs, { [knob]: value });
    }
    return warehouse.knobs;
  });
  post('tick', (body) => {
    for (let i = 0; i < Number(body.steps ?? 1); i++) warehouse.tick();
  });
  post('stock', (body) =>
    warehouse.setStock(text(body.warehouse) || 'US-W1', text(body.sku), Number(body.quantity), body.silent === true),
  );
  post('approve', () => {
    for (const one of warehouse.state.products) if (one.status === 'REVIEW') one.status = 'ACTIVE';
  });
  post('stumble', (body) => {
    const order = warehouse.state.orders.find((one) => one.clientOrderNo === text(body.clientOrderNo));
    if (!order) throw new Error('no such order');
    warehouse.stumble(
      order,
      body.status === 'CANCELLED' ? 'CANCELLED' : 'EXCEPTION',
      text(body.problem) || 'damaged on the floor',
    );
  });
  post('topup', (body) => warehouse.fee('OTHER', '', 'FREIGHT', 'TOPUP', Number(body.cents ?? 10_000)));
  post('subscribe', (body) => subscribe(text(body.url)));
}
