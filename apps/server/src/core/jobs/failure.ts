import { Fail } from '../errors.ts';

const LONGEST = 4000;

/**
 * The queue's record of a failed try. A Fail keeps its code and params, so that the job center can show it in the
 * reader's language; any other error keeps its message and place.
 */
export function keptFailure(error: unknown): Error {
  const kept = new Error(textOf(error).slice(0, LONGEST));
  kept.stack = '';
  return kept;
}

/** A failure by its code, as text that `readFailure` understands. */
export function codedFailure(code: string, params: Readonly<Record<string, unknown>> = {}): string {
  return `fail:${code} ${JSON.stringify(params)}`;
}

function textOf(error: unknown): string {
  if (error instanceof Fail) return codedFailure(error.code, error.params);
  if (!(error instanceof Error)) return String(error);
  const frames = error.stack?.split('\n').filter((line) => line.trim().startsWith('at ')) ?? [];
  const cause = error.cause === undefined ? [] : [`caused by: ${textOf(error.cause)}`];
  return [error.message || error.name, ...frames.slice(0, 12), ...cause].join('\n');
}

export interface ReadFailure {
  code: string | null;
  params: Record<string, string | number>;
  /** One line. */
  message: string;
  full: string;
}

export function readFailure(kept: string): ReadFailure {
  const message = kept.split('\n')[0] ?? '';
  const fail = /^fail:(\S+) (\{.*\})$/.exec(message);
  if (!fail?.[1] || !fail[2]) return { code: null, params: {}, message, full: kept };
  return {
    code: fail[1],
    params: JSON.parse(fail[2]) as Record<string, string | number>,
    message: fail[1],
    full: kept,
  };
}
