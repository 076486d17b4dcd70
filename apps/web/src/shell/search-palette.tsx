import { SearchOutlined } from '@ant-design/icons';
import { type MenuItem, search } from '@tradewind/contract/access.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { Input, Modal } from 'antd';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCall } from '../api/hooks.ts';
import { menuTitle } from './resolve.ts';

type Kind = ResultOf<typeof search>[number]['kind'] | 'page';
interface Hit {
  key: string;
  kind: Kind;
  title: string;
  detail: string;
  path: string;
}
const MAX_PAGES = 6;

export interface SearchProps {
  menu: readonly MenuItem[];
  goTo: (path: string) => void;
}

export default function SearchPalette({ menu, goTo, onClose }: SearchProps & { onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [cursor, setCursor] = useState(0);
  const desired = useDeferredValue(text.trim());
  const found = useCall(search, { text: desired }, { enabled: desired.length > 0, keepPrevious: true });
  const hits: Hit[] =
    desired === ''
      ? []
      : [
          ...pagesOf(menu, desired),
          ...(found.data ?? []).map((hit) => ({
            key: `${hit.kind}${hit.id}`,
            kind: hit.kind,
            title: hit.title,
            detail: hit.detail,
            path: hit.path,
          })),
        ];
  const at = Math.min(cursor, hits.length - 1);
  const open = (hit: Hit | undefined) => {
    if (!hit) return;
    onClose();
    if (hit.kind === 'page') goTo(hit.path);
    else navigate(hit.path);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && hits.length > 0) {
      event.preventDefault();
      setCursor((at + step + hits.length) % hits.length);
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) open(hits[at]);
  };
  return (
    <Modal
      open
      footer={null}
      closable={false}
      width={600}
      onCancel={onClose}
      className="tw-palette"
      style={{ top: 80 }}
      title={<span className="tw-hidden-text">{t('search.open')}</span>}
    >
      <Input
        autoFocus
        size="large"
        variant="borderless"
        prefix={<SearchOutlined />}
        placeholder={t('search.placeholder')}
        aria-label={t('search.placeholder')}
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls="tw-hits"
        aria-activedescendant={hits[at] ? `hit-${at}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setCursor(0);
        }}
        onKeyDown={onKey}
      />
      <div id="tw-hits" className="tw-hits" role="listbox" aria-label={t('search.open')}>
        {hits.map((hit, index) => (
          <div key={hit.key} role="presentation">
            {hit.kind !== hits[index - 1]?.kind && (
              <div className="tw-hit-kind" role="presentation">
                {hit.kind === 'page' ? t('search.pages') : t(`search.kind.${hit.kind}`)}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys */}
            <div
              id={`hit-${index}`}
              role="option"
              aria-selected={index === at}
              tabIndex={-1}
              className="tw-hit"
              ref={(element) => {
                if (index === at) element?.scrollIntoView({ block: 'nearest' });
              }}
              onMouseMove={() => setCursor(index)}
              onClick={() => open(hit)}
            >
              <span>{hit.title}</span>
              <span className="tw-muted">{hit.detail}</span>
            </div>
          </div>
        ))}
        {hits.length === 0 && (
          <div className="tw-hit-none">
            {desired === '' ? t('search.begin') : found.isFetching ? ' ' : t('search.nothing', { text: desired })}
          </div>
        )}
      </div>
      <div className="tw-hit-keys">{t('search.keys')}</div>
    </Modal>
  );
}

/** Pages whose name (in either language) or path begins with the text. */
function pagesOf(menu: readonly MenuItem[], text: string): Hit[] {
  const desired = text.toLowerCase();
  const starts = (word: string) =>
    word
      .toLowerCase()
      .split(/[\s/]+/)
      .some((part) => part.startsWith(desired)) || word.toLowerCase().startsWith(desired);
  const walk = (items: readonly MenuItem[], above: string): Hit[] =>
    items.flatMap((item) => {
      if (item.hidden || item.checked === 'N') return [];
      const self =
        item.path !== '#' && [item.meta.titleZh, item.meta.titleEn, item.path].some(starts)
          ? [{ key: `page${item.id}`, kind: 'page' as const, title: menuTitle(item), detail: above, path: item.path }]
          : [];
      return [...self, ...walk(item.children, menuTitle(item))];
    });
  return walk(menu, '').slice(0, MAX_PAGES);
}
