import type { Call } from '@tradewind/contract/call.ts';
import { callDownload, saveBlob } from '../../api/client.ts';

const KEPT_MS = 120_000;

/** Opens a PDF in a new tab, ready to print; saves it where the browser blocks tabs. */
export async function openPdf<C extends Call>(call: C, input: unknown): Promise<void> {
  const file = await callDownload(call, input);
  const address = URL.createObjectURL(file.blob);
  if (!window.open(address, '_blank')) saveBlob(file);
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
