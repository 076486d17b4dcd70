import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import type { ImportResult } from '../../core/imports.ts';
import { say } from '../../core/text/texts.ts';
import { sendMessage } from './send.ts';

/** Skipped rows that the message lists; all of them are in the file of bad rows. */
const LISTED = 100;

/**
 * Tells whoever started an import what a job made of it.
 * @param heading text key with {created}, {updated} and {skipped}
 * @param allIn text key for an import without skipped rows
 */
export function reportImport(
  tx: Tx,
  ctx: Ctx,
  { created, updated, skipped, skippedCount = skipped.length }: ImportResult,
  heading: string,
  allIn?: string,
): Promise<void> {
  const lines = skipped.slice(0, LISTED).map(({ line, label, reason }) => `${line}. ${label}: ${reason}`);
  return sendMessage(tx, {
    to: [ctx.actor.userId],
    thesis: say(ctx.language, heading, { created, updated, skipped: skippedCount }),
    content: lines.join('\n') || (allIn ? say(ctx.language, allIn) : ''),
  });
}
