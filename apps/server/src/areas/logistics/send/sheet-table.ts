import { lineOfText, MM, type Pdf, pictureIn } from '../../../core/pdf.ts';

/** The margins of an A4 sheet. */
export const LEFT = 14 * MM;
export const RIGHT = 196 * MM;
export const WIDTH = RIGHT - LEFT;
export const BOTTOM = 280 * MM;
export const ROW = 7 * MM;
const PICTURE = 6 * MM;

export interface Column<T> {
  title: string;
  /** Millimeters. */
  width: number;
  right?: boolean;
  bold?: boolean;
  /** A long text takes two small lines, and is cut only behind them. */
  wraps?: boolean;
  text: (row: T) => string;
  /** Stands before the text. */
  picture?: (row: T) => Buffer | undefined;
}

/** Numbers keep their distance from the next column; those of the last one end with the line below them. */
const roomIn = <T>(column: Column<T>, last: Column<T> | undefined) => (column.width - (column === last ? 0 : 3)) * MM;

/** A table across pages, with its header on each. @returns where it ended */
export function table<T>(
  pdf: Pdf,
  top: number,
  columns: readonly Column<T>[],
  rows: readonly T[],
  next: () => number,
): number {
  let y = heads(pdf, top, columns);
  const last = columns.at(-1);
  for (const row of rows) {
    if (y + ROW > BOTTOM) y = heads(pdf, next(), columns);
    let x = LEFT;
    for (const column of columns) {
      pdf
        .font(column.bold ? 'bold' : 'regular')
        .fontSize(9)
        .fillColor('black');
      pictureIn(pdf, column.picture?.(row), x, y + 0.5 * MM, PICTURE);
      const indent = column.picture ? PICTURE + MM : 0;
      const [text, room] = [column.text(row), roomIn(column, last) - indent];
      if (column.wraps && pdf.widthOfString(text) > room) twoLines(pdf, text, x + indent, y, room);
      else lineOfText(pdf, text, x + indent, y + 1.8 * MM, room, column.right ? { align: 'right' } : {});
      x += column.width * MM;
    }
    y += ROW;
    pdf.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.3).stroke('#c8cdd3');
  }
  return y;
}

function twoLines(pdf: Pdf, text: string, x: number, y: number, width: number): void {
  pdf.fontSize(6.5);
  const height = 2.2 * pdf.currentLineHeight(true);
  pdf.text(text, x, y + 0.4 * MM, { width, height, lineGap: -1.5, ellipsis: true });
}

function heads<T>(pdf: Pdf, y: number, columns: readonly Column<T>[]): number {
  let x = LEFT;
  const last = columns.at(-1);
  pdf.font('regular').fontSize(8).fillColor('#5b6470');
  for (const column of columns) {
    lineOfText(pdf, column.title, x, y, roomIn(column, last), column.right ? { align: 'right' } : {});
    x += column.width * MM;
  }
  const under = y + 5 * MM;
  pdf.moveTo(LEFT, under).lineTo(RIGHT, under).lineWidth(0.7).stroke('#1b1f24');
  return under;
}
