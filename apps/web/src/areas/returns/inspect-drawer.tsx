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
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { DocumentFiles } from '../../components/document-files.tsx';
import { type FieldsOf, FormDrawer } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';
import { propose } from '../../components/propose.ts';

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
  const items = open.map((item) => {
    const condition = pile === 'aside' ? conditionOf(one, item) : expectedOf(one, item);
    return { quantity: item[pile], condition, decision: decisionOf(condition, pile) };
  });
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

/** What the buyer said of it; the inspector corrects it where it is not so. */
const BY_REASON: Record<string, (typeof RETURN_CONDITIONS)[number]> = { damaged: 'damaged', wrong: 'wrongItem' };
function expectedOf(one: ReturnDetail, { lineId }: ReturnItem): (typeof RETURN_CONDITIONS)[number] {
  const reason = one.lines.find((line) => line.id === lineId)?.reason || one.reason;
  return BY_REASON[reason] ?? 'new';
}
/** Only what can be sold as new goes back among the stock for sale by itself. */
const decisionOf = (condition: string, pile: Pile) =>
  pile === 'aside' || condition === 'new' || condition === 'opened' ? ('restock' as const) : ('aside' as const);

function Verdict({ item, pile, at }: { item: ReturnItem; pile: Pile; at: number }): ReactNode {
  const { t } = useTranslation('returns');
  const form = Form.useFormInstance();
  const decision: string | undefined = Form.useWatch(['items', at, 'decision'], form);
  const condition: string | undefined = Form.useWatch(['items', at, 'condition'], form);
  const chosen = ['items', at, 'decision'];
  // A corrected condition brings its own decision, until somebody decides.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the condition changes
  useEffect(() => {
    if (condition) propose(form, chosen, decisionOf(condition, pile));
  }, [condition]);
  const [text, setText] = useState('');
  const places = useCall(
    returnPlaces,
    { warehouseId: item.warehouseId, use: 'shelf', text, productId: item.productId },
    { enabled: decision === 'restock', keepPrevious: true },
  );
  const suggested = places.data?.find((place) => place.suggested);
  const shelf = ['items', at, 'locationId'];
  // The suggestion arrives after the form. A choice made meanwhile stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is there
  useEffect(() => {
    if (suggested && decision === 'restock') propose(form, shelf, suggested.id);
  }, [suggested?.id, decision]);
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
      options: (places.data ?? []).map(({ id, code, suggested: best }) => ({
        value: id,
        label: best ? t('inspect.suggested', { code }) : code,
      })),
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
