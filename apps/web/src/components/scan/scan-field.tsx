import { EditOutlined, UndoOutlined, WifiOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueuedScan } from './queue.ts';
import { type ScanAnswer, useScanQueue } from './use-scan-queue.ts';
import './scan.css';

export type { QueuedScan } from './queue.ts';
export type { ScanAnswer } from './use-scan-queue.ts';

interface ScanFieldProps {
  /** Waiting scans are kept under this name, e.g. "pick.7". */
  station: string;
  /** What to scan next: "Scan location A-01-02". */
  prompt: string;
  /** Below the answer. A function gets what the field does with a code, for buttons that stand for a scan. */
  detail?: ReactNode | ((scan: (code: string) => void) => ReactNode);
  /** Books one scan; pass scan.key as idempotencyKey. A thrown ApiError shows as wrong. */
  onScan: (scan: QueuedScan) => Promise<ScanAnswer>;
  /** Takes the last scan back. Absent: nothing to undo. */
  onUndo?: (() => Promise<ScanAnswer>) | undefined;
}

/** One field that always has the focus, one big answer in colour and sound. */
export function ScanField({ station, prompt, detail, onScan, onUndo }: ScanFieldProps): ReactNode {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const { state, waiting, scan, say } = useScanQueue(station, onScan);
  // A scanner types by itself: the phone's keyboard would only be in the way until it is asked for.
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    const focus = () => {
      const active = document.activeElement;
      const layer = active?.closest('.ant-modal,.ant-drawer');
      // It may itself stand in a drawer.
      const elsewhere =
        active?.closest('input,textarea,select,[role=listbox]') || (layer && !layer.contains(field.current));
      if (!elsewhere) field.current?.focus({ preventScroll: true });
    };
    focus();
    const timer = setInterval(focus, 500);
    return () => clearInterval(timer);
  }, []);
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Tab') return;
    const code = event.currentTarget.value.trim();
    if (!code) return;
    event.preventDefault();
    event.currentTarget.value = '';
    scan(code);
  };
  const undo = async () => {
    if (!onUndo) return;
    const answer = await onUndo();
    say({ tone: answer.ok ? 'good' : 'bad', title: answer.title, detail: answer.detail ?? '', code: '' });
    field.current?.focus();
  };
  return (
    <div className="tw-scan" data-tone={state.tone}>
      <div className="tw-scan-prompt">{prompt}</div>
      <input
        ref={field}
        className="tw-scan-input"
        aria-label={prompt}
        placeholder={t('scan.field')}
        inputMode={typing ? 'text' : 'none'}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        onKeyDown={onKey}
      />
      <div className="tw-scan-answer" role="status" aria-live="assertive">
        <div className="tw-scan-title">
          {state.tone === 'idle' ? t('scan.ready') : state.tone === 'offline' ? t('scan.offline') : state.title}
        </div>
        <div>{state.detail || (state.code && state.code !== state.title ? state.code : '')}</div>
      </div>
      {typeof detail === 'function' ? detail(scan) : detail}
      <div className="tw-scan-foot">
        {waiting > 0 && (
          <span role="status">
            <WifiOutlined /> {t('scan.waiting', { count: waiting })}
          </span>
        )}
        <Button
          type="text"
          icon={<EditOutlined />}
          aria-pressed={typing}
          onClick={() => {
            setTyping(!typing);
            field.current?.blur();
            setTimeout(() => field.current?.focus());
          }}
        >
          {t('scan.keyboard')}
        </Button>
        <span className="tw-grow" />
        {onUndo && (
          <Button size="large" icon={<UndoOutlined />} onClick={() => void undo()}>
            {t('scan.undo')}
          </Button>
        )}
      </div>
    </div>
  );
}
