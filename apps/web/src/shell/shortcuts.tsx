import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const KEYS = [
  ['search', ['Ctrl', 'K']],
  ['filter', ['/']],
  ['move', ['↑', '↓']],
  ['tick', ['Space']],
  ['open', ['Enter']],
  ['close', ['Esc']],
  ['help', ['?']],
] as const;

/** All keys of the program. */
export default function Shortcuts({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <Modal open title={t('keys.title')} footer={null} width={420} onCancel={onClose}>
      <dl className="tw-keys">
        {KEYS.map(([what, keys]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(`keys.${what}`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
