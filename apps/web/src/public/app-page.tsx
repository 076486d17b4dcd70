import { DownloadOutlined } from '@ant-design/icons';
import { Button, QRCode } from 'antd';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { installOffer } from '../shell/install.ts';
import { PublicLayout } from './public-layout.tsx';
import './visitors.css';

const DEVICES = ['ios', 'android', 'desktop'] as const;

/** The scanner app: this very program, installed from its address. */
export default function AppPage(): ReactNode {
  const { t } = useTranslation();
  const offer = useSyncExternalStore(installOffer.subscribe, installOffer.state);
  const address = `${window.location.origin}${window.location.pathname}`;
  return (
    <PublicLayout title={t('title.app')} intro={t('pwa.intro')} wide>
      <div className="tw-app">
        <figure>
          <QRCode
            type="svg"
            aria-label={t('pwa.scanMe')}
            value={`${address}#/warehouse/scan`}
            size={176}
            bgColor="#ffffff"
            color="#111827"
          />
          <figcaption className="tw-muted">{t('pwa.scanMe')}</figcaption>
        </figure>
        <div>
          <p>
            <code>{address}</code>
          </p>
          {offer === 'offered' && (
            <Button type="primary" size="large" icon={<DownloadOutlined />} onClick={() => void installOffer.accept()}>
              {t('pwa.install')}
            </Button>
          )}
          {offer === 'installed' && <p className="tw-good">{t('pwa.installed')}</p>}
          <dl>
            {DEVICES.map((device) => (
              <div key={device}>
                <dt>{t(`pwa.${device}`)}</dt>
                <dd className="tw-muted">{t(`pwa.${device}Steps`)}</dd>
              </div>
            ))}
          </dl>
          <p className="tw-muted">{t('pwa.offline')}</p>
        </div>
      </div>
    </PublicLayout>
  );
}
