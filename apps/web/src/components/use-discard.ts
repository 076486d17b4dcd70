import { App } from 'antd';
import { useTranslation } from 'react-i18next';

/** Closes at once, or asks first where something was typed and not saved. */
export function useDiscard(dirty: boolean, leave: () => void): () => void {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  return () => {
    if (!dirty) return leave();
    modal.confirm({
      title: t('form.discardTitle'),
      content: t('form.discardText'),
      okText: t('form.discard'),
      cancelText: t('form.keepEditing'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: leave,
    });
  };
}
