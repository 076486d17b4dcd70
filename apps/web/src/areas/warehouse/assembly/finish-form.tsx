import { type AssemblyDetail, finishAssembly } from '@tradewind/contract/warehouse.ts';
import { Form, Input } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer, type Typed } from '../../../components/form-drawer.tsx';
import { ProductNames } from '../../../components/product-names.tsx';
import { CHANGED } from './changed.ts';

/** Locations in the order of what goes in. */
type Values = Typed<typeof finishAssembly, { from?: { locationCode?: string }[] }>;

/** Where what is made goes. Without a location to take from, the earliest expiry goes first. */
export function FinishForm({ assembly, onClose }: { assembly: AssemblyDetail; onClose: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const assembles = assembly.kind === 'assemble';
  const taken = assembles ? assembly.lines : [{ ...assembly, id: 0 }];
  const initial = useMemo(() => ({ id: assembly.id, idempotencyKey: crypto.randomUUID() }), [assembly.id]);
  return (
    <FormDrawer
      open
      size={640}
      title={t('assembly.finishTitle', { number: assembly.number })}
      call={finishAssembly}
      initial={initial}
      toInput={({ from, ...values }: Values) => ({
        ...values,
        from: (from ?? []).flatMap(({ locationCode }, i) => {
          const line = taken[i];
          return line && locationCode?.trim() ? [{ lineId: line.id, locationCode: locationCode.trim() }] : [];
        }),
      })}
      verb={t('assembly.finish')}
      success={t('assembly.finished')}
      refresh={CHANGED}
      onClose={onClose}
      fields={[
        {
          kind: 'text',
          name: 'locationCode',
          label: t(assembles ? 'assembly.kitsTo' : 'assembly.partsTo'),
          help: t('assembly.toHelp'),
        },
      ]}
    >
      <h3>{t('assembly.taken')}</h3>
      <p className="tw-muted">{t('assembly.fromHelp')}</p>
      {taken.map((line, i) => (
        <div key={line.id} className="tw-ship-line">
          <ProductNames of={line} />
          <span className="tw-figure tw-assembly-units">{t('assembly.units', { count: line.quantity })}</span>
          <Form.Item name={['from', i, 'locationCode']}>
            <Input placeholder={t('assembly.location')} aria-label={`${line.sku} ${t('assembly.location')}`} />
          </Form.Item>
        </div>
      ))}
    </FormDrawer>
  );
}
