import { BASE_PERMISSIONS, basePermission, getRights, saveRights } from '@tradewind/contract/access.ts';
import { Alert, App, Button, Checkbox, Skeleton, Tabs, Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../api/errors.ts';
import { useAct, useCall } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { PageDrawer } from '../../components/page-drawer.tsx';
import { PageError } from '../../components/page-error.tsx';
import { useDiscard } from '../../components/use-discard.ts';
import { useUnsaved } from '../../shell/unsaved.ts';
import { type Draft, draftOf, inputOf, type MemberRights } from './draft.ts';
import { ModulePicker } from './module-picker.tsx';
import { PlacePicker } from './place-picker.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { RightsTools } from './rights-tools.tsx';
import './access.css';

/** All permissions of a member. Open while `userLoginId` is set. */
export default function PermissionDrawer({
  userLoginId,
  onClose,
}: {
  userLoginId: string | undefined;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('access');
  const { modal } = App.useApp();
  const login = userLoginId ?? '';
  const rights = useCall(getRights, { userLoginId: login }, { enabled: login !== '', staleMs: 0 });
  const [draft, setDraft] = useState<{ of: string; value: Draft }>();
  const [asking, setAsking] = useState(false);
  const changed = draft?.of === login ? draft.value : undefined;
  useUnsaved(changed !== undefined);
  const leave = () => {
    setDraft(undefined);
    setAsking(false);
    onClose();
  };
  const close = useDiscard(changed !== undefined, leave);
  const save = useAct(saveRights, { refresh: [getRights], success: t('saved'), errors: 'form', onDone: leave });
  const it = rights.data;
  const now = it && (changed ?? draftOf(it));
  const ask = () => {
    if (!it || !now || !seesNothing(it, now)) return setAsking(true);
    modal.confirm({
      title: t('nothingTitle', { name: it.name }),
      content: t('nothingText'),
      okText: t('nothingSave'),
      cancelText: t('back'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => setAsking(true),
    });
  };
  const confirm = async () => {
    if (!it || !now) return;
    try {
      await save.mutateAsync({ userLoginId: login, ...inputOf(now), stamp: it.stamp });
    } catch (thrown) {
      const error = asApiError(thrown);
      toast.error(error);
      setAsking(false);
      // Keep the ticks; the next preview compares them with what the other person saved.
      if (error.conflict) void rights.refetch();
    }
  };
  return (
    <PageDrawer
      open={userLoginId !== undefined}
      size={860}
      title={t('drawer', { name: it?.name ?? login })}
      onClose={close}
      footer={
        <div className="tw-form-foot">
          <Button onClick={close}>{t('action.cancel')}</Button>
          <Button type="primary" disabled={!changed} onClick={ask}>
            {t('save')}
          </Button>
        </div>
      }
    >
      {rights.error && <PageError error={rights.error} onRetry={() => void rights.refetch()} />}
      {rights.isLoading && <Skeleton active />}
      {it?.mainAccount && <Alert type="info" showIcon title={t('mainAccount')} />}
      {it && now && !it.mainAccount && (
        <Editor rights={it} draft={now} onChange={(value) => setDraft({ of: login, value })} />
      )}
      {asking && now && (
        <PreviewDialog
          change={{ kind: 'member', userLoginId: login, ...inputOf(now) }}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        />
      )}
    </PageDrawer>
  );
}

/** The member has modules, but no shop and no warehouse, neither of their own nor by their department. */
function seesNothing({ shops, warehouses }: MemberRights, draft: Draft): boolean {
  const none = (places: MemberRights['shops'], ids: readonly number[]) =>
    !places.some((place) => place.byDepartment || ids.includes(place.id));
  if (shops.length + warehouses.length === 0 || draft.models.size === 0) return false;
  return none(shops, draft.shopIds) && none(warehouses, draft.warehouseIds);
}

interface EditorProps {
  rights: MemberRights;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

function Editor({ rights, draft, onChange }: EditorProps): ReactNode {
  const { t } = useTranslation('access');
  return (
    <>
      <RightsTools userLoginId={rights.userLoginId} draft={draft} onChange={onChange} />
      <Tabs
        items={[
          {
            key: 'modules',
            label: t('modules'),
            children: <ModulePicker value={draft.models} onChange={(models) => onChange({ ...draft, models })} />,
          },
          { key: 'data', label: t('data'), children: <Data rights={rights} draft={draft} onChange={onChange} /> },
        ]}
      />
    </>
  );
}

function Data({ rights, draft, onChange }: EditorProps): ReactNode {
  const { t } = useTranslation('access');
  const base = useCall(basePermission, { userLoginId: rights.userLoginId });
  const mayGrant = new Set(base.data?.filter((one) => one.mayGrant).map((one) => one.permission));
  return (
    <>
      <h3>{t('base')}</h3>
      <p className="tw-muted">{t('baseHint')}</p>
      <div className="tw-rights-bar">
        {BASE_PERMISSIONS.map((name) => {
          const has = draft.permissions.includes(name);
          const others = draft.permissions.filter((one) => one !== name);
          return (
            <Tooltip key={name} title={mayGrant.has(name) ? undefined : t('notYours')}>
              <Checkbox
                checked={has}
                disabled={!has && !mayGrant.has(name)}
                onChange={(e) => onChange({ ...draft, permissions: e.target.checked ? [...others, name] : others })}
              >
                {t(`permission.${name}`)}
              </Checkbox>
            </Tooltip>
          );
        })}
      </div>
      <h3>
        {t('data')}{' '}
        <span className="tw-muted">
          {rights.departmentName ? t('department', { name: rights.departmentName }) : t('noDepartment')}
        </span>
      </h3>
      <p className="tw-muted">{t('scopeHint')}</p>
      <div className="tw-rights-scope">
        <PlacePicker
          title={t('shops')}
          places={rights.shops}
          value={draft.shopIds}
          onChange={(shopIds) => onChange({ ...draft, shopIds })}
        />
        <PlacePicker
          title={t('warehouses')}
          places={rights.warehouses}
          value={draft.warehouseIds}
          onChange={(warehouseIds) => onChange({ ...draft, warehouseIds })}
        />
      </div>
    </>
  );
}
