import type { INTEGRITY_AREAS } from '@tradewind/contract/integrity.ts';
import type { Sql } from '../../../core/database/sql.ts';

/** A statement about the data that must always be true. */
export interface Invariant {
  key: string;
  area: (typeof INTEGRITY_AREAS)[number];
  title: readonly [zh: string, en: string];
  /** What it means for people, and where to look when it fails. */
  explain: readonly [zh: string, en: string];
  /** How many rows were checked: one number. */
  checked(companyId: number): Sql;
  /** The rows that violate it: (subject, field, expected, actual), all text. Set-based, one statement. */
  broken(companyId: number): Sql;
}

const all: Invariant[] = [];

export function defineInvariant(invariant: Invariant): void {
  if (all.some((known) => known.key === invariant.key)) throw new Error(`Invariant ${invariant.key} is defined twice`);
  all.push(invariant);
}

export const invariants = (): readonly Invariant[] => all;
