import { UndoOutlined } from '@ant-design/icons';
import { orderUndos } from '@tradewind/contract/orders.ts';
import { selectWarehouse } from '@tradewind/contract/warehouse.ts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { useDropName } from '../../../components/drop-select.tsx';
import { type HistoryEntry, HistoryTimeline, withState } from '../../../components/history-timeline.tsx';
import { useSeesCosts } from '../../../components/sees-costs.ts';
import { i18n } from '../../../i18n.ts';
import { useOrderUndo } from '../arrange/undo.tsx';
import type { Order } from './order.ts';

type Row = Order['history'][number];

const BAD = [
  'cancelRequested',
  'cancelled',
  'stopRequested',
  'labelFailed',
  'platformRefused',
  'refuseCancelRefused',
  'holdRefused',
  'shortPick',
  'heldByPlatform',
  'stoppedByPlatform',
  'labelDoubled',
  'labelDearer',
  'labelVoidRefused',
  'stayedBehind',
];
const GOOD = ['shipped', 'delivered', 'platformTold', 'reviewed', 'mapped', 'paid'];

function toneOf(row: Row): HistoryEntry['tone'] {
  if (BAD.includes(row.event) || row.toState === 'exception') return 'bad';
  if (GOOD.includes(row.event)) return 'good';
  return row.toState === 'held' ? 'warn' : row.toState ? 'info' : undefined;
}

const nameIn = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
    ? value.name
    : undefined;
const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const RULES = {
  rule: 'decided.rule',
  tagRules: 'decided.tagRule',
  warehouseRule: 'decided.warehouseRule',
  channelRule: 'decided.channelRule',
  splitRule: 'decided.splitRule',
  mergeRule: 'decided.mergeRule',
  priorityRule: 'decided.priorityRule',
} as const;

/** The rules that decided, each with its version at that time. */
function rulesIn({ detail }: Row, t: TFunction<'orders'>): string[] {
  return Object.entries(RULES).flatMap(([kind, key]) =>
    [detail?.[kind] ?? []].flat().flatMap((rule: unknown) => {
      const name = nameIn(rule);
      if (name === undefined) return [];
      const version = typeof rule === 'object' && rule !== null && 'version' in rule ? Number(rule.version) : 0;
      const words = t(key, { name });
      return version > 0 ? t('decided.version', { rule: words, version }) : words;
    }),
  );
}

const AGAIN = ['made', 'sentAgain'];

/** The reason of an entry. For a cancelled outbound order, the order's own entry gives it. */
function reasonIn(row: Row, cancelReason: (value: string) => string, t: TFunction<'orders'>): string | undefined {
  const reason = textIn(row.detail?.reason);
  if (reason === undefined || row.event === 'outboundCancelled') return undefined;
  if (AGAIN.includes(row.event)) return t(`make.reason.${reason}`);
  return row.event === 'cancelled' ? cancelReason(reason) : reason;
}

/** Numbers of the source order, the new order and the return. */
function madeOf({ event, detail }: Row): string[] {
  if (!AGAIN.includes(event)) return [];
  return [detail?.from, detail?.copyOf, detail?.number, detail?.return].flatMap((number) => textIn(number) ?? []);
}

/** Changed lines: `MUG 3 → 2`. */
function linesIn(lines: unknown): string | undefined {
  if (!Array.isArray(lines)) return undefined;
  return lines
    .map(({ sku, from, to }: { sku: string; from: number; to: number }) => `${sku} ${from} → ${to}`)
    .join(', ');
}

/** Added and removed tags. */
function checkedIn({ detail }: Row, t: TFunction<'orders'>): string | undefined {
  const [carrier, verdict] = [textIn(detail?.carrier), textIn(detail?.verdict)];
  return carrier && verdict && t(`address.verdict.${verdict}`, { carrier: t(`address.by.${carrier}`) });
}

function tagsIn({ event, detail }: Row): string[] {
  if (event !== 'tagged') return [];
  const names = (of: unknown) => (Array.isArray(of) ? of.map(String) : []);
  return [
    ...names(detail?.added).map((name) => `+ ${name}`),
    ...names(detail?.removed).map((name) => `\u2212 ${name}`),
  ];
}

const DECLARED = ['nameZh', 'nameEn', 'hsCode', 'origin', 'valueUsd'] as const;

