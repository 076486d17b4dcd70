import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import { type DragEvent, memo, type PointerEvent, type ReactNode, useState } from 'react';
import { type ArrangedColumn, MIN_WIDTH } from './columns.ts';

export interface Sort {
  key: string;
  order: 'asc' | 'desc';
}

interface HeadCellProps<Row> {
  column: ArrangedColumn<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort | undefined) => void) | undefined;
  onResize: ((key: string, width: number) => void) | undefined;
  onMove: ((key: string, before: string) => void) | undefined;
  onDrag: (key: string, width: number) => void;
}

const DRAG_TYPE = 'text/tw-column';
const NEXT_ORDER = { none: 'desc', desc: 'asc', asc: 'none' } as const;

function Head<Row>({ column, sort, onSort, onResize, onMove, onDrag }: HeadCellProps<Row>): ReactNode {
  const [over, setOver] = useState(false);
  const name = column.sort === true ? column.key : column.sort || '';
  const order = name && sort?.key === name ? sort.order : 'none';
  const next = () => {
    const desired = NEXT_ORDER[order];
    onSort?.(desired === 'none' ? undefined : { key: name, order: desired });
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    const from = event.dataTransfer.getData(DRAG_TYPE);
    if (from) onMove?.(from, column.key);
  };
  return (
    <th
      scope="col"
      className={`tw-${column.align ?? 'left'}${column.left === undefined ? '' : ' tw-frozen'}`}
      style={column.left === undefined ? undefined : { left: column.left }}
      aria-sort={order === 'none' ? undefined : order === 'asc' ? 'ascending' : 'descending'}
      data-over={over || undefined}
      draggable={!!onMove}
      onDragStart={(event) => event.dataTransfer.setData(DRAG_TYPE, column.key)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAG_TYPE)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {name && onSort ? (
        <button type="button" className="tw-sort" onClick={next}>
          <span className="tw-head-text">{column.title}</span>
          <span className="tw-sort-mark" data-order={order}>
            {order === 'asc' ? <CaretUpOutlined /> : <CaretDownOutlined />}
          </span>
        </button>
      ) : (
        <span className="tw-head-text">{column.title}</span>
      )}
      {onResize && (
        <Grip
          width={column.width}
          onDrag={(width) => onDrag(column.key, width)}
          onDone={(width) => onResize(column.key, width)}
        />
      )}
    </th>
  );
}

export const HeadCell = memo(Head) as typeof Head;

function Grip({
  width,
  onDrag,
  onDone,
}: {
  width: number;
  onDrag: (width: number) => void;
  onDone: (width: number) => void;
}): ReactNode {
  const start = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const grip = event.currentTarget;
    const from = event.clientX;
    let now = width;
    grip.setPointerCapture(event.pointerId);
    grip.onpointermove = (each) => {
      now = Math.max(MIN_WIDTH, Math.round(width + each.clientX - from));
      onDrag(now);
    };
    grip.onpointerup = () => {
      grip.onpointermove = null;
      grip.onpointerup = null;
      if (now !== width) onDone(now);
    };
  };
  return (
    <span
      className="tw-grip"
      aria-hidden="true"
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={start}
    />
  );
}
