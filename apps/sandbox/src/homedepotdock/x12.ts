/** A file that a partner could not have sent. */
export class BadFile extends Error {}

export interface Message {
  code: string;
  segments: string[][];
}

export interface Received {
  control: string;
  messages: Message[];
}

const need = (fine: boolean, words: string): void => {
  if (!fine) throw new BadFile(words);
};

/** Reads what a supplier puts into the mailbox as strictly as a translator does. */
export function receive(text: string, from: string, to: string): Received {
  need(text.length > 106 && text.startsWith('ISA*') && text[105] === '~', 'ISA has to be 106 characters wide.');
  const segments = text
    .split('~')
    .map((one) => one.trim().split('*'))
    .filter(([name]) => name !== '');
  const [isa = [], gs = []] = segments;
  const [ge = [], iea = []] = segments.slice(-2);
  need(isa[6]?.trim() === from && isa[8]?.trim() === to, `The interchange is not from ${from} to ${to}.`);
  need(/^\d{9}$/.test(isa[13] ?? '') && iea[0] === 'IEA' && iea[2] === isa[13], 'IEA02 is not ISA13.');
  need(gs[0] === 'GS' && ge[0] === 'GE' && ge[2] === gs[6], 'GE02 is not GS06.');
  const messages: Message[] = [];
  let open: { code: string; control: string; segments: string[][] } | undefined;
  for (const segment of segments.slice(2, -2)) {
    if (segment[0] === 'ST') open = { code: segment[1] ?? '', control: segment[2] ?? '', segments: [] };
    else if (segment[0] === 'SE') {
      if (!open) throw new BadFile('SE without ST.');
      need(segment[2] === open.control, 'SE02 is not ST02.');
      need(Number(segment[1]) === open.segments.length + 2, 'SE01 does not count the segments.');
      messages.push(open);
      open = undefined;
    } else if (open) open.segments.push(segment);
    else throw new BadFile(`${segment[0]} stands outside of a message.`);
  }
  need(!open && Number(ge[1]) === messages.length && messages.length > 0, 'GE01 does not count the messages.');
  return { control: isa[13] ?? '', messages };
}

const eastern = new Intl.DateTimeFormat('sv', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** A date and a time by the clock of Home Depot's house: CCYYMMDD, HHMM. */
export function warehouseTime(at: number): [day: string, time: string] {
  const text = eastern.format(at).replace(/[- :]/g, '');
  return [text.slice(0, 8), text.slice(8, 12)];
}

const GROUPS: Readonly<Record<string, string>> = { 850: 'PO', 860: 'PC', 754: 'RG', 861: 'RC' };

/** One message in an interchange, as Home Depot's translator writes it. */
export function interchange(to: string, code: string, control: number, at: number, segments: string[]): string {
  const [day, time] = warehouseTime(at);
  const id = (text: string) => `ZZ*${text.padEnd(15)}`;
  const isa = `ISA*00*          *00*          *${id('HOMEDEPOT')}*${id(to)}*${day.slice(2)}*${time}*^*00406*${String(control).padStart(9, '0')}*0*P*>`;
  return [
    isa,
    `GS*${GROUPS[code]}*HOMEDEPOT*${to}*${day}*${time}*${control}*X*004060`,
    `ST*${code}*0001`,
    ...segments,
    `SE*${segments.length + 2}*0001`,
    `GE*1*${control}`,
    `IEA*1*${String(control).padStart(9, '0')}`,
  ]
    .map((segment) => `${segment}~\n`)
    .join('');
}
