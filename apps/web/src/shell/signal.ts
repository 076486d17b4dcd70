import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** Lets one corner of the shell ask another for something. What nobody was there to hear, the first who comes hears. */
export interface Signal {
  send: () => void;
  subscribe: (listener: () => void) => () => void;
  /** Is anybody there? */
  received: () => boolean;
  /** Tells when somebody comes or goes. */
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

/** Is anybody there? Areas load their corner of the shell after it. */
export function useReceived(signal: Signal): boolean {
  return useSyncExternalStore(signal.watch, signal.received);
}
