import type { Call } from '@tradewind/contract/call.ts';
import { callDownload, saveBlob } from '../api/client.ts';

/** Opens a PDF in a tab of its own, ready to print; where the browser holds tabs back it is saved instead. */
export async function showPdf<C extends Call>(call: C, input: unknown): Promise<void> {
  const file = await callDownload(call, input);
  const address = URL.createObjectURL(file.blob);
  const opened = window.open(address, '_blank');
  if (!opened) saveBlob(file);
  setTimeout(() => URL.revokeObjectURL(address), 120_000);
}
