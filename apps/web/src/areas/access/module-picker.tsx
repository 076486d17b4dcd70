import { getModelTree, type ModelNode } from '@tradewind/contract/access.ts';
import { Checkbox, Input, Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { PageError } from '../../components/page-error.tsx';
import type { Draft } from './draft.ts';

type Ticked = Draft['models'];
interface PickerProps {
  value: Ticked;
  onChange: (value: Ticked) => void;
}

const NOTHING: Ticked = new Map();
const nobody = () => {};

/**
 * Modules under their headings, each with its buttons. Disables permissions that the user does not have.
 * Works alone, or in a form that passes value and onChange.
 */
export function ModulePicker({ value = NOTHING, onChange = nobody }: Partial<PickerProps>): ReactNode {
  const { t } = useTranslation('access');
  const tree = useCall(getModelTree, {}, { staleMs: 300_000 });
  const [text, setText] = useState('');
  const [onlyGranted, setOnlyGranted] = useState(false);
  if (tree.error) return <PageError error={tree.error} onRetry={() => void tree.refetch()} />;
  const shown = (node: ModelNode) =>
    node.served && (!onlyGranted || value.has(node.id)) && node.label.toLowerCase().includes(text.trim().toLowerCase());
  const groups = (tree.data ?? [])
    .map((node) => ({ node, modules: (node.children.length > 0 ? node.children : [node]).filter(shown) }))
    .filter(({ modules }) => modules.length > 0);
  return (
    <>
      <div className="tw-rights-bar">
        <Input.Search allowClear placeholder={t('search')} value={text} onChange={(e) => setText(e.target.value)} />
        <Checkbox checked={onlyGranted} onChange={(e) => setOnlyGranted(e.target.checked)}>
          {t('onlyGranted')}
        </Checkbox>
      </div>
      {groups.map(({ node, modules }) => (
        <Group key={node.id} node={node} modules={modules} value={value} onChange={onChange} />
      ))}
    </>
  );
}

function Group({
  node,
  modules,
  value,
  onChange,
}: PickerProps & { node: ModelNode; modules: readonly ModelNode[] }): ReactNode {
  const givable = modules.filter((module) => module.mayGrant);
  const input = givable.filter((module) => value.has(module.id)).length;
  const setAll = (on: boolean) => {
    const next = new Map(value);
    for (const module of givable) {
      if (on) next.set(module.id, new Set(module.buttons.filter((b) => b.mayGrant).map((b) => b.name)));
      else next.delete(module.id);
    }
    onChange(next);
  };
  return (
    <section className="tw-rights-group">
      {node.children.length > 0 && (
        <h3>
          <Checkbox
            checked={input > 0 && input === givable.length}
            indeterminate={input > 0 && input < givable.length}
            disabled={givable.length === 0}
            onChange={(e) => setAll(e.target.checked)}
          >
            {node.label}
          </Checkbox>
        </h3>
      )}
      {modules.map((module) => (
        <ModuleRow key={module.id} module={module} value={value} onChange={onChange} />
      ))}
    </section>
  );
}

function ModuleRow({ module, value, onChange }: PickerProps & { module: ModelNode }): ReactNode {
  const { t } = useTranslation('access');
  const pressed = value.get(module.id);
  const set = (buttons: ReadonlySet<string> | undefined) => {
    const next = new Map(value);
    if (buttons) next.set(module.id, buttons);
    else next.delete(module.id);
    onChange(next);
  };
  const toggle = (name: string, on: boolean) => {
    const next = new Set(pressed);
    if (on) next.add(name);
    else next.delete(name);
    set(next);
  };
  return (
    <div className="tw-rights-row">
      <Tooltip title={module.mayGrant ? undefined : t('notYours')}>
        <Checkbox
          checked={pressed !== undefined}
          disabled={!module.mayGrant && pressed === undefined}
          onChange={(e) => set(e.target.checked ? new Set() : undefined)}
        >
          {module.label} {module.locked && <span className="tw-muted">({t('locked')})</span>}
        </Checkbox>
      </Tooltip>
      <div className="tw-rights-buttons">
        {module.buttons.map(({ name, label, mayGrant }) => (
          <Checkbox
            key={name}
            checked={pressed?.has(name) ?? false}
            disabled={!mayGrant && !pressed?.has(name)}
            onChange={(e) => toggle(name, e.target.checked)}
          >
            {label}
          </Checkbox>
        ))}
      </div>
    </div>
  );
}
