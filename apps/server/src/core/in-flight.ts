/**
 * Who asks for a key while its answer is on the way shares it: one request, also for many at once. Of this process alone;
 * what must hold between processes needs a lock in the database.
 */
export function inFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, work) => {
    const known = running.get(key);
    if (known) return known;
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
