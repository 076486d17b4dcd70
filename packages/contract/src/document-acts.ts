/** The states of a document in which each act applies. */
export type DocumentActs<State extends string> = Readonly<Record<string, readonly State[]>>;

/**
 * Whether an act applies to a document in its current state: the server's guard, and what lists, drawers and scanners
 * ask.
 * @param facts what else of the row decides, by act
 */
export const mayBy =
  <Act extends string, Row extends { state: string }>(
    acts: Readonly<Record<Act, readonly string[]>>,
    facts: { readonly [A in Act]?: (row: Row) => boolean } = {},
  ) =>
  (act: Act, row: Row): boolean =>
    acts[act].includes(row.state) && (facts[act]?.(row) ?? true);
