import { rights } from '@tradewind/contract/access/modules.ts';
import { listRules, listRuleVersions, RULE_OVERRIDES, switchOnRules } from '@tradewind/contract/orders.ts';
import { Alert, Checkbox, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { formatNumber } from '../../../components/format.ts';
import type { RuleDesk } from './draft-bar.tsx';
import { problemWords } from './words.ts';

/** The server counts up to this number. */
const COUNTED = 10_000;
type Override = (typeof RULE_OVERRIDES)[number];

/** Lists the draft's problems, which the user must confirm one by one, then makes the draft live. */
export function SwitchOn({ desk, onDone }: { desk: RuleDesk; onDone: () => void }): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay();
  const [override, setOverride] = useState<Override[]>([]);
  const [note, setNote] = useState('');
  const [reevaluate, setReevaluate] = useState(true);
  const turn = useAct(switchOnRules, {
    refresh: [listRules, listRuleVersions],
    success: ({ version, rejudging: reevaluation }) =>
      t(reevaluation > 0 ? 'rule.switchedOnRejudging' : 'rule.switchedOn', { version, count: reevaluation }),
    onDone,
  });
  if (!may(rights.orderRule.edit) || !desk.draft) return null;
  const { revision } = desk.draft;
  const { problems, waiting } = desk;
  const named = RULE_OVERRIDES.filter((each) => problems.some(({ problem }) => problem === each));
  const gone = problems.some(({ problem }) => problem === 'gone');
  const open = named.some((each) => !override.includes(each));
  return (
    <section className="tw-switch-on">
      {problems.length > 0 && (
        <Alert
          type={gone || open ? 'error' : 'warning'}
          showIcon
          title={t('rule.problems', { count: problems.length })}
          description={
            <>
              <ul className="tw-rule-changes">
                {problems.map((problem) => (
                  <li key={`${problem.problem} ${problem.ruleId}`}>{problemWords(t, problem)}</li>
                ))}
              </ul>
              {named.map((each) => (
                <Checkbox
                  key={each}
                  checked={override.includes(each)}
                  onChange={({ target }) =>
                    setOverride(target.checked ? [...override, each] : override.filter((other) => other !== each))
                  }
                >
                  {t(`rule.override.${each}`)}
                </Checkbox>
              ))}
            </>
          }
        />
      )}
      {waiting > 0 && (
        <div>
          <Checkbox checked={reevaluate} onChange={({ target }) => setReevaluate(target.checked)}>
            {t(waiting < COUNTED ? 'rule.rejudge' : 'rule.rejudgeMany', {
              count: waiting,
              most: formatNumber(waiting),
            })}
          </Checkbox>
          <div className="tw-muted">{t(reevaluate ? 'rule.rejudgeHint' : 'rule.rejudgeNot')}</div>
        </div>
      )}
      <div className="tw-rehearsal-ask">
        <Input
          aria-label={t('rule.note')}
          placeholder={t('rule.note')}
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <ActionButton
          type="primary"
          loading={turn.isPending}
          reason={gone ? t('rule.fixGone') : open ? t('rule.nameFirst') : undefined}
          onClick={() => turn.mutate({ revision, override, note, rejudge: reevaluate && waiting > 0 })}
        >
          {t('rule.switchOn', { count: desk.draft.changes.length })}
        </ActionButton>
      </div>
    </section>
  );
}
