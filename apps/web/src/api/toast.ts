import { Button } from 'antd';
import type { useAppProps } from 'antd/es/app/context';
import { createElement } from 'react';
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
const UNDO_SECONDS = 10;
/** A list shows its own query timeout, so a toast would add nothing. */
function isQueryTimeout(error: ApiError): boolean {
  return error.error === 'core.queryTimeout' || /query time(d )?-?\s?out/i.test(error.msg);
}

export const toast = {
  success: (text: string) => withApp((a) => void a.message.success(text)),
  /** A success with undo; stays long enough to change one's mind. */
  undoable(text: string, undo: () => void): void {
    const key = `undo-${Date.now()}`;
    withApp((a) => {
      const back = () => {
        a.message.destroy(key);
        undo();
      };
      const button = createElement(
        Button,
        { key: 'undo', type: 'link', size: 'small', onClick: back },
        i18n.t('action.undo'),
      );
      void a.message.success({ key, content: createElement('span', null, text, ' ', button), duration: UNDO_SECONDS });
    });
  },
  /** A success with a quiet link to what comes next. */
  leading(text: string, label: string, to: string): void {
    const link = createElement('a', { key: 'next', href: `#${to}` }, label);
    const content = createElement('span', null, text, ' ', link);
    withApp((a) => void a.message.success({ content, duration: UNDO_SECONDS }));
  },
  info: (text: string) => withApp((a) => void a.message.info(text)),
  warning: (text: string) => withApp((a) => void a.message.warning(text)),
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
