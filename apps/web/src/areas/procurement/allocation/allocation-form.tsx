import { PlusOutlined } from '@ant-design/icons';
import {
  type AllocationDetail,
  type AllocationSource,
  allocationSources,
  saveAllocation,
} from '@tradewind/contract/procurement.ts';
import { Button, Form } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { FormDrawer, type StartOf, type Typed } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { OnlyWarehouse } from '../../../components/only-warehouse.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { AllocationLineFields } from './allocation-line.tsx';
import { ALLOCATIONS_CHANGED } from './changed.ts';
import { destinationFields, destinationOf } from './destination-select.tsx';
import type { LineValues } from './values.ts';
import './allocation.css';

type Values = Typed<typeof saveAllocation, { lines: LineValues[] }>;

const chosen = ({ productId, sku, nameZh, nameEn }: AllocationSource | AllocationDetail['lines'][number]) => ({
  ...{ id: productId, sku, nameZh, nameEn },
});

function valuesOf(order: AllocationDetail | undefined, sources: readonly AllocationSource[]): StartOf<Values> {
  if (!order) {
    const free = sources.filter((one) => one.free > 0);
    return {
      lines: free.length === 0 ? [{ source: 0, shares: [{}] }] : free.map(newLine),
      idempotencyKey: crypto.randomUUID(),
    };
  }
  const { id, version, warehouseId, remark, lines } = order;
  return {
    ...{ id, version, warehouseId, remark },
    lines: lines.map((line) => ({
      ...{ productId: chosen(line), source: line.purchaseLineId ?? 0, quantity: line.quantity },
      shares: line.shares.map((share) => ({
        ...{ destination: destinationOf(share), quantity: share.quantity, needBy: share.needBy },
        sellerSku: share.sellerSku,
      })),
    })),
  };
}

const newLine = (source: AllocationSource) => ({
  ...{ productId: chosen(source), source: source.purchaseLineId ?? 0, quantity: source.free },
  shares: [{ quantity: source.free }],
});

/** Splits goods over destinations: of a purchase order, or those that a person chooses. */
export function AllocationForm(props: {
  order?: AllocationDetail;
  purchase?: { id: number; number: string; warehouseId: number };
  onClose: () => void;
}): ReactNode {
  const { order, purchase, onClose } = props;
  const { t } = useTranslation('procurement');
  const warehouses = useWarehouseOptions();
  const sources = useCall(allocationSources, { purchaseId: purchase?.id ?? 0 }, { enabled: purchase !== undefined });
  const initial = useMemo(() => valuesOf(order, sources.data?.rows ?? []), [order, sources.data]);
  return (
    <FormDrawer
      open
      size={900}
      key={order ? 'edit' : `new/${sources.data !== undefined}`}
      title={order ? t('allocation.editTitle', { number: order.number }) : t('allocation.add')}
      call={saveAllocation}
      loading={purchase !== undefined && sources.data === undefined}
      initial={purchase ? { ...initial, warehouseId: purchase.warehouseId } : initial}
      toInput={({ lines, ...values }: Values) => ({
        ...values,
        lines: lines.map(({ productId, source, quantity, shares }) => ({
          ...{ productId: productId.id, purchaseLineId: source === 0 ? null : source, quantity },
          shares: shares.map(({ destination, needBy, ...share }) => ({
            ...share,
            ...destinationFields(destination),
            needBy: needBy ?? null,
          })),
        })),
      })}
      verb={t('allocation.save')}
      success={t('allocation.saved')}
      refresh={ALLOCATIONS_CHANGED}
      onClose={onClose}
    >
      {!order && !purchase && <OnlyWarehouse name="warehouseId" />}
      <FormFields<Values>
        fields={[
          {
            ...{ kind: 'select', name: 'warehouseId', label: t('allocation.from'), half: true },
            ...{ options: warehouses, disabled: purchase !== undefined, help: t('allocation.fromHelp') },
          },
        ]}
      />
      <Lines {...(order ? { order } : {})} />
      <FormFields<Values> fields={[{ kind: 'textarea', name: 'remark', label: t('line.remark') }]} />
    </FormDrawer>
  );
}

/** The sources of the chosen products, with those that an edited draft has. */
function useSources(order: AllocationDetail | undefined): readonly AllocationSource[] {
  const warehouseId = Form.useWatch<number | undefined>('warehouseId');
  const lines = Form.useWatch<(Partial<LineValues> | undefined)[] | undefined>('lines') ?? [];
  const productIds = [...new Set(lines.flatMap((line) => line?.productId?.id ?? []))].sort((a, b) => a - b);
  const query = useCall(
    allocationSources,
    { warehouseId: warehouseId ?? 0, productIds, ...(order ? { except: order.id } : {}) },
    {
      enabled: warehouseId !== undefined && productIds.length > 0 && productIds.length <= 200,
      keepPrevious: true,
    },
  );
  return query.data?.rows ?? [];
}

function Lines({ order }: { order?: AllocationDetail }): ReactNode {
  const { t } = useTranslation('procurement');
  const sources = useSources(order);
  return (
    <Form.List
      name="lines"
      rules={[
        {
          validator: (_rule, value: unknown[] | undefined) =>
            value?.length ? Promise.resolve() : Promise.reject(new Error(t('line.needed'))),
        },
      ]}
    >
      {(rows, { add, remove }, { errors }) => (
        <div className="tw-split-lines">
          {rows.map(({ key, name }) => (
            <AllocationLineFields key={key} name={name} sources={sources} onRemove={() => remove(name)} />
          ))}
          <Form.ErrorList errors={errors} />
          <div>
            <Button icon={<PlusOutlined />} onClick={() => add({ source: 0, shares: [{}] })}>
              {t('line.add')}
            </Button>
          </div>
        </div>
      )}
    </Form.List>
  );
}
