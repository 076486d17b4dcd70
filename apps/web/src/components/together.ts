const TOGETHER_MS = 10;
const AT_ONCE = 200;

/** Turns a call for many ids into one for an id: what all rows of a list ask for within a moment goes in one request. */
export function together<T>(
  load: (ids: number[]) => Promise<ReadonlyMap<number, T>>,
): (id: number) => Promise<T | null> {
  let requested = new Map<number, ((found: T | null) => void)[]>();
  const answerAll = async () => {
    const waiting = [...requested];
    requested = new Map();
    for (let at = 0; at < waiting.length; at += AT_ONCE) {
      const part = waiting.slice(at, at + AT_ONCE);
      const found = await load(part.map(([id]) => id)).catch(() => undefined);
      for (const [id, answers] of part) for (const answer of answers) answer(found?.get(id) ?? null);
    }
  };
  return (id) => {
    if (requested.size === 0) setTimeout(() => void answerAll(), TOGETHER_MS);
    return new Promise((answer) => requested.set(id, [...(requested.get(id) ?? []), answer]));
  };
}
