import { Unfit } from './read.ts';

/** EDI as ASC X12 writes it: an interchange holds groups of messages ("transaction sets"), a message its segments. */
export type Segment = readonly string[];

export interface Message {
  /** What it is: 850, 997 ... */
  code: string;
  control: string;
  segments: Segment[];
  /** Why it cannot be relied on: its trailer does not say what it holds. */
  problem?: string;
}
export interface Group {
  /** GS01: PO, FA, SH ... */
  code: string;
  control: string;
  /** CCYYMMDD and HHMM, by the sender's clock. */
  day: string;
  time: string;
  messages: Message[];
}
export interface Interchange {
  sender: string;
  receiver: string;
  control: string;
  groups: Group[];
}

/** ISA is of one width: the signs that part everything else stand at fixed places in it. */
const ISA_LENGTH = 106;

/** @throws Unfit where it is no interchange, or envelopes do not hold what their trailers say */
export function readInterchange(text: string): Interchange {
  const start = text.trimStart();
  if (!start.startsWith('ISA') || start.length < ISA_LENGTH) throw new Unfit('ISA', 'this is no X12 interchange');
  const [element, terminator] = [start.charAt(3), start.charAt(ISA_LENGTH - 1)];
  const segments = start
    .split(terminator)
    .map((one) => one.trim().split(element))
    .filter((one) => one[0] !== '');
  const isa = segments[0] ?? [];
  const found: Interchange = {
    sender: (isa[6] ?? '').trim(),
    receiver: (isa[8] ?? '').trim(),
    control: isa[13] ?? '',
    groups: [],
  };
  const end = segments.at(-1) ?? [];
  if (isa.length !== 17) throw new Unfit('ISA', 'it does not have 16 elements');
  if (end[0] !== 'IEA' || end[2] !== found.control) throw new Unfit('IEA02', 'the file ends before its interchange');
  for (const segment of segments.slice(1, -1)) take(found, segment);
  if (Number(end[1]) !== found.groups.length) throw new Unfit('IEA01', 'a group is missing');
  return found;
}

function take(found: Interchange, segment: Segment): void {
  const group = found.groups.at(-1);
  const message = group?.messages.at(-1);
  const [name, first = '', second = ''] = segment;
  if (name === 'GS')
    found.groups.push({
      code: first,
      control: segment[6] ?? '',
      day: segment[4] ?? '',
      time: segment[5] ?? '',
      messages: [],
    });
  else if (!group) throw new Unfit('GS', `${name} stands in no group`);
  else if (name === 'ST') group.messages.push({ code: first, control: second, segments: [] });
  else if (name === 'GE') {
    if (second !== group.control || Number(first) !== group.messages.length)
      throw new Unfit('GE', `group ${group.control} does not hold what its trailer says`);
  } else if (!message) throw new Unfit('ST', `${name} stands in no message`);
  else if (name === 'SE') {
    if (second !== message.control) message.problem = `SE02: ${second} instead of ${message.control}`;
    else if (Number(first) !== message.segments.length + 2)
      message.problem = `SE01: ${first} segments instead of ${message.segments.length + 2}`;
  } else message.segments.push(segment);
}

export interface Envelope {
  sender: string;
  receiver: string;
  /** Unique between the two: up to nine digits. */
  control: number;
  at: Date;
  /** GS01 */
  group: string;
  code: string;
}

const RELEASE = '004060';
const SEPARATORS = /[*~^>\r\n]/g;

/** One message in a group and an interchange of its own; what would part elements becomes a blank. */
export function writeInterchange(envelope: Envelope, segments: readonly Segment[]): string {
  const { sender, receiver, control, group, code } = envelope;
  const [day, time] = stamp(envelope.at);
  const number = String(control).padStart(9, '0');
  const party = (id: string) => ['ZZ', id.padEnd(15).slice(0, 15)];
  const all: Segment[] = [
    [
      ...['ISA', '00', ' '.repeat(10), '00', ' '.repeat(10), ...party(sender), ...party(receiver)],
      ...[day.slice(2), time, '^', RELEASE.slice(0, 5), number, '0', 'P'],
    ],
    ['GS', group, sender, receiver, day, time, String(control), 'X', RELEASE],
    ['ST', code, '0001'],
    ...segments,
    ['SE', String(segments.length + 2), '0001'],
    ['GE', '1', String(control)],
    ['IEA', '1', number],
  ];
  const texts = all.map((segment, at) => {
    const text = segment
      .map((one) => (at === 0 && one === '^' ? one : one.replace(SEPARATORS, ' ')))
      .join('*')
      .replace(/\*+$/, '');
    return at === 0 ? `${text}*>~` : `${text}~`;
  });
  return `${texts.join('\n')}\n`;
}

/** CCYYMMDD and HHMM in UTC. */
export function stamp(at: Date): [day: string, time: string] {
  const text = at.toISOString().replace(/[-:T]/g, '');
  return [text.slice(0, 8), text.slice(8, 12)];
}
