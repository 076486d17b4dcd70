import type { Tx } from './database/database.ts';

type Listener<P, In> = (within: In, payload: P) => Promise<void> | void;

/**
 * A way up inside one transaction: a lower area reports its act before or after doing it, and areas above act on it in
 * the same transaction (or refuse by throwing), or fill in their own knowledge. For work that may happen later, use an
 * event (jobs.ts). A hook without a company gets the application instead of a transaction.
 */
export interface Hook<P, In = Tx> {
  /** @returns ends the listening; only tests need it */
  listen(listener: Listener<P, In>): () => void;
  call(within: In, payload: P): Promise<void>;
}

export function defineHook<P, In = Tx>(): Hook<P, In> {
  const listeners = new Set<Listener<P, In>>();
  return {
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    call: async (within, payload) => {
      for (const listener of listeners) await listener(within, payload);
    },
  };
}
