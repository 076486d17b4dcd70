import type { Tx } from './database/database.ts';

/**
 * A door upwards inside one transaction: a lower area says what it is about to do or has done, and areas above it act
 * on it in the same transaction (or refuse by throwing). For what may happen later, use an event (jobs.ts).
 */
export interface Hook<P> {
  listen(listener: (tx: Tx, payload: P) => Promise<void> | void): void;
  call(tx: Tx, payload: P): Promise<void>;
}

export function defineHook<P>(): Hook<P> {
  const listeners: ((tx: Tx, payload: P) => Promise<void> | void)[] = [];
  return {
    listen: (listener) => void listeners.push(listener),
    call: async (tx, payload) => {
      for (const listener of listeners) await listener(tx, payload);
    },
  };
}
