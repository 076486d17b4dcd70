import { saveServedFirst, servedFirst } from '@tradewind/contract/orders.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { platformOptions } from '../../../platform-names.ts';

/** Platforms whose orders get stock first when it is short. */
export function ServedFirst(): ReactNode {
  const { t } = useTranslation('orders');
  const [open, setOpen] = useState(false);
  const found = useCall(servedFirst, {}, { enabled: open });
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('rule.served.title')}</Button>
      {open && found.data && (
        <FormDrawer
          open
          title={t('rule.served.title')}
          call={saveServedFirst}
          initial={found.data}
          fields={[
            {
              kind: 'multi',
              name: 'platforms',
              label: t('rule.served.platforms'),
              help: t('rule.served.help'),
              options: platformOptions(),
            },
          ]}
          verb={t('rule.served.save')}
          success={t('rule.served.saved')}
          refresh={[servedFirst]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
