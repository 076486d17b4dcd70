import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The sidebar on a phone. */
export default function SideDrawer(props: { open: boolean; onClose: () => void; children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  return (
    <Drawer
      placement="left"
      size={250}
      open={props.open}
      onClose={props.onClose}
      closable={false}
      styles={{ body: { padding: 0 } }}
      aria-label={t('nav.main')}
    >
      {props.children}
    </Drawer>
  );
}
