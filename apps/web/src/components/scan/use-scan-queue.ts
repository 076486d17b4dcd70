import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ApiError, asApiError } from '../../api/errors.ts';
import { beep } from './beep.ts';
import { newScan, type QueuedScan, readQueue, writeQueue } from './queue.ts';

export interface ScanAnswer {
  ok: boolean;
  /** Big: "3 / 5". */
  title: string;
  detail?: string;
  /** Stored on the device, but not sent to the server yet. */
  waiting?: boolean;
}
export interface ScanState {
  tone: 'idle' | 'busy' | 'good' | 'bad' | 'offline';
  title: string;
  detail: string;
  code: string;
}
const IDLE: ScanState = { tone: 'idle', title: '', detail: '', code: '' };
const RETRY_MS = 4000;

/** Codes of buttons begin with a star; nobody reads them. */
const shown = (code: string) => (code.startsWith('*') ? '…' : code);

export function outcomeOf(answer: ScanAnswer, code: string): ScanState {
  const tone = answer.waiting ? 'offline' : answer.ok ? 'good' : 'bad';
  return { tone, title: answer.title, detail: answer.detail ?? '', code: shown(code) };
}

export function failedOf(error: ApiError, code: string): ScanState {
  const detail = error.fields.map((field) => field.message).join('; ');
  return { tone: 'bad', title: error.msg, detail, code: shown(code) };
}

/** Sends one scan at a time. Without a connection scans wait and leave in order when it is back. */
export function useScanQueue(
  station: string,
  send: (scan: QueuedScan) => Promise<ScanAnswer>,
): { state: ScanState; waiting: number; scan: (code: string) => void; say: (state: ScanState) => void } {
  const [queue, setQueue] = useState(() => readQueue(station));
  const [state, setState] = useState<ScanState>(IDLE);
  const busy = useRef(false);
  const list = useRef(queue);

  const keep = (next: QueuedScan[]) => {
    list.current = next;
    writeQueue(station, next);
    setQueue(next);
  };
  const drain = useEffectEvent(async () => {
    if (busy.current) return;
    busy.current = true;
    for (let head = list.current[0]; head; head = list.current[0]) {
      try {
        const answer = await send(head);
        beep(answer.ok ? 'good' : 'bad');
        setState(outcomeOf(answer, head.code));
      } catch (thrown) {
        const error = asApiError(thrown);
        if (error.network || error.code === 503 || error.code === 502) {
          setState({ tone: 'offline', title: '', detail: '', code: shown(head.code) });
          break;
        }
        beep('bad');
        setState(failedOf(error, head.code));
      }
      keep(list.current.slice(1));
    }
    busy.current = false;
  });
  useEffect(() => {
    const go = () => void drain();
    const timer = setInterval(go, RETRY_MS);
    window.addEventListener('online', go);
    go();
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', go);
    };
  }, []);
  // Not in the event handler itself: drain is an effect event and may only be called from effects.
  useEffect(() => {
    if (queue.length > 0) void drain();
  }, [queue.length]);

  return {
    state,
    waiting: queue.length,
    say: setState,
    scan: (code) => {
      if (!busy.current) setState({ tone: 'busy', title: shown(code), detail: '', code: shown(code) });
      keep([...list.current, newScan(code)]);
    },
  };
}