/** What the order declares of a product, before and after. */
function declaredIn({ event, detail }: Row, t: TFunction<'orders'>): { field: string; from: string; to: string }[] {
  const changes = event === 'customsEdited' ? detail?.changes : undefined;
  if (typeof changes !== 'object' || changes === null) return [];
  const pairs = changes as Partial<Record<string, [string, string]>>;
  return DECLARED.flatMap((name) => {
    const pair = pairs[name];
    return pair ? [{ field: t(`customs.${name}`), from: pair[0], to: pair[1] }] : [];
  });
}

/** The order's history: each event, and who or which rule caused it. */
export function HistoryTab({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const cancelReason = useDropName('cancel.reason');
  const costs = useSeesCosts();
  const warehouses = useCall(selectWarehouse, {}, { staleMs: 300_000 });
  const warehouseName = (id: unknown) => warehouses.data?.find((each) => each.id === Number(id))?.name;
  const what = (row: Row) => {
    const key = `orders:event.${row.event}`;
    const words = i18n.exists(key) ? t(`event.${row.event}`) : t('event.other');
    return withState(words, row, t(`status.${row.toState}`));
  };
  const why = (row: Row): string | undefined => {
    const {
      unruled,
      exception,
      by,
      error,
      remark,
      warehouseId,
      trackingNumber,
      hold,
      name,
      orders,
      act,
      priority,
      lines,
      manifest,
    } = row.detail ?? {};
    const { channel, service } = row.detail ?? {};
    const parts = [
      ...rulesIn(row, t),
      unruled === true && t('decided.noRule'),
      row.detail?.amountsUnknown === true && t('warn.amountsUnknown'),
      textIn(exception) && t(`exception.${textIn(exception)}`),
      textIn(by) && by !== 'user' ? t(`by.${textIn(by)}`) : undefined,
      ...madeOf(row),
      reasonIn(row, cancelReason, t),
      warehouseName(warehouseId),
      row.event.startsWith('file') ? textIn(name) : undefined,
      Array.isArray(orders) ? orders.join(', ') : undefined,
      row.event === 'undone' && textIn(act) ? t(`undo.act.${textIn(act)}`) : undefined,
      typeof priority === 'number' ? String(priority) : undefined,
      linesIn(lines),
      ...tagsIn(row),
      ...(row.event === 'freightChosen' ? [textIn(channel), textIn(service)] : []),
      row.event === 'customsEdited' ? textIn(row.detail?.sku) : undefined,
      row.event === 'addressChecked' ? checkedIn(row, t) : undefined,
      costs && row.event === 'labelDearer' ? `${textIn(row.detail?.quoted)} → ${textIn(row.detail?.cost)}` : undefined,
      textIn(hold),
      textIn(trackingNumber),
      textIn(manifest),
      textIn(error),
      textIn(remark),
    ].filter(Boolean);
    return parts.length > 0 ? parts.join(' · ') : undefined;
  };
  const [undoOf, dialog] = useUndoLines(order);
  return (
    <>
      <HistoryTimeline
        entries={order.history.map((row) => {
          const tone = toneOf(row);
          return {
            key: row.id,
            at: row.at,
            who: row.actor,
            what: what(row),
            why: why(row),
            action: undoOf(row),
            changes: declaredIn(row, t),
            ...(tone ? { tone } : {}),
          };
        })}
      />
      {dialog}
    </>
  );
}

/** The button that undoes the act of a line, as long as that is possible; an act that wrote several lines has one. */
function useUndoLines(order: Order): [undoOf: (row: Row) => ReactNode, dialog: ReactNode] {
  const { t } = useTranslation('orders');
  const may = useMay()(orderUndos);
  const undos = useCall(orderUndos, { id: order.id }, { enabled: may });
  const [undo, dialog] = useOrderUndo();
  const lines = new Map(
    (undos.data ?? []).flatMap((one) => {
      const own = order.history.filter((row) => row.at === one.at && row.event !== 'undone');
      const line = own.find((row) => row.toState !== null) ?? own[0];
      return line ? [[line.id, one] as const] : [];
    }),
  );
  const undoOf = (row: Row) => {
    const one = lines.get(row.id);
    if (!one) return undefined;
    return (
      <ActionButton
        type="link"
        size="small"
        icon={<UndoOutlined />}
        reason={one.why || undefined}
        onClick={() => undo(one.undoId)}
      >
        {t('action.undo')}
      </ActionButton>
    );
  };
  return [undoOf, dialog];
}
