import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { useAppProps } from 'antd/es/app/context';
import { createElement, type ReactNode } from 'react';
import { i18n } from '../i18n.ts';
import { type ApiError, asApiError } from './errors.ts';

let app: useAppProps | undefined;
const waiting: ((app: useAppProps) => void)[] = [];

/** antd's App passes its themed instances here, so that code outside React can show messages too. */
export function connectToasts(instance: useAppProps): void {
  app = instance;
  for (const say of waiting.splice(0)) say(instance);
}
function withApp(say: (app: useAppProps) => void): void {
  if (app) say(app);
  else waiting.push(say);
}

export const ERROR_TOAST_SECONDS = 5;
const SECONDS = { success: 3, info: 3, warning: 6 } as const;
const UNDO_SECONDS = 10;

/** The message of each place that shows now. */
const shown: { warning?: string; result?: string } = {};
let count = 0;

/**
 * A message with its close button. A newer result replaces the last one, so that one act never shows two. Each has a key
 * of its own: a message that was given the key of one that is just leaving would leave with it.
 */
function show(
  kind: keyof typeof SECONDS,
  text: string,
  duration: number = SECONDS[kind],
  next?: (close: () => void) => ReactNode,
): void {
  const place = kind === 'warning' ? 'warning' : 'result';
  const key = `${place}${++count}`;
  withApp((a) => {
    if (shown[place]) a.message.destroy(shown[place]);
    shown[place] = key;
    const close = () => a.message.destroy(key);
    const content = createElement(
      'span',
      { className: 'tw-toast' },
      createElement('span', { key: 'text' }, text),
      next?.(close),
      createElement(Button, {
        key: 'close',
        type: 'text',
        size: 'small',
        icon: createElement(CloseOutlined),
        'aria-label': i18n.t('action.close'),
        onClick: close,
      }),
    );
    void a.message[kind]({ key, content, duration });
  });
}
/** A list shows its own query timeout, so a toast would add nothing. */
function isQueryTimeout(error: ApiError): boolean {
  return error.error === 'core.queryTimeout' || /query time(d )?-?\s?out/i.test(error.msg);
}

export const toast = {
  success: (text: string) => show('success', text),
  /** A success with undo; stays long enough to change one's mind. */
  undoable: (text: string, undo: () => void) =>
    show('success', text, UNDO_SECONDS, (close) => {
      const back = () => {
        close();
        undo();
      };
      return createElement(Button, { key: 'undo', type: 'link', size: 'small', onClick: back }, i18n.t('action.undo'));
    }),
  /** A success with a quiet link to what comes next. */
  leading: (text: string, label: string, to: string) =>
    show('success', text, UNDO_SECONDS, () => createElement('a', { key: 'next', href: `#${to}` }, label)),
  info: (text: string) => show('info', text),
  warning: (text: string) => show('warning', text),
  /** A failed single action: the problem and the request ID. The client has already reported network failures. */
  error(thrown: unknown): void {
    const error = asApiError(thrown);
    if (error.network || isQueryTimeout(error)) return;
    const details = error.fields.map((field) => createElement('div', { key: field.path }, field.message));
    if (error.requestId)
      details.push(
        createElement(
          'div',
          { key: 'id', className: 'tw-request-id' },
          i18n.t('error.requestId', { id: error.requestId }),
        ),
      );
    withApp((a) =>
      a.notification.error({
        key: `${error.error}${error.msg}`,
        title: error.msg || i18n.t('error.unexpected'),
        description: details.length > 0 ? details : undefined,
        duration: ERROR_TOAST_SECONDS,
        placement: 'topRight',
      }),
    );
  },
  /** One toast however many calls failed together. */
  network(text: string): void {
    withApp((a) =>
      a.notification.error({ key: 'network', title: text, duration: ERROR_TOAST_SECONDS, placement: 'topRight' }),
    );
  },
};
