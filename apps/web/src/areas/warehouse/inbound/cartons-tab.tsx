import { PlusOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import {
  type InboundCarton,
  type InboundDetail,
  inboundMay,
  receiveCartonCall,
  removeCarton,
} from '@tradewind/contract/warehouse.ts';
import { App, Button, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../../api/errors.ts';
import { useAct } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { CartonForm } from './carton-form.tsx';
import { INBOUND_CHANGED } from './changed.ts';

type Editing = { carton: InboundCarton | undefined };

/** The contents of each carton as the sender stated them, and who received it. */
export function CartonsTab({
  one,
  mayReceive,
  elsewhere,
}: {
  one: InboundDetail;
  mayReceive: boolean;
  elsewhere: string | undefined;
}): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const [editing, setEditing] = useState<Editing>();
  const mayEdit = may(rights.inbound.edit) && inboundMay('editCartons', one) && elsewhere === undefined;
  const columns = useColumns();
  return (
    <>
      {one.cartons.length === 0 ? (
        <EmptyState title={t('inbound.carton.none')} />
      ) : (
        <LineTable
          label={t('inbound.cartonList')}
          columns={[
            ...columns,
            {
              key: 'received',
              title: t('inbound.carton.received'),
              width: 270,
              card: 'line',
              render: (row) =>
                row.receivedAt ? (
                  <>
                    {row.receivedBy} · <DateTime at={row.receivedAt} />
                  </>
                ) : (
                  <Acts
                    one={one}
                    carton={row}
                    mayReceive={mayReceive}
                    elsewhere={elsewhere}
                    {...(mayEdit ? { onEdit: () => setEditing({ carton: row }) } : {})}
                  />
                ),
            },
          ]}
          rows={one.cartons}
        />
      )}
      {mayEdit && (
        <Button icon={<PlusOutlined />} style={{ marginTop: 12 }} onClick={() => setEditing({ carton: undefined })}>
          {t('inbound.addCarton')}
        </Button>
      )}
      {editing && <CartonForm one={one} carton={editing.carton} onClose={() => setEditing(undefined)} />}
    </>
  );
}

function useColumns(): Column<InboundCarton>[] {
  const { t } = useTranslation('warehouse');
  return [
    col.code('code', t('inbound.carton.code'), { width: 210, card: 'title' }),
    {
      key: 'contents',
      title: t('inbound.carton.contents'),
      width: 260,
      card: 'line',
      render: (row) =>
        row.contents
          .map((part) => [`${part.sku} × ${part.quantity}`, part.batch, part.expiresOn].filter(Boolean).join(' '))
          .join(', '),
    },
  ];
}

interface ActsProps {
  one: InboundDetail;
  carton: InboundCarton;
  mayReceive: boolean;
  elsewhere: string | undefined;
  onEdit?: () => void;
}

function Acts({ one, carton, mayReceive, elsewhere, onEdit }: ActsProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const { modal } = App.useApp();
  const act = useAct(receiveCartonCall, {
    refresh: INBOUND_CHANGED,
    success: ({ units }) => t('inbound.carton.done', { count: units }),
    errors: 'form',
  });
  const receive = async (sure = false): Promise<void> => {
    try {
      await act.mutateAsync({ inboundId: one.id, code, sure, idempotencyKey: crypto.randomUUID() });
    } catch (thrown) {
      const error = asApiError(thrown);
      if (error.error !== 'warehouse.cartonLoose') return toast.error(error);
      modal.confirm({
        title: t('inbound.carton.loose', { code }),
        content: error.msg,
        okText: t('inbound.scan.looseSure'),
        okButtonProps: { danger: true },
        onOk: () => receive(true),
      });
    }
  };
  const remove = useAct(removeCarton, { refresh: INBOUND_CHANGED, success: t('inbound.saved') });
  const { id, code } = carton;
  if (!mayReceive && !onEdit) return <span className="tw-muted">{t('inbound.carton.waiting')}</span>;
  return (
    <Space wrap size={4}>
      {mayReceive && (
        <ActionButton size="small" reason={elsewhere} loading={act.isPending} onClick={() => void receive()}>
          {t('inbound.carton.receive')}
        </ActionButton>
      )}
      {onEdit && (
        <>
          <Button size="small" aria-label={t('inbound.carton.edit', { code })} onClick={onEdit}>
            {t('inbound.editVerb')}
          </Button>
          <ConfirmDanger
            size="small"
            title={t('inbound.carton.removeTitle', { code })}
            consequence={t('inbound.carton.removeText')}
            verb={t('inbound.carton.remove')}
            onConfirm={() => remove.mutateAsync({ inboundId: one.id, version: one.version, id })}
          />
        </>
      )}
    </Space>
  );
}
