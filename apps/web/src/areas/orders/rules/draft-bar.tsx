import { ExperimentOutlined, HistoryOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { discardRules, listRules } from '@tradewind/contract/orders.ts';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAct } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { DateTime } from '../../../components/figures.tsx';
import type { Choices } from './choices.ts';
import { Reevaluation } from './reevaluation.tsx';
import { changeWords, problemWords } from './words.ts';

export type RuleDesk = ResultOf<typeof listRules>;

interface DraftBarProps {
  desk: RuleDesk;
  choices: Choices;
  onSimulate: () => void;
  onVersions: () => void;
}

/** The live version, the draft's changes and problems, and orders that matched no rule. */
export function DraftBar({ desk, choices, onSimulate, onVersions }: DraftBarProps): ReactNode {
  const { t } = useTranslation('orders');
  const { live, draft, problems, unruled } = desk;
  const found = problems.filter(({ problem }) => problem !== 'fallen');
  return (
    <section className="tw-panel tw-rule-bar" data-draft={draft !== null || undefined}>
      <div className="tw-rule-bar-head">
        <div>
          <strong>{draft ? t('rule.draftTitle', { count: draft.changes.length }) : t('rule.liveTitle')}</strong>{' '}
          <span className="tw-muted">
            {draft ? draft.by : live.version > 0 ? t('rule.version', { version: live.version }) : t('rule.noVersion')}
            {!draft && live.by && ` · ${live.by}`} {(draft?.at ?? live.at) && <DateTime at={draft?.at ?? live.at} />}
          </span>
        </div>
        <Buttons draft={draft !== null} onSimulate={onSimulate} onVersions={onVersions} />
      </div>
      {live.rejudging && <Reevaluation of={live.rejudging} />}
      {draft && draft.changes.length > 0 && (
        <ul className="tw-rule-changes">
          {draft.changes.map((change) => (
            <li key={`${change.change} ${change.kind} ${change.name} ${change.after?.id ?? change.before?.id ?? ''}`}>
              {changeWords(t, choices, change)}
            </li>
          ))}
        </ul>
      )}
      {found.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('rule.problems', { count: found.length })}
          description={
            <ul className="tw-rule-changes">
              {found.map((problem) => (
                <li key={`${problem.problem} ${problem.ruleId}`}>{problemWords(t, problem)}</li>
              ))}
            </ul>
          }
        />
      )}
      {unruled > 0 && (
        <div>
          <Link to="/order/all?queue=unruled">{t('rule.unruled', { count: unruled })}</Link>
        </div>
      )}
    </section>
  );
}

function Buttons({
  draft,
  onSimulate,
  onVersions,
}: {
  draft: boolean;
  onSimulate: () => void;
  onVersions: () => void;
}): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay();
  const discard = useAct(discardRules, { refresh: [listRules], success: t('rule.discarded') });
  return (
    <div className="tw-rule-bar-buttons">
      <Button icon={<HistoryOutlined />} onClick={onVersions}>
        {t('rule.versions')}
      </Button>
      {draft && may(discardRules) && (
        <ConfirmDanger
          title={t('rule.discardTitle')}
          consequence={t('rule.discardText')}
          verb={t('rule.discard')}
          onConfirm={() => discard.mutateAsync({})}
        />
      )}
      {draft && may(rights.orderRule.run) && (
        <Button type="primary" icon={<ExperimentOutlined />} onClick={onSimulate}>
          {t('rule.rehearse')}
        </Button>
      )}
    </div>
  );
}
