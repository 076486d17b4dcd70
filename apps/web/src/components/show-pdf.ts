import type { Call } from '@tradewind/contract/call.ts';
import { callDownload, saveBlob } from '../api/client.ts';
import type { Act } from './list/bulk.ts';

/** Opens a PDF in its own tab, ready to print; saves it instead if the browser blocks tabs. */
export async function showPdf<C extends Call>(call: C, input: unknown): Promise<void> {
  const file = await callDownload(call, input);
  const address = URL.createObjectURL(file.blob);
  const opened = window.open(address, '_blank');
  if (!opened) saveBlob(file);
  setTimeout(() => URL.revokeObjectURL(address), 120_000);
}

/** The `run` of an act that prints the ticked rows, at most `most` at once. */
export function printRun(call: Call, most: number): Act<unknown>['run'] {
  return async ({ input }) => {
    if ('ids' in input) await showPdf(call, { ids: input.ids.slice(0, most) });
    return undefined;
  };
}
