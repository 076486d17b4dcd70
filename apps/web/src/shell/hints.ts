import { getAlerts, getNum } from '@tradewind/contract/access.ts';
import type { Call } from '@tradewind/contract/call.ts';
import {
  getMessageList,
  getNotReadInformation,
  getnoticeBoard,
  HINTS,
  type Hint,
  listenToHints,
} from '@tradewind/contract/messages.ts';
import { useEffect, useEffectEvent } from 'react';
import { useRefresh } from '../api/hooks.ts';
import { createSignal } from './signal.ts';

/** What is out of date when a hint has come. */
const STALE: Record<Hint, readonly Call[]> = {
  message: [getNotReadInformation, getMessageList],
  bulletin: [getnoticeBoard],
  badge: [getNum, getAlerts],
  // Pages of orders listen themselves: their calls come with them.
  orders: [],
};
const AGAIN_MS = 1000;
const AGAIN_AT_MOST_MS = 60_000;

/** The provider has published something. */
export const bulletinSignal = createSignal();
/** Orders have moved. */
export const ordersSignal = createSignal();

/**
 * Hears at once that something came, while the window is on a screen: a hidden one asks when it is seen again. What
 * may have been missed before the stream was open is asked for when it opens; the polls are the net below.
 */
export function useHints(): void {
  const refresh = useRefresh();
  const onHint = useEffectEvent((hint: Hint) => {
    refresh(...STALE[hint]);
    if (hint === 'bulletin') bulletinSignal.send();
    if (hint === 'orders') ordersSignal.send();
  });
  useEffect(() => listenWhileVisible(onHint), []);
}

function listenWhileVisible(onHint: (hint: Hint) => void): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let refused = false;
  let again = false;
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const open = () => {
    close();
    if (document.visibilityState === 'hidden') return;
    source = new EventSource(`/api${listenToHints.path}`);
    source.onopen = () => {
      failures = 0;
      refused = false;
      onHint('message');
      onHint('badge');
      onHint('orders');
      // The first time after the page was loaded, bulletins have a clock of their own.
      if (again) onHint('bulletin');
      again = true;
    };
    source.onmessage = ({ data }) => {
      const hint = HINTS.find((one) => one === data);
      if (hint) onHint(hint);
    };
    source.onerror = () => {
      // The stream does not tell why it was refused: a session that is over is told by the next call.
      if (source?.readyState === EventSource.CLOSED && !refused) {
        refused = true;
        onHint('message');
      }
      close();
      const wait = Math.min(AGAIN_AT_MOST_MS, AGAIN_MS * 2 ** failures++);
      // Windows that lost the server together do not come back together.
      timer = setTimeout(open, wait * (0.5 + Math.random() / 2));
    };
  };
  open();
  document.addEventListener('visibilitychange', open);
  return () => {
    document.removeEventListener('visibilitychange', open);
    close();
  };
}
