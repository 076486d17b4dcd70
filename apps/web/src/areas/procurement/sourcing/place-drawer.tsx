import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  getPurchase,
  type PurchaseDetail,
  placeSourcing,
  previewSourcing,
  sourcingOfPurchase,
  takeSourcingPrices,
} from '@tradewind/contract/procurement.ts';
import { Alert, Button, Checkbox, DatePicker, Form, Select, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { dayOf, pickerDay } from '../../../components/days.ts';
import { Facts } from '../../../components/facts.tsx';
import { Money } from '../../../components/figures.tsx';
import type { Column } from '../../../components/list-page.tsx';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { ProductNames } from '../../../components/product-names.tsx';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';
import { CHANGED } from '../purchase/changed.ts';
import '../procurement.css';

type Preview = ResultOf<typeof previewSourcing>;
const CURRENCY = 'CNY';

/** What the order costs on 1688 now, to be confirmed before it is placed there. */
export function PlaceDrawer({ order, onClose }: { order: PurchaseDetail; onClose: () => void }): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const [addressId, setAddressId] = useState<string>();
  const [expectedOn, setExpectedOn] = useState(order.expectedOn);
  const [asn, setAsn] = useState(true);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const query = useCall(
    previewSourcing,
    { id: order.id, ...(addressId ? { addressId } : {}) },
    { keepPrevious: true, staleMs: 0 },
  );
  const refresh = [...CHANGED, sourcingOfPurchase];
  const place = useAct(placeSourcing, { refresh, success: t('sourcing.started'), onDone: onClose });
  const take = useAct(takeSourcingPrices, {
    refresh: [...refresh, getPurchase],
    onDone: ({ state }) => {
      toast.success(t(state === 'reviewing' ? 'sourcing.takenReview' : 'sourcing.taken'));
      if (state === 'reviewing') onClose();
      else void query.refetch();
    },
  });
  const preview = query.data;
  const sums = preview?.sums;
  const ready = sums && !preview.problem && !preview.higher && !query.isFetching;
  return (
    <PageDrawer
      open
      title={t('sourcing.placeTitle', { number: order.number })}
      size={820}
      onClose={onClose}
      footer={
        <div className="tw-form-foot">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          {preview?.differs && may(takeSourcingPrices) && (
            <Button
              {...(preview.higher ? { type: 'primary' as const } : {})}
              loading={take.isPending}
              onClick={() =>
                take.mutate({ id: order.id, addressId: preview.addressId, idempotencyKey: crypto.randomUUID() })
              }
            >
              {t('sourcing.takePrices')}
            </Button>
          )}
          {sums && !preview.higher && (
            <Button
              type="primary"
              disabled={!ready}
              loading={place.isPending}
              onClick={() =>
                place.mutate({
                  ...{ id: order.id, addressId: preview.addressId, total: sums.total, expectedOn, asn },
                  idempotencyKey: `${idempotencyKey}/${sums.total}`,
                })
              }
            >
              {t('sourcing.confirm', { total: sums.total })}
            </Button>
          )}
        </div>
      }
    >
      {query.error ? (
        <PageError error={query.error} onRetry={() => void query.refetch()} />
      ) : preview ? (
        <>
          <Problems preview={preview} />
          <PreviewLines preview={preview} />
          {sums && <Sums preview={preview} />}
          <Form layout="vertical" className="tw-form-grid">
            <Form.Item label={t('sourcing.address')} className="tw-full">
              <Select
                aria-label={t('sourcing.address')}
                value={preview.addressId || null}
                onChange={(id) => setAddressId(id ?? undefined)}
                options={preview.addresses.map((one) => ({
                  value: one.id,
                  label: `${one.receiver} ${one.phone} · ${one.text}`,
                }))}
              />
            </Form.Item>
            <Form.Item label={t('sourcing.expectedOn')}>
              <DatePicker
                value={expectedOn ? pickerDay(expectedOn) : null}
                onChange={(day) => setExpectedOn(day ? dayOf(day) : null)}
              />
            </Form.Item>
            <Checkbox checked={asn} onChange={({ target }) => setAsn(target.checked)}>
              {t('sourcing.asn')}
            </Checkbox>
          </Form>
        </>
      ) : (
        <Skeleton active />
      )}
    </PageDrawer>
  );
}

function Problems({ preview }: { preview: Preview }): ReactNode {
  const { t } = useTranslation('procurement');
  const say = (type: 'error' | 'warning' | 'info', title: string) => (
    <Alert type={type} showIcon title={title} style={{ marginBottom: 12 }} />
  );
  if (preview.problem) return say('error', preview.problem);
  if (preview.higher) return say('warning', t('sourcing.higher'));
  return preview.differs ? say('info', t('sourcing.lower')) : null;
}

function PreviewLines({ preview }: { preview: Preview }): ReactNode {
  const { t } = useTranslation('procurement');
  type Line = Preview['lines'][number];
  const stocks = preview.lines.some((line) => line.stock !== null);
  const columns: Column<Line>[] = [
    col.own<Line>(
      'product',
      t('sourcing.product'),
      (line) => (
        <>
          <ProductNames of={line} />
          {line.problem && <div className="tw-sourcing-problem">{line.problem}</div>}
        </>
      ),
      { width: 260 },
    ),
    col.qty('quantity', t('line.quantity'), { width: 90 }),
    col.qty('offerQuantity', t('sourcing.offerQuantity'), { width: 100 }),
    ...(stocks ? [col.qty<Line>('stock', t('sourcing.stock'), { width: 90 })] : []),
    col.money('agreed', t('sourcing.agreed'), { currency: () => CURRENCY, width: 120 }),
    col.money('charged', t('sourcing.charged'), { currency: () => CURRENCY, width: 120 }),
  ];
  return <LineTable label={t('line.lines')} columns={columns} rows={preview.lines} keyOf={(line) => line.lineId} />;
}

function Sums({ preview }: { preview: Preview }): ReactNode {
  const { t } = useTranslation('procurement');
  const own = (amount: string) => <Money key={amount} amount={amount} currency={CURRENCY} />;
  const { sums, ordered } = preview;
  if (!sums) return null;
  return (
    <div className="tw-sourcing-sums">
      <Facts
        columns={3}
        items={[
          [t('sourcing.goods'), own(sums.goods)],
          ...(Number(sums.discount) === 0 ? [] : [[t('sourcing.discount'), own(sums.discount)] as [string, ReactNode]]),
          [t('sourcing.freight'), own(sums.freight)],
          [t('sourcing.total'), <strong key="t">{own(sums.total)}</strong>],
          [t('sourcing.ordered'), own(ordered)],
        ]}
      />
    </div>
  );
}
