/** Five columns a letter, the lowest bit at the top: enough to read a label by eye. */
const FONT: Record<string, string> = {
  '#': '147f147f14',
  ',': '0080703000',
  '-': '0808080808',
  '.': '0000606000',
  '/': '2010080402',
  ':': '0036360000',
  '0': '3e5149453e',
  '1': '00427f4000',
  '2': '7249494946',
  '3': '2141494d33',
  '4': '1814127f10',
  '5': '2745454539',
  '6': '3c4a494931',
  '7': '4121110907',
  '8': '3649494936',
  '9': '464949291e',
  A: '7c1211127c',
  B: '7f49494936',
  C: '3e41414122',
  D: '7f4141413e',
  E: '7f49494941',
  F: '7f09090901',
  G: '3e41415173',
  H: '7f0808087f',
  I: '00417f4100',
  J: '2040413f01',
  K: '7f08142241',
  L: '7f40404040',
  M: '7f021c027f',
  N: '7f0408107f',
  O: '3e4141413e',
  P: '7f09090906',
  Q: '3e4151215e',
  R: '7f09192946',
  S: '2649494932',
  T: '03017f0103',
  U: '3f4040403f',
  V: '1f2040201f',
  W: '3f4038403f',
  X: '6314081463',
  Y: '0304780403',
  Z: '6159494d43',
};

/** A black-and-white picture, one byte a dot: 1 is black. */
export class Bitmap {
  readonly width: number;
  readonly height: number;
  readonly dots: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.dots = new Uint8Array(width * height);
  }

  rect(x: number, y: number, width: number, height: number): void {
    const right = Math.min(this.width, x + width);
    for (let row = y; row < Math.min(this.height, y + height); row++) {
      this.dots.fill(1, row * this.width + x, row * this.width + right);
    }
  }

  text(x: number, y: number, text: string, scale: number): void {
    const plain = text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/ß/g, 'ss')
      .toUpperCase();
    let left = x;
    for (const letter of plain) {
      const columns = FONT[letter];
      for (let column = 0; columns && column < 5; column++) {
        const bits = Number.parseInt(columns.slice(column * 2, column * 2 + 2), 16);
        for (let row = 0; row < 8; row++) {
          if (bits & (1 << row)) this.rect(left + column * scale, y + row * scale, scale, scale);
        }
      }
      left += 6 * scale;
      if (left > this.width - 6 * scale) return;
    }
  }
}
