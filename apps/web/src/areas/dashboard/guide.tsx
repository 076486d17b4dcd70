import { CheckCircleFilled, CloseOutlined, RightOutlined } from '@ant-design/icons';
import type { SetupState } from '@tradewind/contract/dashboard.ts';
import { Button, Progress } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useVisitSample } from '../../components/sample.ts';
import { useSetupDoors } from '../../components/setup.ts';
import type { Guide as GuideState } from './use-guide.ts';
import './guide.css';

type Step = SetupState['steps'][number];

/** The steps to the first parcel; what this user has put away is one line or nothing. */
export function Guide({ guide }: { guide: GuideState }): ReactNode {
  const { look, state } = guide;
  if (!state || look === 'none') return null;
  if (look === 'parcel') return <Parcel guide={guide} />;
  if (look === 'line') return <OneLine steps={state.steps} onOpen={guide.takeOut} />;
  return <Steps state={state} onAway={guide.putAway} />;
}

function Steps({ state, onAway }: { state: SetupState; onAway: GuideState['putAway'] }): ReactNode {
  const { t } = useTranslation('dashboard');
  const { steps } = state;
  const done = steps.filter((step) => step.done).length;
  const all = steps.length;
  const open = done < all;
  return (
    <section className="tw-panel tw-guide" aria-label={t('guide.title')}>
      <header>
        <div>
          <h2>{t('guide.title')}</h2>
          <p className="tw-muted">{t(open ? 'guide.intro' : 'guide.allDone')}</p>
        </div>
        <div className="tw-guide-progress">
          <span className="tw-muted">{t('guide.progress', { done, all })}</span>
          <Progress
            percent={(done / all) * 100}
            showInfo={false}
            strokeColor="var(--tw-accent)"
            size="small"
            aria-label={t('guide.progress', { done, all })}
          />
        </div>
        <Button type="text" icon={<CloseOutlined />} onClick={() => onAway(t('guide.awayHint'))}>
          {t('guide.away')}
        </Button>
      </header>
      <ol>
        {steps.map((step, i) => (
          <OneStep key={step.step} step={step} number={i + 1} next={step.step === state.next} />
        ))}
      </ol>
      {open && !state.next && <p className="tw-guide-waits tw-muted">{t('guide.waits')}</p>}
      <SampleOffer hint />
    </section>
  );
}

/** A company full of made-up data to look around in, before one's own has any. */
function SampleOffer({ hint = false }: { hint?: boolean }): ReactNode {
  const { t } = useTranslation('dashboard');
  const sample = useVisitSample();
  if (!sample) return null;
  return (
    <p className="tw-guide-sample">
      {hint && <span className="tw-muted">{t('guide.sampleHint')}</span>}
      <Button type={hint ? 'link' : 'text'} loading={sample.pending} onClick={sample.visit}>
        {t(sample.isNew ? 'guide.sample' : 'guide.sampleAgain')}
      </Button>
    </p>
  );
}

function OneStep({ step, number, next }: { step: Step; number: number; next: boolean }): ReactNode {
  const { t } = useTranslation('dashboard');
  const navigate = useNavigate();
  const door = useSetupDoors()(step);
  const to = step.done || step.waits ? undefined : door;
  const name = t(`setup.step.${step.step}`);
  const lacking = useLacking(step);
  return (
    <li data-done={step.done || undefined} data-next={next || undefined} aria-current={next ? 'step' : undefined}>
      <span className="tw-guide-mark">
        {step.done ? <CheckCircleFilled className="tw-good" role="img" aria-label={t('guide.done')} /> : number}
      </span>
      <div className="tw-guide-what">
        <strong>{name}</strong>
        {lacking && <small className="tw-muted">{lacking}</small>}
      </div>
      {to && next && (
        <Button type="primary" onClick={() => navigate(to)}>
          {name}
        </Button>
      )}
      {to && !next && (
        <Link to={to} aria-label={t('guide.openNamed', { step: name })}>
          {t('guide.open')} <RightOutlined />
        </Link>
      )}
    </li>
  );
}

function useLacking({ lacks, waits, count }: Step): string {
  const { t } = useTranslation('dashboard');
  if (lacks === 'stock' && waits) return t('guide.noGoods');
  return lacks ? t(`guide.lacks.${lacks}`, { count }) : '';
}

function OneLine({ steps, onOpen }: { steps: readonly Step[]; onOpen: () => void }): ReactNode {
  const { t } = useTranslation('dashboard');
  return (
    <section className="tw-panel tw-guide-line" aria-label={t('guide.title')}>
      <span>{t('guide.left', { count: steps.filter((step) => !step.done).length })}</span>
      <SampleOffer />
      <Button type="primary" onClick={onOpen}>
        {t('guide.resume')}
      </Button>
    </section>
  );
}

function Parcel({ guide }: { guide: GuideState }): ReactNode {
  const { t } = useTranslation('dashboard');
  return (
    <section className="tw-panel tw-guide-line" aria-label={t('guide.title')}>
      <CheckCircleFilled className="tw-good" />
      <div className="tw-guide-what">
        <strong>{t('guide.congratulations')}</strong>
        <small className="tw-muted">{t('guide.congratulationsText')}</small>
      </div>
      <Button onClick={guide.finish}>{t('guide.close')}</Button>
    </section>
  );
}
