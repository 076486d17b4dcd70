import type { Ctx } from './context.ts';
import { say } from './text/texts.ts';

/** A row that failed in a bulk action while others succeeded. */
export interface Refusal {
  id: number;
  /** The document number. */
  label: string;
  code: string;
  params?: Record<string, string | number>;
}

export interface Outcome {
  done: number[];
  refused: Refusal[];
}

/** The shape of contract/call.ts bulkResult, in the actor's language. */
export function bulkAnswer(ctx: Pick<Ctx, 'language'>, outcome: Outcome) {
  return {
    done: outcome.done.length,
    failed: outcome.refused.map((r) => ({
      id: r.id,
      label: r.label,
      error: r.code,
      reason: say(ctx.language, r.code, r.params),
    })),
  };
}
