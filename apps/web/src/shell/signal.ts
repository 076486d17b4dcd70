import { useEffect, useEffectEvent } from 'react';

/** Lets one corner of the shell ask another to open something. */
export interface Signal {
  send: () => void;
  subscribe: (listener: () => void) => () => void;
  /** Is anybody there? */
  heard: () => boolean;
}

export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  return {
    send: () => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    heard: () => listeners.size > 0,
  };
}

export function useSignal(signal: Signal, act: () => void): void {
  const onSignal = useEffectEvent(act);
  useEffect(() => signal.subscribe(() => onSignal()), [signal]);
}
