import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/**
 * A package that is read when it is first used, not at start: most processes never draw a paper, write a sheet or send
 * a mail, and each of these takes megabytes. Give it the package's type: `onDemand<typeof import('x')>('x')`.
 */
export function onDemand<T>(name: string): () => T {
  let loaded: T | undefined;
  return () => {
    loaded ??= load(name) as T;
    return loaded;
  };
}
