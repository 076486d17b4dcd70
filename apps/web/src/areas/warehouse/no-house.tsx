import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useButtons } from '../../components/can.tsx';
import { EmptyState } from '../../components/empty-state.tsx';

const WAREHOUSES = 995;

/** Without a warehouse there is nothing to do here; whoever may add one is led there. */
export function NoHouse({ title }: { title: string }): ReactNode {
  const { t } = useTranslation('warehouse');
  const navigate = useNavigate();
  const mayAdd = useButtons(WAREHOUSES)('add');
  return (
    <EmptyState
      title={title}
      action={
        mayAdd && (
          <Button type="primary" onClick={() => void navigate('/system/warehouse')}>
            {t('house.add')}
          </Button>
        )
      }
    />
  );
}
