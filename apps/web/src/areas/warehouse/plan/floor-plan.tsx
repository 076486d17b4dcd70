import { EditOutlined, ExpandOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { getFloorPlan, type LocationPlace, placeLocations } from '@tradewind/contract/warehouse.ts';
import { Alert, Button, Segmented, Select, Skeleton } from 'antd';
import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { LocationDrawer } from '../location/location-drawer.tsx';
import { ArrangeForm } from './arrange-form.tsx';
import { FloorDrawing } from './floor-drawing.tsx';
import {
  COLOURS,
  extentOf,
  heatStepsOf,
  type LooseRack,
  looseOf,
  overlaps,
  type PlacedBay,
  racksOf,
  rowFrom,
} from './floor-model.ts';
import { Legend } from './legend.tsx';
import { LooseRacks } from './loose-racks.tsx';
import './plan.css';

type Plan = ResultOf<typeof getFloorPlan>;
interface FloorPlanProps {
  houseId: number;
  onEdit: (row: LocationPlace) => void;
}

export function FloorPlan({ houseId: warehouseId, onEdit }: FloorPlanProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const query = useCall(getFloorPlan, { houseId: warehouseId });
  if (query.error) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton active />;
  if (query.data.bays.length === 0) return <EmptyState title={t('location.empty')} hint={t('location.emptyHint')} />;
  return <Drawn key={warehouseId} houseId={warehouseId} plan={query.data} onEdit={onEdit} />;
}

function Drawn({ houseId: warehouseId, plan, onEdit }: FloorPlanProps & { plan: Plan }): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const svg = useRef<SVGSVGElement>(null);
  const [params, setParams] = useSearchParams();
  const [found, setFound] = useState<number>();
  const [opened, setOpened] = useState<number>();
  const [arranging, setArranging] = useState(false);
  const [layingOut, setLayingOut] = useState(false);
  const [draft, place] = usePlacing(warehouseId, plan);
  const colouring = COLOURS.find((each) => each === params.get('colour')) ?? 'fill';
  const racks = useMemo(() => racksOf(draft.bays), [draft]);
  const loose = useMemo(() => looseOf(draft.bays), [draft]);
  const extent = useMemo(() => extentOf(racks), [racks]);
  const heat = useMemo(() => heatStepsOf(plan.bays), [plan]);
  const [zoom, setZoom] = useState(1);
  const floor = useRef<HTMLDivElement>(null);
  const scale = fitting(useWidth(floor) - (loose.length > 0 ? LOOSE_PX : 0), extent) * zoom;
  const by = (factor: number) => setZoom((now) => Math.min(12, Math.max(0.4, now * factor)));
  const put = (bays: PlacedBay[]) => {
    const keys = new Set(bays.map((bay) => `${bay.area}-${bay.shelf}`));
    const others = racks.filter((rack) => !keys.has(rack.key));
    if (overlaps(bays, others)) toast.warning(t('plan.overlaps'));
    else place(bays);
  };
  const drop = (rack: LooseRack, at: { x: number; y: number }) => {
    const area = svg.current?.getBoundingClientRect();
    const observed = svg.current?.parentElement?.getBoundingClientRect();
    if (
      !area ||
      !observed ||
      at.x < observed.left ||
      at.x > observed.right ||
      at.y < observed.top ||
      at.y > observed.bottom
    )
      return;
    const corner = { x: (at.x - area.left) / scale + extent.x, y: (at.y - area.top) / scale + extent.y };
    put(rowFrom(rack, corner, racks[0]?.bays[0]?.place));
  };
  return (
    <div className="tw-plan">
      <div className="tw-plan-bar">
        <Segmented
          value={colouring}
          options={COLOURS.map((value) => ({ value, label: t(`plan.colour.${value}`) }))}
          onChange={(value) =>
            setParams(
              (before) => {
                before.set('colour', value);
                return before;
              },
              { replace: true },
            )
          }
        />
        <Search plan={plan} onFound={setFound} />
        <span className="tw-plan-zoom">
          <Button icon={<ZoomOutOutlined />} aria-label={t('plan.smaller')} onClick={() => by(1 / 1.4)} />
          <Button icon={<ExpandOutlined />} aria-label={t('plan.fit')} onClick={() => setZoom(1)} />
          <Button icon={<ZoomInOutlined />} aria-label={t('plan.larger')} onClick={() => by(1.4)} />
        </span>
        {may(rights.location.edit) && (
          <>
            <Button
              icon={<EditOutlined />}
              type={arranging ? 'primary' : 'default'}
              aria-pressed={arranging}
              onClick={() => setArranging(!arranging)}
            >
              {t(arranging ? 'plan.arranged' : 'plan.arrange')}
            </Button>
            <Button onClick={() => setLayingOut(true)}>{t('plan.layOut')}</Button>
          </>
        )}
      </div>
      {plan.cut && <Alert type="warning" showIcon title={t('plan.cut')} />}
      <div className="tw-plan-floor" ref={floor}>
        {racks.length > 0 ? (
          <FloorDrawing
            {...{ racks, extent, scale, colouring, heat, found, arranging, svg }}
            onZoom={by}
            onOpen={setOpened}
            onMoved={put}
          />
        ) : (
          <NothingDrawn onArrange={may(rights.location.edit) ? () => setLayingOut(true) : undefined} />
        )}
        {loose.length > 0 && <LooseRacks racks={loose} may={may(placeLocations) && racks.length > 0} onDrop={drop} />}
      </div>
      <Legend bays={plan.bays} colouring={colouring} heat={heat} />
      {opened !== undefined && (
        <LocationDrawer key={opened} id={opened} tools={{ close: () => setOpened(undefined) }} onEdit={onEdit} />
      )}
      {layingOut && <ArrangeForm houseId={warehouseId} onClose={() => setLayingOut(false)} />}
    </div>
  );
}

