import { hash } from 'node:crypto';

/**
 * Names rows by what they say, so that a row has the same name wherever in the file it stands and whenever the file comes
 * again. Rows that say the same are counted.
 */
export function rowNamer(): (words: readonly string[]) => string {
  const visited = new Map<string, number>();
  return (words) => {
    const name = hash('sha256', words.join('\t'), 'base64url').slice(0, 16);
    const count = (visited.get(name) ?? 0) + 1;
    visited.set(name, count);
    return count > 1 ? `${name}#${count}` : name;
  };
}
