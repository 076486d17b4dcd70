import { App } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** Closes at once, or asks first if there are unsaved changes. */
export function useDiscard(dirty: boolean, leave: () => void): () => void {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const asking = useRef(false);
  return () => {
    if (!dirty) return leave();
    if (asking.current) return;
    asking.current = true;
    modal.confirm({
      title: t('form.discardTitle'),
      content: t('form.discardText'),
      okText: t('form.discard'),
      cancelText: t('form.keepEditing'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: leave,
      afterClose: () => {
        asking.current = false;
      },
    });
  };
}
