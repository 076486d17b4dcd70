import { randomUUID } from 'node:crypto';
import { type Call, type Operation, ok } from './api.ts';
import { bad, envelope } from './errors.ts';

interface Result {
  payload: unknown;
  /** Why it failed; undefined when it went well. */
  problem?: string;
}

/** What became of requests that were only taken: asked for by the request's id, known after a moment. */
export class ChangeLog {
  readonly #entries = new Map<string, { results: Result[]; doneAt: number }>();

  /** Notes what a request did, and answers that it has been taken. */
  take({ ctx, now }: Call, results: Result[]) {
    const requestId = randomUUID();
    this.#entries.set(requestId, { results, doneAt: now + ctx.world.settings.feedStepMs });
    if (this.#entries.size > 5000) this.#entries.delete([...this.#entries.keys()][0] ?? '');
    return ok(envelope('pending', requestId), 202);
  }

  operation(path: string, name: string): Operation {
    return {
      method: 'GET',
      path,
      name,
      query: ['scrollId', 'startDate', 'endDate', 'requestId', 'status'],
      handle: (call) => this.#read(call),
    };
  }

  #read({ query, now }: Call) {
    const requestId = query.get('requestId');
    if (!requestId) throw bad('requestId, or startDate and endDate, are required.');
    const entry = this.#entries.get(requestId);
    const done = entry !== undefined && now >= entry.doneAt;
    const logs = (entry?.results ?? []).map(({ payload, problem }) => ({
      payload,
      status: done ? (problem ? 'failure' : 'success') : 'pending',
      requestMethod: 'api',
      requestId,
      processId: `p-${requestId.slice(0, 8)}`,
      dateProcessed: new Date(entry?.doneAt ?? now).toISOString(),
      results: done && problem ? [{ code: 'processing_error', severity: 'error', description: problem }] : [],
    }));
    return ok({ status: done ? 'COMPLETED' : 'PROCESSING', logs });
  }
}
