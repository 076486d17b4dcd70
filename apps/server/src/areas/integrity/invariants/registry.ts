import type { Sql } from '../../../core/database/sql.ts';

/** A sentence about the data that has to be true at every moment. */
export interface Invariant {
  key: string;
  area: 'stock' | 'orders' | 'logistics' | 'finance';
  title: readonly [zh: string, en: string];
  /** What it means for people, and where to look when it is red. */
  explain: readonly [zh: string, en: string];
  /** How many things were looked at: one number. */
  checked(companyId: number): Sql;
  /** The things for which it is not true: (subject, field, expected, actual), all text. Set-based, one statement. */
  broken(companyId: number): Sql;
}

const all: Invariant[] = [];

export function defineInvariant(invariant: Invariant): void {
  if (all.some((known) => known.key === invariant.key)) throw new Error(`Invariant ${invariant.key} is defined twice`);
  all.push(invariant);
}

export const invariants = (): readonly Invariant[] => all;
