import { lineOfText, MM, type Pdf } from './pdf.ts';

const LEFT = 12 * MM;
const WIDTH = 186 * MM;
const BOTTOM = 280 * MM;
const GREY = '#5b6470';

interface Column {
  title: string;
  mm: number;
  align?: 'left' | 'right';
}

/** An A4 business document, written top down with automatic page breaks. */
export class Paper {
  private readonly pdf: Pdf;
  private readonly title: string;
  private readonly number: string;
  private y = 0;

  constructor(pdf: Pdf, title: string, number: string) {
    this.pdf = pdf;
    this.title = title;
    this.number = number;
    this.addPage();
  }

  private addPage(): void {
    this.pdf.addPage();
    this.pdf.font('bold').fontSize(16).fillColor('black');
    lineOfText(this.pdf, this.title, LEFT, 12 * MM, 110 * MM);
    this.pdf.fontSize(11);
    lineOfText(this.pdf, this.number, LEFT + 110 * MM, 13.5 * MM, WIDTH - 110 * MM, { align: 'right' });
    this.y = 24 * MM;
  }

  private room(height: number): void {
    if (this.y + height > BOTTOM) this.addPage();
  }

  /** Blocks of lines side by side. Never cuts addresses. */
  parties(blocks: readonly { title: string; lines: readonly string[] }[]): void {
    const width = WIDTH / blocks.length - 4 * MM;
    const top = this.y;
    let end = top;
    blocks.forEach(({ title, lines }, i) => {
      const x = LEFT + (i * WIDTH) / blocks.length;
      this.pdf.font('regular').fontSize(8).fillColor(GREY);
      lineOfText(this.pdf, title, x, top, width);
      this.pdf.fontSize(9).fillColor('black');
      const said = lines.filter(Boolean).join('\n');
      this.pdf.text(said, x, top + 4 * MM, { width });
      end = Math.max(end, top + 4 * MM + this.pdf.heightOfString(said, { width }));
    });
    this.y = end + 4 * MM;
  }

  /** Labels and values, two per line, or one whose value needs the whole line; skips empty values. */
  facts(items: readonly (readonly [label: string, value: string])[]): void {
    const half = WIDTH / 2;
    let halves = 0;
    for (const [label, value] of items.filter((item) => item[1] !== '')) {
      this.pdf.font('regular').fontSize(9);
      const takes = this.pdf.widthOfString(value) > half - 34 * MM ? 2 : 1;
      if (halves + takes > 2) {
        this.y += 5 * MM;
        halves = 0;
      }
      const x = LEFT + halves * half;
      this.pdf.fontSize(8).fillColor(GREY);
      lineOfText(this.pdf, label, x, this.y + 0.4 * MM, 32 * MM);
      this.pdf.fontSize(9).fillColor('black');
      lineOfText(this.pdf, value, x + 32 * MM, this.y, takes * half - 34 * MM);
      halves += takes;
    }
    this.y += 9 * MM;
  }

  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void {
    this.heading(columns);
    for (const row of rows) {
      this.pdf.font('regular').fontSize(8.5).fillColor('black');
      const heights = row.map((cell, i) => this.pdf.heightOfString(cell || ' ', { width: this.inner(columns[i]) }));
      const height = Math.max(...heights) + 2.4 * MM;
      if (this.y + height > BOTTOM) {
        this.addPage();
        this.heading(columns);
        this.pdf.font('regular').fontSize(8.5).fillColor('black');
      }
      let x = LEFT;
      row.forEach((cell, i) => {
        const width = this.inner(columns[i]);
        this.pdf.text(cell, x, this.y + 1.2 * MM, { width, align: columns[i]?.align ?? 'left' });
        x += (columns[i]?.mm ?? 0) * MM;
      });
      this.y += height;
      this.rule(0.3, '#c8cdd3');
    }
    this.y += 3 * MM;
  }

  private inner(column: Column | undefined): number {
    return (column?.mm ?? 0) * MM - 1.5 * MM;
  }

  private heading(columns: readonly Column[]): void {
    this.room(14 * MM);
    let x = LEFT;
    this.pdf.font('regular').fontSize(8).fillColor(GREY);
    for (const column of columns) {
      lineOfText(this.pdf, column.title, x, this.y, this.inner(column), { align: column.align ?? 'left' });
      x += column.mm * MM;
    }
    this.y += 5 * MM;
    this.rule(0.7, '#1b1f24');
  }

  private rule(width: number, colour: string): void {
    this.pdf
      .moveTo(LEFT, this.y)
      .lineTo(LEFT + WIDTH, this.y)
      .lineWidth(width)
      .stroke(colour);
  }

  sums(rows: readonly (readonly [label: string, value: string])[], total: readonly [string, string]): void {
    this.room(30 * MM);
    const line = ([label, value]: readonly [string, string], bold: boolean) => {
      this.pdf
        .font(bold ? 'bold' : 'regular')
        .fontSize(bold ? 11 : 9)
        .fillColor('black');
      lineOfText(this.pdf, label, LEFT + 100 * MM, this.y, 40 * MM, { align: 'right' });
      lineOfText(this.pdf, value, LEFT + 142 * MM, this.y, 44 * MM, { align: 'right' });
      this.y += bold ? 7 * MM : 5 * MM;
    };
    for (const row of rows) if (row[1] !== '') line(row, false);
    line(total, true);
  }

  note(said: string): void {
    this.pdf.font('regular').fontSize(9).fillColor('black');
    const height = this.pdf.heightOfString(said, { width: WIDTH });
    this.room(height + 2 * MM);
    this.pdf.text(said, LEFT, this.y, { width: WIDTH });
    this.y += height + 2 * MM;
  }

  /** A declaration and the line for its signature, on one page: a signature alone declares nothing. */
  signed(declaration: string, label: string): void {
    this.room(32 * MM);
    this.note(declaration);
    this.y += 14 * MM;
    this.pdf
      .moveTo(LEFT, this.y)
      .lineTo(LEFT + 70 * MM, this.y)
      .lineWidth(0.5)
      .stroke('black');
    this.pdf.fontSize(8).fillColor(GREY);
    lineOfText(this.pdf, label, LEFT, this.y + 1.5 * MM, 70 * MM);
  }

  /** Adds page numbers at the end, when the page count is known. */
  finish(): void {
    const { start, count } = this.pdf.bufferedPageRange();
    for (let i = 0; i < count; i++) {
      this.pdf.switchToPage(start + i);
      this.pdf.font('regular').fontSize(8).fillColor(GREY);
      const margin = this.pdf.page.margins.bottom;
      this.pdf.page.margins.bottom = 0;
      lineOfText(this.pdf, `${i + 1} / ${count}`, LEFT, 287 * MM, WIDTH, { align: 'right' });
      this.pdf.page.margins.bottom = margin;
    }
  }
}
