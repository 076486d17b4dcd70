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

/** The calls that each hint makes out of date. */
const STALE: Record<Hint, readonly Call[]> = {
  message: [getNotReadInformation, getMessageList],
  bulletin: [getnoticeBoard],
  badge: [getNum, getAlerts],
  // Pages of orders listen themselves, with their own calls.
  orders: [],
};
const AGAIN_MS = 1000;
const AGAIN_AT_MOST_MS = 60_000;

/** The provider has published a bulletin. */
export const bulletinSignal = createSignal();
/** Orders have moved. */
export const ordersSignal = createSignal();

/**
 * Receives hints while the window is visible; a hidden one refreshes when it becomes visible. When the stream opens, it
 * also loads what may have changed before. Polls are the safety net.
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
      // After the first load of the page, bulletins have their own timer.
      if (again) onHint('bulletin');
      again = true;
    };
    source.onmessage = ({ data }) => {
      const hint = HINTS.find((one) => one === data);
      if (hint) onHint(hint);
    };
    source.onerror = () => {
      // The stream does not say why it was refused; the next call reports an ended session.
      if (source?.readyState === EventSource.CLOSED && !refused) {
        refused = true;
        onHint('message');
      }
      close();
      const wait = Math.min(AGAIN_AT_MOST_MS, AGAIN_MS * 2 ** failures++);
      // Windows that lost the server together must not reconnect together.
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
