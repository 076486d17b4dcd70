import type { InputOf } from '@tradewind/contract/call.ts';
import {
  getReturn,
  inspectReturn,
  listReturns,
  RETURN_CONDITIONS,
  RETURN_DECISIONS,
  RETURN_REDECISIONS,
  type ReturnDetail,
  type ReturnItem,
  reinspectReturn,
  returnPlaces,
  returnTabs,
} from '@tradewind/contract/returns.ts';
import { Form } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { DocumentFiles } from '../../components/document-files.tsx';
import { type FieldsOf, FormDrawer } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';

/** Units to inspect, or quarantined units. */
type Pile = 'remaining' | 'aside';
const PILES = {
  remaining: { call: inspectReturn, words: 'inspect', decisions: RETURN_DECISIONS },
  aside: { call: reinspectReturn, words: 'reinspect', decisions: RETURN_REDECISIONS },
} as const;

interface Props {
  one: ReturnDetail;
  pile: Pile;
  onClose: () => void;
}

/** Records the condition and decision of units. Inspect differing units one after another. */
export function InspectDrawer({ one, pile, onClose }: Props): ReactNode {
  const { t } = useTranslation('returns');
  const [key] = useState(() => crypto.randomUUID());
  const [open] = useState(() => one.items.filter((item) => item[pile] > 0));
  const items = open.map((item) => ({
    quantity: item[pile],
    condition: pile === 'aside' ? conditionOf(one, item) : 'new',
    decision: 'restock' as const,
  }));
  return (
    <FormDrawer
      open
      title={t(`${PILES[pile].words}.title`, { number: one.number })}
      call={PILES[pile].call}
      initial={{ items }}
      verb={t('inspect.verb')}
      success={t('inspect.done')}
      refresh={[listReturns, returnTabs, getReturn]}
      toInput={(values: InputOf<typeof inspectReturn>) => ({
        id: one.id,
        items: values.items.map(({ locationId, remark = '', ...verdict }, i) => ({
          ...verdict,
          itemId: open[i]?.id,
          ...(verdict.decision === 'restock' && locationId ? { locationId } : {}),
          remark,
        })),
        idempotencyKey: key,
      })}
      onClose={onClose}
    >
      {open.map((item, i) => (
        <Verdict key={item.id} item={item} pile={pile} at={i} />
      ))}
      <h3>{t('photos')}</h3>
      <DocumentFiles docKind="sales_return" docId={one.id} refresh={[getReturn]} />
    </FormDrawer>
  );
}

/** The condition of the last inspection. */
const conditionOf = (one: ReturnDetail, item: ReturnItem) =>
  one.inspections.findLast((row) => row.itemId === item.id && row.decision === 'aside')?.condition ?? 'new';

function Verdict({ item, pile, at }: { item: ReturnItem; pile: Pile; at: number }): ReactNode {
  const { t } = useTranslation('returns');
  const form = Form.useFormInstance();
  const decision: string | undefined = Form.useWatch(['items', at, 'decision'], form);
  const [text, setText] = useState('');
  const places = useCall(
    returnPlaces,
    { warehouseId: item.warehouseId, use: 'shelf', text },
    { enabled: decision === 'restock', keepPrevious: true },
  );
  const fields: FieldsOf<typeof inspectReturn> = [
    {
      kind: 'number',
      name: `items.${at}.quantity`,
      label: t('inspect.quantity'),
      half: true,
      max: item[pile],
    },
    {
      kind: 'select',
      name: `items.${at}.condition`,
      label: t('inspect.condition'),
      half: true,
      options: RETURN_CONDITIONS.map((value) => ({ value, label: t(`condition.${value}`) })),
    },
    {
      kind: 'select',
      name: `items.${at}.decision`,
      label: t('inspect.decision'),
      half: true,
      options: PILES[pile].decisions.map((value) => ({ value, label: t(`decision.${value}`) })),
      help: decision ? t(`decisionHelp.${decision}`) : '',
    },
    decision === 'restock' && {
      kind: 'select',
      name: `items.${at}.locationId`,
      label: t('inspect.location'),
      required: true,
      half: true,
      options: (places.data ?? []).map((place) => ({ value: place.id, label: place.code })),
      onSearch: setText,
    },
    { kind: 'text', name: `items.${at}.remark`, label: t('remark') },
  ];
  return (
    <section className="tw-returns-verdict">
      <p>
        <strong className="tw-figure">{item.sku}</strong>{' '}
        <span className="tw-muted">
          {t(`${PILES[pile].words}.lies`, { count: item[pile], place: item.location, warehouse: item.warehouseName })}
        </span>
      </p>
      <FormFields<typeof inspectReturn> fields={fields} />
    </section>
  );
}
