/** A small seeded generator (mulberry32): the same seed gives the same world on every machine. */
export interface Random {
  next(): number;
  int(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  digits(count: number): string;
  /** Where it stands, so that a saved world goes on as it would have. */
  state(): number;
  restore(state: number): void;
}

export function hashText(text: string): number {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 16777619);
  }
  return hash >>> 0;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    pick: (list) => {
      const item = list[int(0, list.length - 1)];
      if (item === undefined) throw new Error('pick from an empty list');
      return item;
    },
    digits: (count) => {
      let text = '';
      for (let i = 0; i < count; i++) text += String(int(0, 9));
      return text;
    },
    state: () => state,
    restore: (saved) => {
      state = saved >>> 0;
    },
  };
}
