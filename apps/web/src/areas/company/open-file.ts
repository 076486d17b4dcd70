import type { Call } from '@tradewind/contract/call.ts';
import { callDownload } from '../../api/client.ts';
import { toast } from '../../api/toast.ts';

/** Shows a picture or PDF in its own window, opened with the click so that no popup blocker stops it. */
export async function openFile(call: Call, input: object): Promise<void> {
  const shown = window.open('', '_blank');
  try {
    const url = URL.createObjectURL((await callDownload(call, input)).blob);
    if (shown) shown.location.href = url;
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    shown?.close();
    toast.error(error);
  }
}
