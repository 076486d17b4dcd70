import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** Lets one part of the shell signal another. A signal without a listener waits for the first one. */
export interface Signal {
  send: () => void;
  subscribe: (listener: () => void) => () => void;
  /** Whether anybody listens. */
  received: () => boolean;
  /** Reports when listeners come or go. */
  watch: (watcher: () => void) => () => void;
}

export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  const watchers = new Set<() => void>();
  let missed = false;
  const notify = (all: Set<() => void>) => {
    for (const one of all) one();
  };
  return {
    send: () => {
      missed = listeners.size === 0;
      notify(listeners);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      notify(watchers);
      if (missed) listener();
      missed = false;
      return () => {
        listeners.delete(listener);
        notify(watchers);
      };
    },
    received: () => listeners.size > 0,
    watch: (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

export function useSignal(signal: Signal, act: () => void): void {
  const onSignal = useEffectEvent(act);
  useEffect(() => signal.subscribe(() => onSignal()), [signal]);
}

/** Whether anybody listens; areas load their part of the shell later. */
export function useReceived(signal: Signal): boolean {
  return useSyncExternalStore(signal.watch, signal.received);
}
