import type { Language } from '../../../core/context.ts';
import { readFailure } from '../../../core/jobs/failure.ts';
import { say } from '../../../core/text/texts.ts';

/** A kept failure as its reader understands it: ours by its code, 1688's in its own words. */
export function said(language: Language, kept: string | null): string | null {
  if (kept === null) return null;
  const { code, params, message } = readFailure(kept);
  return code ? say(language, code, params) : message;
}
