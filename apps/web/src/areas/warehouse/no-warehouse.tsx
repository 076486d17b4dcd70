import { rights } from '@tradewind/contract/access/modules.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '../../components/can.tsx';
import { EmptyState } from '../../components/empty-state.tsx';

/** Without a warehouse the page is empty, with a link for those who may add one. */
export function NoWarehouse({ title }: { title: string }): ReactNode {
  const { t } = useTranslation('warehouse');
  const navigate = useNavigate();
  const mayAdd = useMay(rights.warehouse)(rights.warehouse.add);
  return (
    <EmptyState
      title={title}
      action={
        mayAdd && (
          <Button type="primary" onClick={() => void navigate('/system/warehouse?add=1')}>
            {t('house.add')}
          </Button>
        )
      }
    />
  );
}
