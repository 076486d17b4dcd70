import { subscribe } from 'node:diagnostics_channel';

interface OutsideCall {
  method: string;
  host: string;
}
/** The head of the answer has come, or none will. */
export type Outcome = { status: number } | { error: unknown };

type Message = { request: { origin?: string | URL; method?: string }; response?: { statusCode: number } };

/**
 * Node's `fetch` tells of its requests by itself, so no connector knows who listens.
 * @param begins called when a request is made, in the context of who makes it; what it returns is called once, when the
 *   head of the answer has come or the request has failed
 */
export function watchOutsideCalls(begins: (call: OutsideCall) => ((outcome: Outcome) => void) | undefined): void {
  const ends = new WeakMap<object, (outcome: Outcome) => void>();
  const end = (request: object, outcome: Outcome) => {
    const ended = ends.get(request);
    if (ends.delete(request)) ended?.(outcome);
  };
  subscribe('undici:request:create', (message) => {
    const { request } = message as Message;
    const { origin, method = '' } = request;
    const host = URL.canParse(String(origin)) ? new URL(String(origin)).hostname : '';
    const ended = begins({ method, host });
    if (ended) ends.set(request, ended);
  });
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as Message;
    end(request, { status: response?.statusCode ?? 0 });
  });
  subscribe('undici:request:error', (message) => {
    const { request, error } = message as Message & { error: unknown };
    end(request, { error });
  });
}
