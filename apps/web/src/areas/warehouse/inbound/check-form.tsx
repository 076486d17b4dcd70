import { checkReceiptCall, getInbound, type InboundToCheck } from '@tradewind/contract/warehouse.ts';
import { Form, InputNumber } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentFiles } from '../../../components/document-files.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { propose } from '../../../components/propose.ts';
import { INBOUND_CHANGED } from './changed.ts';

interface Typed {
  passed?: number | null;
  failed?: number | null;
  reason?: string;
}

interface CheckFormProps {
  inboundId: number;
  goods: InboundToCheck;
  onClose: () => void;
}

/** All units of a line and batch on QC hold, from any number of scans. */
export function CheckForm({ inboundId, goods, onClose }: CheckFormProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { lineId, batchId, quantity: most } = goods;
  return (
    <FormDrawer
      open
      title={t('inbound.check.title', { sku: [goods.sku, goods.batchCode].filter(Boolean).join(' · ') })}
      call={checkReceiptCall}
      verb={t('inbound.check.verb')}
      success={t('inbound.check.done')}
      refresh={INBOUND_CHANGED}
      initial={{ passed: most, failed: 0 }}
      fields={[
        {
          kind: 'number',
          name: 'passed',
          label: t('inbound.check.passed'),
          required: false,
          half: true,
          max: most,
          help: t('inbound.check.waiting', { count: most }),
        },
        {
          kind: 'custom',
          name: 'failed',
          label: t('inbound.check.failed'),
          required: false,
          half: true,
          control: <Failed most={most} />,
        },
        { kind: 'text', name: 'reason', label: t('inbound.check.reason') },
      ]}
      toInput={({ passed, failed, reason }: Typed) => ({
        lineId,
        batchId,
        passed: passed ?? 0,
        failed: failed ?? 0,
        reason: reason ?? '',
        idempotencyKey,
      })}
      onClose={onClose}
    >
      <h3>{t('inbound.check.photos')}</h3>
      <DocumentFiles docKind="inbound" docId={inboundId} refresh={[getInbound]} />
    </FormDrawer>
  );
}

interface FailedProps {
  most: number;
  id?: string;
  value?: number | null;
  onChange?: (failed: number | null) => void;
}

/** Until a passed quantity is typed, it is the rest after the failed units. */
function Failed({ most, id, value, onChange }: FailedProps): ReactNode {
  const form = Form.useFormInstance();
  return (
    <InputNumber
      {...(id ? { id } : {})}
      min={0}
      max={most}
      precision={0}
      style={{ width: '100%' }}
      value={value ?? null}
      onChange={(failed) => {
        onChange?.(failed);
        propose(form, 'passed', most - (failed ?? 0));
      }}
    />
  );
}