/** Width of the panel of unplaced racks and its gap. */
const LOOSE_PX = 208;
/** Fits the available width, but keeps bays large enough to hit. */
function fitting(room: number, extent: { width: number }): number {
  return Math.max((room - 4) / extent.width, 0.024);
}

function useWidth(of: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = of.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, [of]);
  return width;
}

/** Shows moved racks at once, until the server's answer replaces them. */
function usePlacing(warehouseId: number, plan: Plan): [Plan, (bays: PlacedBay[]) => void] {
  const [put, setPut] = useState<{ over: Plan; bays: PlacedBay[] }>();
  const save = useAct(placeLocations, { refresh: [getFloorPlan] });
  const shown = useMemo(() => {
    if (put?.over !== plan) return plan;
    const keyOf = (bay: { area: string; shelf: string; column: string }) => `${bay.area}/${bay.shelf}/${bay.column}`;
    const moved = new Map(put.bays.map((bay) => [keyOf(bay), bay.place]));
    return { ...plan, bays: plan.bays.map((bay) => ({ ...bay, place: moved.get(keyOf(bay)) ?? bay.place })) };
  }, [plan, put]);
  const place = (bays: PlacedBay[]) => {
    setPut({ over: plan, bays });
    const requested = bays.map(({ area, shelf, column, place: at }) => ({ area, shelf, column, place: at }));
    save.mutate({ houseId: warehouseId, bays: requested }, { onError: () => setPut(undefined) });
  };
  return [shown, place];
}

function Search({ plan, onFound }: { plan: Plan; onFound: (id: number | undefined) => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const options = useMemo(
    () =>
      plan.bays
        .filter((bay) => bay.place)
        .flatMap((bay) => bay.levels.map((level) => ({ value: level.id, label: level.code }))),
    [plan],
  );
  return (
    <Select
      className="tw-plan-search"
      aria-label={t('plan.search')}
      placeholder={t('plan.search')}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
      options={options}
      onChange={(id: number | undefined) => onFound(id)}
    />
  );
}

function NothingDrawn({ onArrange }: { onArrange: (() => void) | undefined }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <EmptyState
      title={t('plan.empty')}
      hint={t('plan.emptyHint')}
      action={
        onArrange && (
          <Button type="primary" onClick={onArrange}>
            {t('plan.layOut')}
          </Button>
        )
      }
    />
  );
}
